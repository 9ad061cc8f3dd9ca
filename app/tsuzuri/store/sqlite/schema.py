"""The schema, as the steps that lead to it. A step that was released is never edited: add another.

Moments are UTC microseconds, days ISO 8601 text, spans half-open ranges of characters. Ids are never reused.

What a source supports goes with it, inside the transaction that takes it out: the last source of a content takes
the content, then its passages with their index rows, mentions and evidence, then facts without evidence and
entities that nothing speaks of. Each trigger looks only at the row that went.
"""

from tsuzuri.store.sqlite.migrations import Migration
from tsuzuri.store.sqlite.schema_agenda import AGENDA
from tsuzuri.store.sqlite.schema_categories import CATEGORIES
from tsuzuri.store.sqlite.schema_context import CONTEXT
from tsuzuri.store.sqlite.schema_files import FILES
from tsuzuri.store.sqlite.schema_fixed import FIXED
from tsuzuri.store.sqlite.schema_history import HISTORY
from tsuzuri.store.sqlite.schema_identity import IDENTITY
from tsuzuri.store.sqlite.schema_jobs import JOBS
from tsuzuri.store.sqlite.schema_orders import ORDERS
from tsuzuri.store.sqlite.schema_summaries import SUMMARIES
from tsuzuri.store.sqlite.schema_support import SUPPORT
from tsuzuri.store.sqlite.schema_time import TIME
from tsuzuri.store.sqlite.schema_titles import TITLES

_SOURCES = """
CREATE TABLE content(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 BLOB NOT NULL UNIQUE CHECK(length(sha256) = 32),
  media_type TEXT NOT NULL,
  title TEXT NOT NULL,
  title_folded TEXT NOT NULL,
  language TEXT NOT NULL,
  encoding TEXT NOT NULL,
  said_at INTEGER,
  said_kind TEXT,
  passages INTEGER NOT NULL,
  pending INTEGER NOT NULL CHECK(pending BETWEEN 0 AND passages),
  CHECK((said_at IS NULL) = (said_kind IS NULL))) STRICT;
CREATE INDEX content_pending ON content(id) WHERE pending > 0;

-- The text is kept apart and deflated: passages hold the same words, and counting must not rewrite it.
CREATE TABLE content_text(
  content_id INTEGER PRIMARY KEY REFERENCES content(id) ON DELETE CASCADE,
  deflated BLOB NOT NULL,
  places TEXT NOT NULL CHECK(json_valid(places))) STRICT;

-- A source has a content, or was refused, or is queued. With a content it is understood once nothing is pending.
CREATE TABLE source(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uri TEXT NOT NULL UNIQUE,
  uri_folded TEXT NOT NULL,
  size INTEGER NOT NULL CHECK(size >= 0),
  modified_at INTEGER NOT NULL,
  refusal TEXT CHECK(refusal IN ('refused', 'no_text')),
  reason TEXT NOT NULL DEFAULT '',
  content_id INTEGER REFERENCES content(id),
  added_at INTEGER NOT NULL,
  CHECK(content_id IS NULL OR refusal IS NULL)) STRICT;
CREATE INDEX source_content ON source(content_id) WHERE content_id IS NOT NULL;
CREATE INDEX source_refused ON source(id) WHERE refusal IS NOT NULL;

CREATE TABLE passage(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content_id INTEGER NOT NULL REFERENCES content(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL CHECK(0 <= span_start AND span_start <= span_end),
  heading TEXT NOT NULL,
  locator TEXT NOT NULL,
  speaker TEXT NOT NULL,
  said_at INTEGER,
  said_kind TEXT,
  read_state TEXT NOT NULL DEFAULT 'pending' CHECK(read_state IN ('pending', 'read', 'aside')),
  reason TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  CHECK((said_at IS NULL) = (said_kind IS NULL)),
  UNIQUE(content_id, ordinal)) STRICT;
CREATE INDEX passage_pending ON passage(content_id, ordinal) WHERE read_state = 'pending';
CREATE INDEX passage_aside ON passage(id) WHERE read_state = 'aside';
"""

