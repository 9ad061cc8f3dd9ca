"""The category hierarchy in SQLite. Entities that are united count as their root (see `core.identity`)."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import apsw

from tsuzuri.core.categories import Build, Category, CategoryDraft
from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.ids import BuildId, CategoryId, EntityId
from tsuzuri.core.values import Entity
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.rows import ENTITY_COLUMNS
from tsuzuri.store.sqlite.session import Session

_BUILD = """
SELECT b.id, b.made_by, b.started_at, b.finished_at,
  (SELECT json_group_array(size ORDER BY layer) FROM (
    SELECT layer, count(*) AS size FROM category WHERE build_id = b.id GROUP BY layer)),
  (SELECT count(DISTINCT c.entity_id) FROM category k JOIN category_entity c ON c.category_id = k.id
    WHERE k.build_id = b.id AND k.layer = 1 AND c.attached)
FROM build b WHERE b.state = ?
"""
_CURRENT = "(SELECT id FROM build WHERE state = 'current')"
# Every category that is asked for with all that lies below it. `UNION` passes no pair twice, so that it always ends.
_BELOW = """
WITH RECURSIVE below(top_id, id) AS (
  SELECT j.value, j.value FROM json_each(?1) j
  UNION SELECT b.top_id, c.child_id FROM below b JOIN category_child c ON c.parent_id = b.id)
"""
_CATEGORIES = f"""
{_BELOW}, sized(id, entities) AS (
  SELECT b.top_id, count(DISTINCT e.root_id) FROM below b
  JOIN category_entity m ON m.category_id = b.id JOIN entity e ON e.id = m.entity_id GROUP BY b.top_id)
SELECT c.id, c.layer, c.name, c.summary, c.tags,
  CASE c.layer WHEN 1 THEN s.entities ELSE (SELECT count(*) FROM category_child WHERE parent_id = c.id) END,
  s.entities, c.promoted
FROM json_each(?1) j CROSS JOIN category c ON c.id = j.value JOIN sized s ON s.id = c.id ORDER BY j.key
"""
_CHILDREN = """
SELECT c.parent_id, c.child_id FROM json_each(?) j CROSS JOIN category_child c ON c.parent_id = j.value ORDER BY j.key
"""
_ENTITIES = f"""
SELECT category_id, {ENTITY_COLUMNS} FROM (
  SELECT category_id, root_id, row_number() OVER (PARTITION BY category_id ORDER BY mentions DESC, root_id) AS place
  FROM (
    SELECT DISTINCT m.category_id, r.id AS root_id, r.mentions + r.linked AS mentions
    FROM json_each(?1) j CROSS JOIN category_entity m ON m.category_id = j.value
    JOIN entity o ON o.id = m.entity_id JOIN entity r ON r.id = o.root_id)) t
CROSS JOIN entity e ON e.id = t.root_id WHERE t.place <= ?2 ORDER BY t.category_id, t.place
"""
_ENTITIES_BELOW = f"""
{_BELOW}
SELECT r.id FROM (
  SELECT DISTINCT o.root_id FROM below b JOIN category_entity m ON m.category_id = b.id
  JOIN entity o ON o.id = m.entity_id) t
JOIN entity r ON r.id = t.root_id ORDER BY r.mentions + r.linked DESC, r.id LIMIT ?2
"""
_PARENTS = f"""
SELECT DISTINCT a.id, m.category_id
FROM json_each(?) j CROSS JOIN entity a ON a.id = j.value JOIN entity o ON o.root_id = a.root_id
JOIN category_entity m ON m.entity_id = o.id JOIN category c ON c.id = m.category_id
WHERE c.build_id = {_CURRENT} ORDER BY j.key, m.category_id
"""
_UNCATEGORISED = f"""
SELECT r.id FROM entity r WHERE r.root_id = r.id AND NOT EXISTS (
  SELECT 1 FROM entity o CROSS JOIN category_entity m ON m.entity_id = o.id
  JOIN category c ON c.id = m.category_id AND c.build_id = {_CURRENT} WHERE o.root_id = r.id)
