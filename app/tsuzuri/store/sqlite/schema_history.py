"""The step of the schema for what was asked (see `schema`: a released step is never edited).

`told` is an answer without the words of what it cites. A question goes, with its answer, when a passage goes that it
rests on: what its sentences say is said there.
"""

HISTORY = """
CREATE TABLE asked(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  told TEXT NOT NULL CHECK(json_valid(told))) STRICT;
CREATE TABLE asked_passage(
  asked_id INTEGER NOT NULL REFERENCES asked(id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  PRIMARY KEY(asked_id, passage_id)) STRICT, WITHOUT ROWID;
CREATE INDEX asked_passage_passage ON asked_passage(passage_id);
CREATE TRIGGER asked_bereft AFTER DELETE ON asked_passage
BEGIN
  DELETE FROM asked WHERE id = OLD.asked_id;
END;
"""
"""The text of the step."""