_GRAPH = """
CREATE TABLE entity(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  type TEXT NOT NULL CHECK(type IN ('person', 'organization', 'place', 'concept', 'thing', 'event')),
  facts INTEGER NOT NULL DEFAULT 0,
  mentions INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL) STRICT;
CREATE INDEX entity_order ON entity(key, id);
CREATE INDEX entity_type_order ON entity(type, key, id);

-- The entity's own name is a row too, so that one index answers for every name.
CREATE TABLE alias(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_id INTEGER NOT NULL REFERENCES entity(id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK(kind IN ('own', 'stated', 'short', 'titled')),
  UNIQUE(entity_id, key)) STRICT;
CREATE INDEX alias_key ON alias(key, entity_id);
CREATE INDEX alias_other ON alias(key, entity_id) WHERE kind <> 'own';

-- said_at repeats the passage's, so that an index gives the latest mentions of an entity first.
CREATE TABLE mention(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_id INTEGER NOT NULL REFERENCES entity(id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL CHECK(0 <= span_start AND span_start <= span_end),
  said_at INTEGER,
  UNIQUE(passage_id, entity_id, span_start, span_end)) STRICT;
CREATE INDEX mention_latest ON mention(entity_id, said_at DESC, id);

-- precision, said, learnt_at and confidence follow the evidence: all but the last its earliest row.
CREATE TABLE fact(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject_id INTEGER NOT NULL REFERENCES entity(id),
  relation TEXT NOT NULL,
  object_id INTEGER REFERENCES entity(id),
  value TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  precision TEXT NOT NULL,
  said_at INTEGER,
  said_kind TEXT,
  learnt_at INTEGER NOT NULL,
  unlearnt_at INTEGER,
  confidence REAL NOT NULL CHECK(confidence BETWEEN 0 AND 1),
  status TEXT NOT NULL DEFAULT 'current' CHECK(status IN ('current', 'superseded', 'retracted')),
  CHECK((object_id IS NULL) = (value <> '')),
  CHECK((said_at IS NULL) = (said_kind IS NULL))) STRICT;
CREATE UNIQUE INDEX fact_live ON fact(
  subject_id, relation, ifnull(object_id, 0), value, ifnull(valid_from, ''), ifnull(valid_to, ''))
  WHERE unlearnt_at IS NULL;
CREATE INDEX fact_subject ON fact(subject_id, valid_from);
CREATE INDEX fact_object ON fact(object_id, valid_from) WHERE object_id IS NOT NULL;

CREATE TABLE evidence(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  fact_id INTEGER NOT NULL REFERENCES fact(id) ON DELETE CASCADE,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  statement_start INTEGER NOT NULL,
  statement_end INTEGER NOT NULL,
  subject_start INTEGER NOT NULL,
  subject_end INTEGER NOT NULL,
  object_start INTEGER NOT NULL,
  object_end INTEGER NOT NULL,
  time_start INTEGER,
  time_end INTEGER,
  confidence REAL NOT NULL CHECK(confidence BETWEEN 0 AND 1),
  made_by TEXT NOT NULL,
  -- What the fact was believed to be when this was added.
  fact_precision TEXT NOT NULL,
  fact_said_at INTEGER,
  fact_said_kind TEXT,
  fact_learnt_at INTEGER NOT NULL,
  fact_confidence REAL NOT NULL,
  CHECK((time_start IS NULL) = (time_end IS NULL)),
  UNIQUE(fact_id, passage_id, statement_start, statement_end, made_by)) STRICT;
CREATE INDEX evidence_passage ON evidence(passage_id, fact_id);

CREATE TABLE quarantine(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  line TEXT NOT NULL,
  reason TEXT NOT NULL,
  made_by TEXT NOT NULL,
  added_at INTEGER NOT NULL) STRICT;
CREATE INDEX quarantine_passage ON quarantine(passage_id);
"""

_INDEXES = """
CREATE TABLE space(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL,
  revision TEXT NOT NULL,
  dimension INTEGER NOT NULL CHECK(dimension > 0),
  query_prefix TEXT NOT NULL,
  passage_prefix TEXT NOT NULL,
  UNIQUE(model, revision, dimension, query_prefix, passage_prefix)) STRICT;

-- Little-endian float32, the wire format of sqlite-vec. A new vector for an owner is a new row with a greater id.
CREATE TABLE vector(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  space_id INTEGER NOT NULL REFERENCES space(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK(kind IN ('passage', 'entity', 'fact')),
  owner_id INTEGER NOT NULL,
  embedding BLOB NOT NULL,
  UNIQUE(space_id, kind, owner_id)) STRICT;

-- Derived: one bit a component, set where it is positive.
CREATE TABLE vector_bits(
  vector_id INTEGER PRIMARY KEY REFERENCES vector(id) ON DELETE CASCADE,
  space_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  bits BLOB NOT NULL) STRICT;
"""

