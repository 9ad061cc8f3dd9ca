"""The step of the schema for which entities are one, and what a person decides (see `schema`: it is never edited).

No row that speaks of an entity moves when it is united with another. `same_as` is the entity that it was united with,
`under` the root of its tree; both are NULL for a root. Everything that is read goes by `root_id`. `hidden` holds the
facts that are not listed: those that were retracted (without `kept_id`), and the twins of a fact, which say the same of
the same roots. Of twins the first is kept, but one that was retracted before all others: so that all of them are.

Triggers note in `untwinned` the facts whose twins have to be looked for anew before the transaction ends, and what has
to be settled. As long as nothing is united they look at indexes that are empty.

`block` is by what an entity is found to be compared with others, `unmatched` who waits for that. A review goes with
what it is about; of one that a person has answered, the answer and the print of the question stay, without a word.
"""


def _in_a_group(*entities: str) -> str:
    """Whether one of these is one with another. Looks first whether any are: that is cheap where none is."""
    listed = ", ".join(entities)
    return (
        "EXISTS (SELECT 1 FROM entity WHERE under IS NOT NULL)"
        f" AND (EXISTS (SELECT 1 FROM entity WHERE under IN ({listed}))"
        f" OR EXISTS (SELECT 1 FROM entity WHERE id IN ({listed}) AND under IS NOT NULL))"
    )


def _has_twins(fact: str) -> str:
    """Whether a fact says the same as another, of which one is kept."""
    return (
        f"(EXISTS (SELECT 1 FROM hidden WHERE fact_id = {fact} AND kept_id IS NOT NULL)"
        f" OR EXISTS (SELECT 1 FROM hidden WHERE kept_id = {fact}))"
    )


def _unreviewed(table: str, about: str) -> str:
    """The trigger that takes the reviews about a row of a table; `about` tells which."""
    return f"""
CREATE TRIGGER review_{table}_gone AFTER DELETE ON {table} WHEN EXISTS (SELECT 1 FROM review WHERE {about})
BEGIN
  UPDATE review SET (one, other, score, reason, made_by, detail, asked_at) = (0, 0, 0, '', '', '', answered_at)
    WHERE ({about}) AND answered_by = 'you' AND answer IN ('yes', 'no', 'other');
  DELETE FROM review WHERE {about};
END;
"""


_UNITED = """
ALTER TABLE entity ADD COLUMN same_as INTEGER REFERENCES entity(id);
ALTER TABLE entity ADD COLUMN under INTEGER;
ALTER TABLE entity ADD COLUMN root_id INTEGER AS (ifnull(under, id)) VIRTUAL;
CREATE INDEX entity_same ON entity(same_as) WHERE same_as IS NOT NULL;
CREATE INDEX entity_under ON entity(under) WHERE under IS NOT NULL;
CREATE INDEX entity_root ON entity(root_id);

-- The facts of a member belong to another group now. Names of several bearers may have another number of them.
CREATE TRIGGER entity_united AFTER UPDATE OF under ON entity WHEN OLD.under IS NOT NEW.under
BEGIN
  INSERT INTO untwinned
    SELECT id FROM fact WHERE subject_id = NEW.id UNION SELECT id FROM fact WHERE object_id = NEW.id
    ON CONFLICT DO NOTHING;
  INSERT INTO unsettled
    SELECT f.subject_id, b.relation FROM fact f JOIN bearing b ON b.cause = f.relation WHERE f.subject_id = NEW.id
    UNION SELECT f.subject_id, b.relation FROM fact f JOIN bearing b ON b.cause = f.relation WHERE f.object_id = NEW.id
    UNION SELECT ifnull(OLD.under, NEW.id), b.relation FROM fact f JOIN bearing b ON b.cause = f.relation
      WHERE f.subject_id = NEW.id
    ON CONFLICT DO NOTHING;
  INSERT INTO link_name SELECT key FROM alias a WHERE entity_id = NEW.id
    AND EXISTS (SELECT 1 FROM alias o WHERE o.key = a.key AND o.entity_id <> a.entity_id) ON CONFLICT DO NOTHING;
  INSERT INTO link_version VALUES (NULL);
  DELETE FROM link_version;
  DELETE FROM link_swept;
END;

-- When a root goes, the first of those that are left is theirs; what was united with another goes on with its parent.
CREATE TRIGGER entity_root_gone BEFORE DELETE ON entity WHEN EXISTS (SELECT 1 FROM entity WHERE under = OLD.id)
BEGIN
  UPDATE entity SET under = (SELECT min(id) FROM entity WHERE under = OLD.id) WHERE under = OLD.id;
  UPDATE entity SET same_as = under WHERE same_as = OLD.id;
  UPDATE entity SET same_as = NULL, under = NULL WHERE under IS NOT NULL AND under = id;
END;
CREATE TRIGGER entity_member_gone BEFORE DELETE ON entity WHEN OLD.under IS NOT NULL
BEGIN
  UPDATE entity SET same_as = OLD.same_as WHERE same_as = OLD.id;
END;
"""

