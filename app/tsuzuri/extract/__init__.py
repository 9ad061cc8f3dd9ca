"""From a passage to facts."""
