"""The embedded store: SQLite with FTS5, sqlite-vec and page encryption."""
