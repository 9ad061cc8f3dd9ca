"""Chats as assistants and messengers export them in JSON. `export` is the way in."""
