"""The door for agents, as a server of the Model Context Protocol."""
