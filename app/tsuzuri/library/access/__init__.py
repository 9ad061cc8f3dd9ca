"""The door for agents: who may come in, how far, and what the owner can read of it afterwards."""