_HIDDEN = f"""
-- The ends repeat the fact's, so that an index tells how many facts of an entity are hidden.
CREATE TABLE hidden(
  fact_id INTEGER PRIMARY KEY REFERENCES fact(id) ON DELETE CASCADE,
  kept_id INTEGER,
  subject_id INTEGER NOT NULL,
  object_id INTEGER) STRICT;
CREATE INDEX hidden_kept ON hidden(kept_id) WHERE kept_id IS NOT NULL;
CREATE INDEX hidden_subject ON hidden(subject_id);
CREATE INDEX hidden_object ON hidden(object_id) WHERE object_id IS NOT NULL;
CREATE TABLE untwinned(fact_id INTEGER PRIMARY KEY REFERENCES fact(id) ON DELETE CASCADE) STRICT;
CREATE INDEX fact_unlearnt ON fact(subject_id, relation) WHERE unlearnt_at IS NOT NULL;
CREATE INDEX fact_disputed ON fact(id) WHERE disputed_by IS NOT NULL;
INSERT INTO hidden SELECT id, NULL, subject_id, object_id FROM fact WHERE unlearnt_at IS NOT NULL;

CREATE TRIGGER hidden_new AFTER INSERT ON hidden
BEGIN
  UPDATE fact SET (held_from, held_to, held_precision, closed_by, disputed_by) =
    (valid_from, valid_to, precision, NULL, NULL) WHERE id = NEW.fact_id;
  INSERT INTO unsettled SELECT NEW.subject_id, b.relation FROM fact f JOIN bearing b ON b.cause = f.relation
    WHERE f.id = NEW.fact_id ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER hidden_gone AFTER DELETE ON hidden
BEGIN
  INSERT INTO unsettled SELECT OLD.subject_id, b.relation FROM fact f JOIN bearing b ON b.cause = f.relation
    WHERE f.id = OLD.fact_id ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER fact_retracted AFTER UPDATE OF unlearnt_at ON fact WHEN NEW.unlearnt_at IS NOT NULL
BEGIN
  INSERT INTO hidden VALUES (NEW.id, NULL, NEW.subject_id, NEW.object_id)
    ON CONFLICT DO UPDATE SET kept_id = NULL;
END;
CREATE TRIGGER fact_believed AFTER UPDATE OF unlearnt_at ON fact WHEN NEW.unlearnt_at IS NULL
BEGIN
  DELETE FROM hidden WHERE fact_id = NEW.id AND kept_id IS NULL;
END;
CREATE TRIGGER fact_says_other AFTER UPDATE OF unlearnt_at, subject_id, object_id ON fact
  WHEN {_in_a_group("NEW.subject_id", "NEW.object_id", "OLD.subject_id", "OLD.object_id")}
BEGIN
  INSERT INTO untwinned VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER fact_says AFTER INSERT ON fact WHEN {_in_a_group("NEW.subject_id", "NEW.object_id")}
BEGIN
  INSERT INTO untwinned VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER fact_kept_gone AFTER DELETE ON fact WHEN EXISTS (SELECT 1 FROM hidden WHERE kept_id = OLD.id)
BEGIN
  INSERT INTO untwinned SELECT fact_id FROM hidden WHERE kept_id = OLD.id ON CONFLICT DO NOTHING;
  DELETE FROM hidden WHERE kept_id = OLD.id;
END;
-- What a fact with twins is believed to be follows the evidence of all.
CREATE TRIGGER evidence_of_twins AFTER INSERT ON evidence
  WHEN {_has_twins("NEW.fact_id")}
BEGIN
  INSERT INTO untwinned VALUES (NEW.fact_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER evidence_surer AFTER UPDATE OF fact_confidence ON evidence
  WHEN {_has_twins("NEW.fact_id")}
BEGIN
  INSERT INTO untwinned VALUES (NEW.fact_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER evidence_of_twins_gone AFTER DELETE ON evidence
  WHEN {_has_twins("OLD.fact_id")}
BEGIN
  INSERT INTO untwinned SELECT fact_id FROM hidden WHERE kept_id = OLD.fact_id ON CONFLICT DO NOTHING;
  INSERT INTO untwinned SELECT kept_id FROM hidden WHERE fact_id = OLD.fact_id AND kept_id IS NOT NULL
    ON CONFLICT DO NOTHING;
END;

-- Rows move only where an entity is split.
CREATE TRIGGER fact_moved AFTER UPDATE OF subject_id, object_id ON fact
BEGIN
  UPDATE hidden SET (subject_id, object_id) = (NEW.subject_id, NEW.object_id) WHERE fact_id = NEW.id;
  UPDATE entity SET facts = facts - 1 WHERE id IN (OLD.subject_id, OLD.object_id);
  UPDATE entity SET facts = facts + 1 WHERE id IN (NEW.subject_id, NEW.object_id);
  DELETE FROM entity WHERE id IN (OLD.subject_id, OLD.object_id) AND facts = 0 AND mentions = 0;
END;
CREATE TRIGGER mention_moved AFTER UPDATE OF entity_id ON mention
BEGIN
  UPDATE entity SET mentions = mentions - 1 WHERE id = OLD.entity_id;
  UPDATE entity SET mentions = mentions + 1 WHERE id = NEW.entity_id;
  DELETE FROM entity WHERE id = OLD.entity_id AND facts = 0 AND mentions = 0;
END;

-- Facts that dispute each other and both hold.
CREATE TABLE reconciled(
  one INTEGER NOT NULL REFERENCES fact(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES fact(id) ON DELETE CASCADE,
  PRIMARY KEY(one, other), CHECK(one < other)) STRICT, WITHOUT ROWID;
CREATE INDEX reconciled_other ON reconciled(other);
"""

