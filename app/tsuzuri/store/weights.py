"""How much a search that shows a passage counts for the order of reading, the same in every store."""

SHOWN = 4
NEIGHBOUR = 1
"""For the passage before and the one after."""
