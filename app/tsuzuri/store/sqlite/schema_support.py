"""The step of the schema for what names and types rest on (see `schema`: a released step is never edited).

An alias goes with the last passage that gave it. An entity that was made as a concept has the type that the first of
the passages votes for which call it something firmer; without a vote it is a concept again. What was stored before
this step has no such record: those names (`kept`) and types stay while their entity lives, as its own name always does.

Full text of an entity holds its aliases, and that of a fact the words that stated it first. When one of these goes,
the row waits in `stale_entity` or `stale_fact` to be indexed anew before the transaction ends (see `SqliteLexical`),
and the vector that was made of it goes. Facts of several proofs wait once, as they were indexed by the last of them.
"""

SUPPORT = """
ALTER TABLE alias ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK(kept IN (0, 1));
UPDATE alias SET kept = 1;
CREATE TABLE alias_passage(
  alias_id INTEGER NOT NULL REFERENCES alias(id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  PRIMARY KEY(alias_id, passage_id)) STRICT, WITHOUT ROWID;
CREATE INDEX alias_passage_passage ON alias_passage(passage_id);
CREATE TRIGGER alias_unsupported AFTER DELETE ON alias_passage
  WHEN NOT EXISTS (SELECT 1 FROM alias_passage WHERE alias_id = OLD.alias_id)
BEGIN
  DELETE FROM alias WHERE id = OLD.alias_id;
END;

CREATE TABLE type_vote(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_id INTEGER NOT NULL REFERENCES entity(id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK(type IN ('person', 'organization', 'place', 'thing', 'event')),
  UNIQUE(entity_id, passage_id)) STRICT;
CREATE INDEX type_vote_passage ON type_vote(passage_id);
CREATE TRIGGER type_vote_new AFTER INSERT ON type_vote
BEGIN
  UPDATE entity SET type = NEW.type WHERE id = NEW.entity_id AND type = 'concept';
END;
CREATE TRIGGER type_vote_gone AFTER DELETE ON type_vote
BEGIN
  UPDATE entity SET type = ifnull((SELECT type FROM type_vote WHERE entity_id = OLD.entity_id ORDER BY id LIMIT 1),
    'concept') WHERE id = OLD.entity_id;
END;
CREATE TRIGGER entity_retyped AFTER UPDATE OF type ON entity WHEN OLD.type <> NEW.type
BEGIN
  DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND kind = 'entity' AND owner_id = NEW.id;
END;

CREATE TABLE stale_entity(entity_id INTEGER PRIMARY KEY REFERENCES entity(id) ON DELETE CASCADE) STRICT;
CREATE TABLE stale_fact(fact_id INTEGER PRIMARY KEY REFERENCES fact(id) ON DELETE CASCADE) STRICT;
INSERT INTO stale_fact SELECT fact_id FROM evidence GROUP BY fact_id HAVING count(*) > 1;
CREATE TRIGGER entity_stale AFTER DELETE ON alias WHEN EXISTS (SELECT 1 FROM entity WHERE id = OLD.entity_id)
BEGIN
  INSERT INTO stale_entity VALUES (OLD.entity_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER fact_stale AFTER DELETE ON evidence
  WHEN OLD.id < (SELECT min(id) FROM evidence WHERE fact_id = OLD.fact_id)
BEGIN
  INSERT INTO stale_fact VALUES (OLD.fact_id) ON CONFLICT DO NOTHING;
  DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND kind = 'fact' AND owner_id = OLD.fact_id;
END;
"""
"""The text of the step."""
