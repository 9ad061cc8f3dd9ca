"""Files to documents, in a child process with limits."""
