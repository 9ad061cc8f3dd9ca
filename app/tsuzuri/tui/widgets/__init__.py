"""The parts that the places are built from."""
