"""Everything a person can do in the interface, place by place."""
