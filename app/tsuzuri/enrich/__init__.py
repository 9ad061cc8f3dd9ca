"""What the library makes of what it holds: the category hierarchy above its entities."""
