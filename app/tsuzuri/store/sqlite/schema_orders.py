"""The step of the schema for other orders of sources (see `schema`: a released step is never edited)."""

ORDERS = """
CREATE INDEX source_changed ON source(modified_at, id);
CREATE INDEX source_size ON source(size, id);
"""
"""The text of the step. What orders by the id alone needs no index."""