_MATCHING = """
CREATE TABLE block(
  block TEXT NOT NULL,
  entity_id INTEGER NOT NULL REFERENCES entity(id) ON DELETE CASCADE,
  PRIMARY KEY(block, entity_id)) STRICT, WITHOUT ROWID;
CREATE INDEX block_entity ON block(entity_id);
CREATE TABLE unmatched(entity_id INTEGER PRIMARY KEY REFERENCES entity(id) ON DELETE CASCADE) STRICT;
INSERT INTO unmatched SELECT id FROM entity;
CREATE TRIGGER unmatched_name AFTER INSERT ON alias
BEGIN
  INSERT INTO unmatched VALUES (NEW.entity_id) ON CONFLICT DO NOTHING;
END;
-- A block may be made of the name that went.
CREATE TRIGGER unmatched_name_gone AFTER DELETE ON alias WHEN EXISTS (SELECT 1 FROM entity WHERE id = OLD.entity_id)
BEGIN
  DELETE FROM block WHERE entity_id = OLD.entity_id;
  INSERT INTO unmatched VALUES (OLD.entity_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER unmatched_type AFTER UPDATE OF type ON entity WHEN OLD.type <> NEW.type
BEGIN
  INSERT INTO unmatched VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
"""

_REVIEWS = (
    """
-- A question that only its answer is left of is about nothing: `one` and `other` are 0.
CREATE TABLE review(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  question TEXT NOT NULL CHECK(question IN ('merge', 'split', 'contradiction', 'quarantine', 'rule')),
  print INTEGER NOT NULL,
  one INTEGER NOT NULL,
  other INTEGER NOT NULL,
  score REAL NOT NULL CHECK(score BETWEEN 0 AND 1),
  reason TEXT NOT NULL,
  made_by TEXT NOT NULL,
  detail TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  answer TEXT CHECK(answer IN ('yes', 'no', 'other', 'later')),
  answered_at INTEGER,
  answered_by TEXT NOT NULL DEFAULT '',
  CHECK((answer IS NULL) = (answered_at IS NULL)),
  UNIQUE(question, print)) STRICT;
CREATE INDEX review_waiting ON review(ifnull(answered_at, 0), -score, id) WHERE answer IS NULL OR answer = 'later';
CREATE INDEX review_decided ON review(answered_at, id) WHERE answer IN ('yes', 'no', 'other');
CREATE INDEX review_one ON review(one) WHERE one <> 0;
CREATE INDEX review_other ON review(other) WHERE other <> 0;
"""
    + _unreviewed(
        "entity",
        "one = OLD.id AND one <> 0 AND question IN ('merge', 'split')"
        " OR other = OLD.id AND other <> 0 AND question = 'merge'",
    )
    + _unreviewed("content", "other = OLD.id AND other <> 0 AND question = 'split'")
    + _unreviewed("fact", "question = 'contradiction' AND (one = OLD.id AND one <> 0 OR other = OLD.id AND other <> 0)")
    + _unreviewed("passage", "one = OLD.id AND one <> 0 AND question = 'quarantine'")
)

IDENTITY = _UNITED + _HIDDEN + _MATCHING + _REVIEWS
"""The text of the step."""
