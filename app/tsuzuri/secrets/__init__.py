"""What only the person may know: keys of libraries, and tokens for hosts."""
