"""The step of the schema for files that come and go (see `schema`: a released step is never edited).

A source whose file is not found stays, with the moment from which it is missing. `remarks` is a list of sentences.
"""

FILES = """
ALTER TABLE source ADD COLUMN missing_since INTEGER;
CREATE INDEX source_missing ON source(uri) WHERE missing_since IS NOT NULL;
ALTER TABLE content ADD COLUMN encoding_confidence REAL NOT NULL DEFAULT 1.0
  CHECK(encoding_confidence BETWEEN 0 AND 1);
ALTER TABLE content ADD COLUMN remarks TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(remarks));
"""
"""The text of the step."""
