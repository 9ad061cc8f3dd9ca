"""The step of the schema for what waits for the model (see `schema`: a released step is never edited).

`changed_at` is when a file was first seen, or last seen changed. A weight is `said` by a passage that the model itself
has read. A duplicate waits again when its original goes, and so does a passage that left a repeated sentence out when
the last one in which the model was asked about it goes.
"""

AGENDA = """
ALTER TABLE source ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE source SET changed_at = added_at;

CREATE TABLE wanted(
  passage_id INTEGER PRIMARY KEY REFERENCES passage(id) ON DELETE CASCADE,
  weight INTEGER NOT NULL CHECK(weight > 0)) STRICT;
CREATE INDEX wanted_order ON wanted(weight DESC, passage_id);

CREATE TABLE weight(
  passage_id INTEGER PRIMARY KEY REFERENCES passage(id) ON DELETE CASCADE,
  print INTEGER NOT NULL,
  work INTEGER NOT NULL CHECK(work >= 0),
  said INTEGER NOT NULL CHECK(said IN (0, 1))) STRICT;
CREATE INDEX weight_print ON weight(print, said, passage_id);

CREATE TABLE duplicate(
  passage_id INTEGER PRIMARY KEY REFERENCES passage(id) ON DELETE CASCADE,
  original_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  CHECK(passage_id <> original_id)) STRICT;
CREATE INDEX duplicate_original ON duplicate(original_id);
CREATE TRIGGER duplicate_gone AFTER DELETE ON duplicate
BEGIN
  UPDATE passage SET read_state = 'pending', reason = '' WHERE id = OLD.passage_id;
END;

CREATE TABLE sentence(
  print INTEGER NOT NULL,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  asked INTEGER NOT NULL CHECK(asked IN (0, 1)),
  PRIMARY KEY(print, passage_id)) STRICT, WITHOUT ROWID;
CREATE INDEX sentence_asked ON sentence(print) WHERE asked = 1;
CREATE INDEX sentence_passage ON sentence(passage_id);
CREATE TRIGGER sentence_gone AFTER DELETE ON sentence
  WHEN OLD.asked = 1 AND NOT EXISTS (SELECT 1 FROM sentence WHERE print = OLD.print AND asked = 1)
BEGIN
  UPDATE passage SET read_state = 'pending', reason = ''
    WHERE read_state = 'read' AND id IN (SELECT passage_id FROM sentence WHERE print = OLD.print);
END;

CREATE TRIGGER passage_settled AFTER UPDATE OF read_state ON passage WHEN NEW.read_state <> 'pending'
BEGIN
  DELETE FROM wanted WHERE passage_id = NEW.id;
END;
CREATE TRIGGER passage_waits AFTER UPDATE OF read_state ON passage WHEN NEW.read_state = 'pending'
BEGIN
  UPDATE weight SET said = 0 WHERE passage_id = NEW.id;
END;

-- A row a local day. Days are kept: they hold no word of anybody's.
CREATE TABLE model_use(
  day TEXT PRIMARY KEY,
  tokens_read INTEGER NOT NULL,
  tokens_written INTEGER NOT NULL,
  work INTEGER NOT NULL,
  seconds REAL NOT NULL) STRICT;
"""
"""The text of the step."""
