"""The step of the schema for the category hierarchy (see `schema`: a released step is never edited).

A build is unfinished, current or former, and there is one of each at most. A category goes with its build, or with the
last of what it holds. What is said of a category is made of the names of what lies below it: when an entity leaves, the
words about the categories above it go, and a name that holds the entity's is replaced by that of another child.
"""

NAMELESS = "…"
"""The name of a category that is about to go with its last child."""

_ABOVE_ENTITY = """
  SELECT category_id FROM category_entity WHERE entity_id = OLD.id
  UNION SELECT a.parent_id FROM category_entity c JOIN category_child a ON a.child_id = c.category_id
    WHERE c.entity_id = OLD.id
  UNION SELECT b.parent_id FROM category_entity c JOIN category_child a ON a.child_id = c.category_id
    JOIN category_child b ON b.child_id = a.parent_id WHERE c.entity_id = OLD.id
  UNION SELECT d.parent_id FROM category_entity c JOIN category_child a ON a.child_id = c.category_id
    JOIN category_child b ON b.child_id = a.parent_id JOIN category_child d ON d.child_id = b.parent_id
    WHERE c.entity_id = OLD.id
"""
"""The categories above an entity, up to the fourth layer: a trigger has no recursive query."""


def _holds(name: str) -> str:
    """Whether a name holds that of the entity that leaves; one of a single letter stands in most names by chance."""
    return f"(lower({name}) = lower(OLD.name) OR length(OLD.name) > 1 AND instr(lower({name}), lower(OLD.name)) > 0)"


def _rename(layer: int) -> str:
    """The statement for the names of one layer, after that for the layer below.

    A name is that of another child from then on; but where every other child has the words too, they stay.
    """
    names = (
        "SELECT e.id, e.name FROM category_entity c JOIN entity e ON e.id = c.entity_id"
        " WHERE c.category_id = category.id AND e.id <> OLD.id"
        if layer == 1
        else "SELECT k.id, k.name FROM category_child c JOIN category k ON k.id = c.child_id"
        f" WHERE c.parent_id = category.id AND k.name <> '{NAMELESS}'"
    )
    return f"""
  UPDATE category SET name = coalesce(
    (SELECT o.name FROM ({names}) o WHERE NOT {_holds("o.name")} ORDER BY o.id LIMIT 1),
    (SELECT category.name FROM ({names}) LIMIT 1), '{NAMELESS}')
    WHERE layer = {layer} AND id IN ({_ABOVE_ENTITY}) AND {_holds("name")};
"""


CATEGORIES = f"""
CREATE TABLE build(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  made_by TEXT NOT NULL,
  state TEXT NOT NULL UNIQUE CHECK(state IN ('unfinished', 'current', 'former')),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK((finished_at IS NULL) = (state = 'unfinished'))) STRICT;

CREATE TABLE category(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  build_id INTEGER NOT NULL REFERENCES build(id) ON DELETE CASCADE,
  layer INTEGER NOT NULL CHECK(layer BETWEEN 1 AND 4),
  name TEXT NOT NULL,
  summary TEXT NOT NULL,
  tags TEXT NOT NULL CHECK(json_valid(tags)),
  promoted INTEGER NOT NULL CHECK(promoted IN (0, 1))) STRICT;
CREATE INDEX category_layer ON category(build_id, layer, name);

-- `attached` is 1 where the entity came after the build.
CREATE TABLE category_entity(
  category_id INTEGER NOT NULL REFERENCES category(id) ON DELETE CASCADE,
  entity_id INTEGER NOT NULL REFERENCES entity(id) ON DELETE CASCADE,
  attached INTEGER NOT NULL DEFAULT 0 CHECK(attached IN (0, 1)),
  PRIMARY KEY(category_id, entity_id)) STRICT, WITHOUT ROWID;
CREATE INDEX category_entity_entity ON category_entity(entity_id, category_id);
CREATE TABLE category_child(
  parent_id INTEGER NOT NULL REFERENCES category(id) ON DELETE CASCADE,
  child_id INTEGER NOT NULL REFERENCES category(id) ON DELETE CASCADE,
  PRIMARY KEY(parent_id, child_id)) STRICT, WITHOUT ROWID;
CREATE INDEX category_child_child ON category_child(child_id, parent_id);

CREATE TRIGGER category_entity_gone AFTER DELETE ON category_entity
  WHEN NOT EXISTS (SELECT 1 FROM category_entity WHERE category_id = OLD.category_id)
BEGIN
  DELETE FROM category WHERE id = OLD.category_id;
END;
CREATE TRIGGER category_child_gone AFTER DELETE ON category_child
  WHEN NOT EXISTS (SELECT 1 FROM category_child WHERE parent_id = OLD.parent_id)
BEGIN
  DELETE FROM category WHERE id = OLD.parent_id;
END;
CREATE TRIGGER entity_leaves_categories BEFORE DELETE ON entity
  WHEN EXISTS (SELECT 1 FROM category_entity WHERE entity_id = OLD.id)
BEGIN
  UPDATE category SET summary = '', tags = '[]' WHERE id IN ({_ABOVE_ENTITY});
{"".join(map(_rename, range(1, 5)))}END;
"""
"""The text of the step."""