ORDER BY r.id LIMIT ?
"""
_NAMED = "SELECT id FROM category WHERE build_id = ? AND layer = ? AND name = ? LIMIT 1"

_THERE = "SELECT id FROM entity WHERE id IN (SELECT value FROM json_each(?))"
_LAYERS = f"""
SELECT build_id, layer, max(CASE name WHEN ? THEN id END) FROM category WHERE build_id = {_CURRENT}
GROUP BY layer ORDER BY layer
"""
_HOLD_ENTITY = "INSERT INTO category_entity VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_HOLD_CHILD = "INSERT INTO category_child VALUES (?, ?) ON CONFLICT DO NOTHING"


class SqliteCategories:
    """The `Categories` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def current(self) -> Build | None:
        """See `Categories.current`."""
        return self._build("current")

    def unfinished(self) -> Build | None:
        """See `Categories.unfinished`."""
        return self._build("unfinished")

    def begin(self, by: str, now: datetime) -> BuildId:
        """See `Categories.begin`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM build WHERE state = 'unfinished'")
            id_ = connection.execute(
                "INSERT INTO build(made_by, state, started_at) VALUES (?, 'unfinished', ?) RETURNING id",
                (by, to_micros(now)),
            ).get
        return BuildId(id_)

    def add(self, build: BuildId, drafts: Sequence[CategoryDraft]) -> tuple[CategoryId, ...]:
        """See `Categories.add`."""
        with self._session.writing() as connection:
            if connection.execute("SELECT state FROM build WHERE id = ?", (build,)).get != "unfinished":
                raise ValueError(f"build {build} is not being made")
            ids = tuple(_add(connection, build, draft) for draft in drafts)
            connection.execute(
                """
                DELETE FROM category WHERE id IN (SELECT value FROM json_each(?))
                  AND NOT EXISTS (SELECT 1 FROM category_entity WHERE category_id = category.id)
                  AND NOT EXISTS (SELECT 1 FROM category_child WHERE parent_id = category.id)
                """,
                (rows.id_list(ids),),
            )
        return ids

    def layer(self, build: BuildId, layer: int) -> tuple[Category, ...]:
        """See `Categories.layer`."""
        with self._session.reading() as connection:
            ids = _ids(connection, "SELECT id FROM category WHERE build_id = ? AND layer = ? ORDER BY id", build, layer)
            return _read(connection, ids)

    def publish(self, build: BuildId, now: datetime) -> None:
        """See `Categories.publish`."""
        with self._session.writing() as connection:
            if connection.execute("SELECT state FROM build WHERE id = ?", (build,)).get != "unfinished":
                raise ValueError(f"build {build} is not being made")
            connection.execute("DELETE FROM build WHERE state = 'former'")
            connection.execute("UPDATE build SET state = 'former' WHERE state = 'current'")
            connection.execute(
                "UPDATE build SET state = 'current', finished_at = ? WHERE id = ?", (to_micros(now), build)
            )

    def revert(self) -> bool:
        """See `Categories.revert`."""
        with self._session.writing() as connection:
            if connection.execute("SELECT 1 FROM build WHERE state = 'former'").get is None:
                return False
            connection.execute("DELETE FROM build WHERE state = 'current'")
            connection.execute("UPDATE build SET state = 'current' WHERE state = 'former'")
        return True

    def top(self) -> tuple[Category, ...]:
        """See `Categories.top`."""
        with self._session.reading() as connection:
            ids = _ids(
                connection,
                f"""
                SELECT id FROM category WHERE build_id = {_CURRENT}
                  AND layer = (SELECT max(layer) FROM category WHERE build_id = {_CURRENT})
                """,
            )
            return tuple(sorted(_read(connection, ids), key=_by_size))

    def categories(self, ids: Sequence[CategoryId]) -> tuple[Category, ...]:
        """See `Categories.categories`."""
        with self._session.reading() as connection:
            return _read(connection, ids)

    def children(self, ids: Sequence[CategoryId]) -> Mapping[CategoryId, tuple[Category, ...]]:
        """See `Categories.children`."""
        with self._session.reading() as connection:
            pairs = rows.fetch(connection, _CHILDREN, (rows.id_list(dict.fromkeys(ids)),))
            found = {one.id: one for one in _read(connection, list(dict.fromkeys(child for _, child in pairs)))}
        grouped = rows.grouped((CategoryId(parent), found[child]) for parent, child in pairs)
        return {parent: tuple(sorted(of, key=_by_size)) for parent, of in grouped.items()}

    def entities(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> Mapping[CategoryId, tuple[Entity, ...]]:
        """See `Categories.entities`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _ENTITIES, (rows.id_list(dict.fromkeys(ids)), limit_each))
        return rows.grouped((CategoryId(row[0]), rows.entity(row[1:])) for row in found)

    def below(self, ids: Sequence[CategoryId], *, limit: int = 10_000) -> tuple[EntityId, ...]:
        """See `Categories.below`."""
        with self._session.reading() as connection:
            return tuple(
                EntityId(id_) for id_ in _ids(connection, _ENTITIES_BELOW, rows.id_list(dict.fromkeys(ids)), limit)
            )

    def parents(self, entity_ids: Sequence[EntityId]) -> Mapping[EntityId, tuple[Category, ...]]:
        """See `Categories.parents`."""
        with self._session.reading() as connection:
            pairs = rows.fetch(connection, _PARENTS, (rows.id_list(dict.fromkeys(entity_ids)),))
            found = {one.id: one for one in _read(connection, list(dict.fromkeys(id_ for _, id_ in pairs)))}
        return rows.grouped((EntityId(entity), found[category]) for entity, category in pairs)

    def uncategorised(self, limit: int) -> tuple[EntityId, ...]:
        """See `Categories.uncategorised`."""
        with self._session.reading() as connection:
            return tuple(EntityId(id_) for id_ in _ids(connection, _UNCATEGORISED, limit))

    def attach(self, pairs: Collection[tuple[EntityId, CategoryId]]) -> None:
        """See `Categories.attach`."""
        with self._session.writing() as connection:
            connection.executemany(
                f"""
                INSERT INTO category_entity(category_id, entity_id, attached)
                SELECT c.id, e.id, 1 FROM category c, entity e
                WHERE e.id = ? AND c.id = ? AND c.layer = 1 AND c.build_id = {_CURRENT} ON CONFLICT DO NOTHING
                """,
                list(pairs),
            )

    def set_aside(self, entity_ids: Collection[EntityId], name: str) -> None:
        """See `Categories.set_aside`."""
        with self._session.writing() as connection:
            there = _ids(connection, _THERE, rows.id_list(entity_ids))
            of_layer = rows.fetch(connection, _LAYERS, (name,)) if there else []
            child: int | None = None
            for build, layer, known in of_layer:
                id_ = known or _insert(connection, build, CategoryDraft(layer, name, (0,), promoted=True))
                held = [(id_, entity, 1) for entity in there] if child is None else [(id_, child)]
                connection.executemany(_HOLD_ENTITY if child is None else _HOLD_CHILD, held)
                child = id_

    def _build(self, state: str) -> Build | None:
        with self._session.reading() as connection:
            found = rows.fetch(connection, _BUILD, (state,))
        for id_, by, started, finished, sizes, attached in found:
            return Build(
                id=BuildId(id_),
                by=by,
                started_at=from_micros(started),
                finished_at=None if finished is None else from_micros(finished),
                sizes=tuple(json.loads(sizes)),
                attached=attached,
            )
        return None