_TRIGGERS = """
CREATE TRIGGER source_left AFTER UPDATE OF content_id ON source
  WHEN OLD.content_id IS NOT NULL AND OLD.content_id IS NOT NEW.content_id
BEGIN
  DELETE FROM content WHERE id = OLD.content_id AND NOT EXISTS (SELECT 1 FROM source WHERE content_id = OLD.content_id);
END;
CREATE TRIGGER source_gone AFTER DELETE ON source WHEN OLD.content_id IS NOT NULL
BEGIN
  DELETE FROM content WHERE id = OLD.content_id AND NOT EXISTS (SELECT 1 FROM source WHERE content_id = OLD.content_id);
END;
CREATE TRIGGER passage_read AFTER UPDATE OF read_state ON passage WHEN OLD.read_state <> NEW.read_state
BEGIN
  UPDATE content SET pending = pending + (NEW.read_state = 'pending') - (OLD.read_state = 'pending')
    WHERE id = NEW.content_id;
END;

CREATE TRIGGER evidence_gone AFTER DELETE ON evidence
BEGIN
  DELETE FROM fact WHERE id = OLD.fact_id AND NOT EXISTS (SELECT 1 FROM evidence WHERE fact_id = OLD.fact_id);
  UPDATE fact SET
    (precision, said_at, said_kind, learnt_at) = (
      SELECT fact_precision, fact_said_at, fact_said_kind, fact_learnt_at
      FROM evidence WHERE fact_id = OLD.fact_id ORDER BY id LIMIT 1),
    confidence = (SELECT max(fact_confidence) FROM evidence WHERE fact_id = OLD.fact_id)
    WHERE id = OLD.fact_id;
END;

CREATE TRIGGER fact_new AFTER INSERT ON fact
BEGIN
  UPDATE entity SET facts = facts + 1 WHERE id IN (NEW.subject_id, NEW.object_id);
END;
CREATE TRIGGER fact_gone AFTER DELETE ON fact
BEGIN
  UPDATE entity SET facts = facts - 1 WHERE id IN (OLD.subject_id, OLD.object_id);
  DELETE FROM entity WHERE id IN (OLD.subject_id, OLD.object_id) AND facts = 0 AND mentions = 0;
END;
CREATE TRIGGER mention_new AFTER INSERT ON mention
BEGIN
  UPDATE entity SET mentions = mentions + 1 WHERE id = NEW.entity_id;
END;
CREATE TRIGGER mention_gone AFTER DELETE ON mention
BEGIN
  UPDATE entity SET mentions = mentions - 1 WHERE id = OLD.entity_id;
  DELETE FROM entity WHERE id = OLD.entity_id AND facts = 0 AND mentions = 0;
END;
"""

# A value is compared by its type and normal form; both are empty where the object is an entity. What is stored
# already is text as it stands. The words that a fact shows follow its evidence, as the rest of it does.
_VALUE_FORMS = """
ALTER TABLE fact ADD COLUMN value_type TEXT NOT NULL DEFAULT ''
  CHECK(value_type IN ('', 'date', 'amount', 'duration', 'role', 'email', 'url', 'phone', 'text'));
ALTER TABLE fact ADD COLUMN value_norm TEXT NOT NULL DEFAULT '' CHECK((value_norm = '') = (value_type = ''));
UPDATE fact SET value_type = 'text', value_norm = value WHERE object_id IS NULL;
DROP INDEX fact_live;
CREATE UNIQUE INDEX fact_live ON fact(
  subject_id, relation, ifnull(object_id, 0), value_type, value_norm, ifnull(valid_from, ''), ifnull(valid_to, ''))
  WHERE unlearnt_at IS NULL;

ALTER TABLE evidence ADD COLUMN fact_value TEXT NOT NULL DEFAULT '';
UPDATE evidence SET fact_value = (SELECT value FROM fact WHERE id = fact_id);
DROP TRIGGER evidence_gone;
CREATE TRIGGER evidence_gone AFTER DELETE ON evidence
BEGIN
  DELETE FROM fact WHERE id = OLD.fact_id AND NOT EXISTS (SELECT 1 FROM evidence WHERE fact_id = OLD.fact_id);
  UPDATE fact SET
    (value, precision, said_at, said_kind, learnt_at) = (
      SELECT fact_value, fact_precision, fact_said_at, fact_said_kind, fact_learnt_at
      FROM evidence WHERE fact_id = OLD.fact_id ORDER BY id LIMIT 1),
    confidence = (SELECT max(fact_confidence) FROM evidence WHERE fact_id = OLD.fact_id)
    WHERE id = OLD.fact_id;
END;
"""


