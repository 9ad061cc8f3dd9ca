"""What leaves the library for other programs, and comes back: lines of JSON, a graph, a vault of notes."""
