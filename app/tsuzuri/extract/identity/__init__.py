"""When two names mean one: the forms of names, and which entities of a library are the same."""