# Mentions that follow from names alone are apart from `mention`: they keep no entity alive. A passage waits in
# link_passage to be linked; link_content holds documents in which something new was said; link_name the keys of names
# that came or changed, for which the passages up to the one in link_swept have been looked through. The ids that
# link_version has given count the changes of names. Nothing here remembers a name that is gone.
_LINKS = """
ALTER TABLE entity ADD COLUMN linked INTEGER NOT NULL DEFAULT 0;
-- alias_id needs no foreign key: the trigger takes its rows by the index on entities.
CREATE TABLE link(
  passage_id INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
  entity_id INTEGER NOT NULL,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL CHECK(0 <= span_start AND span_start < span_end),
  alias_id INTEGER NOT NULL,
  said_at INTEGER,
  PRIMARY KEY(passage_id, entity_id, span_start, span_end)) STRICT, WITHOUT ROWID;
CREATE INDEX link_latest ON link(entity_id, said_at DESC);
CREATE TABLE link_passage(passage_id INTEGER PRIMARY KEY REFERENCES passage(id) ON DELETE CASCADE) STRICT;
CREATE TABLE link_content(content_id INTEGER PRIMARY KEY REFERENCES content(id) ON DELETE CASCADE) STRICT;
CREATE TABLE link_name(key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE link_swept(passage_id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE link_version(id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
INSERT INTO link_passage SELECT id FROM passage;

CREATE TRIGGER link_new AFTER INSERT ON link
BEGIN
  UPDATE entity SET linked = linked + 1 WHERE id = NEW.entity_id;
END;
CREATE TRIGGER link_gone AFTER DELETE ON link
BEGIN
  UPDATE entity SET linked = linked - 1 WHERE id = OLD.entity_id;
END;
CREATE TRIGGER link_passage_new AFTER INSERT ON passage
BEGIN
  INSERT INTO link_passage VALUES (NEW.id);
END;
CREATE TRIGGER link_told AFTER INSERT ON mention
BEGIN
  INSERT INTO link_content SELECT content_id FROM passage WHERE id = NEW.passage_id ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER link_name_new AFTER INSERT ON alias
BEGIN
  INSERT INTO link_name VALUES (NEW.key) ON CONFLICT DO NOTHING;
  INSERT INTO link_version VALUES (NULL);
  DELETE FROM link_version;
  DELETE FROM link_swept;
END;
CREATE TRIGGER link_name_gone AFTER DELETE ON alias
BEGIN
  INSERT INTO link_passage SELECT DISTINCT p.id FROM link l JOIN passage p ON p.id = l.passage_id
    WHERE l.entity_id = OLD.entity_id AND l.alias_id = OLD.id ON CONFLICT DO NOTHING;
  DELETE FROM link WHERE entity_id = OLD.entity_id AND alias_id = OLD.id;
  DELETE FROM link_name WHERE key = OLD.key;
  INSERT INTO link_name SELECT DISTINCT key FROM alias WHERE key = OLD.key;
  INSERT INTO link_version VALUES (NULL);
  DELETE FROM link_version;
  DELETE FROM link_swept;
END;
CREATE TRIGGER link_name_other AFTER UPDATE OF type ON entity WHEN OLD.type <> NEW.type
BEGIN
  INSERT INTO link_name SELECT key FROM alias WHERE entity_id = NEW.id ON CONFLICT DO NOTHING;
  INSERT INTO link_version VALUES (NULL);
  DELETE FROM link_version;
  DELETE FROM link_swept;
END;
"""


def _index_of(kind: str) -> str:
    """The full-text table of one kind, and the trigger that clears both indexes when a row goes."""
    return f"""
CREATE VIRTUAL TABLE {kind}_fts USING fts5(
  title, heading, body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');
CREATE VIRTUAL TABLE {kind}_terms USING fts5vocab({kind}_fts, row);
CREATE TRIGGER {kind}_unindexed AFTER DELETE ON {kind}
BEGIN
  DELETE FROM {kind}_fts WHERE rowid = OLD.id;
  DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND kind = '{kind}' AND owner_id = OLD.id;
END;
"""


MIGRATIONS = (
    Migration(
        version=1,
        name="sources, graph, indexes",
        sql=_SOURCES + _GRAPH + _INDEXES + "".join(map(_index_of, ("passage", "entity", "fact"))) + _TRIGGERS,
    ),
    Migration(version=2, name="types of values", sql=_VALUE_FORMS),
    Migration(version=3, name="what waits for the model", sql=AGENDA),
    Migration(version=4, name="links", sql=_LINKS),
    Migration(version=5, name="what names and types rest on", sql=SUPPORT),
    Migration(version=6, name="jobs and watched folders", sql=JOBS),
    Migration(version=7, name="files that come and go", sql=FILES),
    Migration(version=8, name="when facts hold", sql=TIME),
    Migration(version=9, name="who is one, and review", sql=IDENTITY),
    Migration(version=10, name="context and stems in full text", sql=CONTEXT),
    Migration(version=11, name="the category hierarchy", sql=CATEGORIES),
    Migration(version=12, name="documents by title", sql=TITLES),
    Migration(version=13, name="summaries of documents", sql=SUMMARIES),
    Migration(version=14, name="what was asked", sql=HISTORY),
    Migration(version=15, name="values for good", sql=FIXED),
    Migration(version=16, name="sources in other orders", sql=ORDERS),
)
"""Every step, in order."""
