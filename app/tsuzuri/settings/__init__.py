"""What a person may set, and where it is read from."""
