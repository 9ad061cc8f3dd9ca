"""The step of the schema for summaries of documents (see `schema`: a released step is never edited).

A summary is no text of its own, only where its sentences stand.
"""

SUMMARIES = """
CREATE TABLE summary(content_id INTEGER PRIMARY KEY REFERENCES content(id) ON DELETE CASCADE) STRICT;
CREATE TABLE summary_sentence(
  content_id INTEGER NOT NULL REFERENCES summary(content_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL CHECK(0 <= span_start AND span_start <= span_end),
  PRIMARY KEY(content_id, number)) STRICT, WITHOUT ROWID;
CREATE INDEX summary_sentence_passage ON summary_sentence(passage_id);

CREATE TRIGGER summary_grown AFTER INSERT ON passage
BEGIN
  DELETE FROM summary WHERE content_id = NEW.content_id;
END;
CREATE TRIGGER summary_shrunk AFTER DELETE ON passage
BEGIN
  DELETE FROM summary WHERE content_id = OLD.content_id;
END;
"""
"""The text of the step."""
