"""The SDK: what the command line, the terminal interface and other programs talk to."""
