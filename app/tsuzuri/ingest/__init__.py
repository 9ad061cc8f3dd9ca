"""From a path to indexed passages."""
