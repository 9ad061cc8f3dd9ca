"""The step of the schema for relations that have one value for good (see `schema`: a released step is never edited)."""

FIXED = "ALTER TABLE single_valued ADD COLUMN fixed INTEGER NOT NULL DEFAULT 0 CHECK(fixed IN (0, 1))"
"""The text of the step."""
