"""The step of the schema for context and stems in full text (see `schema`: a released step is never edited).

The full-text tables are made anew, with a column for what was said before a passage. Their rows cannot be made in SQL:
what is in them waits in `stale_*` until the library is opened (see `SqliteLexical.catch_up`). A passage's vector is
made from its document's title too, and from the message before: those of older versions go, as it does when the title
changes.
"""

_KINDS = ("passage", "entity", "fact")


def _anew(kind: str) -> str:
    return f"""
DROP TABLE {kind}_terms;
DROP TABLE {kind}_fts;
CREATE VIRTUAL TABLE {kind}_fts USING fts5(
  title, heading, body, context, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE {kind}_terms USING fts5vocab({kind}_fts, row);
"""


CONTEXT = f"""
{"".join(map(_anew, _KINDS))}
CREATE TABLE stale_passage(passage_id INTEGER PRIMARY KEY REFERENCES passage(id) ON DELETE CASCADE) STRICT;
INSERT INTO stale_passage SELECT id FROM passage;
INSERT INTO stale_entity SELECT id FROM entity WHERE true ON CONFLICT DO NOTHING;
INSERT INTO stale_fact SELECT id FROM fact WHERE true ON CONFLICT DO NOTHING;

DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND kind = 'passage';
CREATE TRIGGER content_retitled AFTER UPDATE OF title ON content WHEN OLD.title <> NEW.title
BEGIN
  DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND kind = 'passage'
    AND owner_id IN (SELECT id FROM passage WHERE content_id = NEW.id);
END;
"""
"""The text of the step."""
