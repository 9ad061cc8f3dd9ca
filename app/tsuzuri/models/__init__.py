"""Models: the table of them, how they reach a machine, and the processes they run in."""
