"""The step of the schema for finding a document by its title (see `schema`: a released step is never edited)."""

TITLES = "CREATE INDEX content_title ON content(title_folded);"
"""The text of the step."""