def _add(connection: apsw.Connection, build: BuildId, draft: CategoryDraft) -> CategoryId:
    children = list(dict.fromkeys(draft.children))
    known = connection.execute(_NAMED, (build, draft.layer, draft.name)).get
    id_ = _insert(connection, build, draft) if known is None else known
    if draft.layer == 1:
        connection.execute(
            """
            INSERT INTO category_entity(category_id, entity_id) SELECT ?, e.id
            FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value WHERE true ON CONFLICT DO NOTHING
            """,
            (id_, rows.id_list(children)),
        )
    else:
        strange = connection.execute(
            """
            SELECT count(*) FROM json_each(?) j CROSS JOIN category c ON c.id = j.value
            WHERE c.build_id <> ? OR c.layer <> ?
            """,
            (rows.id_list(children), build, draft.layer - 1),
        ).get
        if strange:
            raise ValueError(f"a child of {draft.name!r} is not in the layer below")
        connection.execute(
            """
            INSERT INTO category_child SELECT ?, c.id
            FROM json_each(?) j CROSS JOIN category c ON c.id = j.value WHERE true ON CONFLICT DO NOTHING
            """,
            (id_, rows.id_list(children)),
        )
    if known is not None:
        connection.execute(
            "UPDATE category SET summary = ?, tags = ?, promoted = ? WHERE id = ?",
            (draft.summary, rows.text_list(draft.tags), draft.promoted, id_),
        )
    return CategoryId(id_)


def _insert(connection: apsw.Connection, build: BuildId, draft: CategoryDraft) -> int:
    return int(
        connection.execute(
            """
            INSERT INTO category(build_id, layer, name, summary, tags, promoted) VALUES (?, ?, ?, ?, ?, ?) RETURNING id
            """,
            (build, draft.layer, draft.name, draft.summary, rows.text_list(draft.tags), draft.promoted),
        ).get
    )


def _ids(connection: apsw.Connection, query: str, *values: "apsw.SQLiteValue") -> list[int]:
    return [int(id_) for (id_,) in rows.fetch(connection, query, values)]


def _read(connection: apsw.Connection, ids: Sequence[int]) -> tuple[Category, ...]:
    found = rows.fetch(connection, _CATEGORIES, (rows.id_list(ids),))
    return tuple(
        Category(CategoryId(id_), layer, name, summary, tuple(json.loads(tags)), children, entities, bool(promoted))
        for id_, layer, name, summary, tags, children, entities, promoted in found
    )


def _by_size(category: Category) -> tuple[int, CategoryId]:
    return -category.entities, category.id
