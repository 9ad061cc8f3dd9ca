"""Files of every age open, or say why not; a step that fails changes nothing."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tests.store.samples import KEY, NOW
from tsuzuri.core.errors import LibraryDamaged
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import EntityType, Kind, NameKind
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.store.sqlite.migrations import Migration, backup_path, migrate
from tsuzuri.store.sqlite.schema import MIGRATIONS
from tsuzuri.text.stems import stem

FIRST = Migration(1, "notes", "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")
SECOND = Migration(2, "tags", "ALTER TABLE note ADD COLUMN tag TEXT NOT NULL DEFAULT ''; CREATE TABLE tag(name TEXT);")
THIRD = Migration(3, "fails", "CREATE TABLE half(x); INSERT INTO nowhere VALUES (1);")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


def opened(path: Path, steps: Sequence[Migration], key: bytes | None = None) -> apsw.Connection:
    connection = connect(path, key, writer=True)
    try:
        migrate(connection, path, key, steps, NOW)
    except BaseException:
        connection.close()
        raise
    return connection


def dump(connection: apsw.Connection) -> list[object]:
    schema = connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
    return [schema, connection.execute("SELECT * FROM note").fetchall(), connection.pragma("user_version")]


@pytest.mark.parametrize("key", [None, KEY])
def test_an_old_file_is_upgraded_and_keeps_its_rows(path: Path, key: bytes | None) -> None:
    old = opened(path, [FIRST], key)
    old.execute("INSERT INTO note(text) VALUES ('kept')")
    old.close()
    new = opened(path, [FIRST, SECOND], key)
    assert new.execute("SELECT text, tag FROM note").fetchall() == [("kept", "")]
    assert new.execute("SELECT version, name FROM migration").fetchall() == [(1, "notes"), (2, "tags")]
    new.close()


@pytest.mark.parametrize("key", [None, KEY])
def test_a_copy_of_the_old_file_is_kept_beside_it(path: Path, key: bytes | None) -> None:
    old = opened(path, [FIRST], key)
    old.execute("INSERT INTO note(text) VALUES ('kept')")
    old.close()
    opened(path, [FIRST, SECOND], key).close()
    copy = opened(backup_path(path, 1), [FIRST], key)
    assert copy.execute("SELECT text FROM note").fetchall() == [("kept",)]
    copy.close()


def test_a_new_file_needs_no_copy(path: Path) -> None:
    opened(path, [FIRST, SECOND]).close()
    assert not backup_path(path, 1).exists()


def test_a_step_that_fails_changes_nothing(path: Path) -> None:
    connection = opened(path, [FIRST, SECOND])
    connection.execute("INSERT INTO note(text) VALUES ('kept')")
    before = dump(connection)
    with pytest.raises(apsw.SQLError):
        migrate(connection, path, None, [FIRST, SECOND, THIRD], NOW)
    assert dump(connection) == before
    connection.close()


def test_the_steps_before_a_failing_one_stay(path: Path) -> None:
    opened(path, [FIRST]).close()
    with pytest.raises(apsw.SQLError):
        opened(path, [FIRST, SECOND, THIRD])
    connection = opened(path, [FIRST, SECOND])
    assert connection.pragma("user_version") == 2
    connection.close()


def test_a_newer_file_is_refused(path: Path) -> None:
    opened(path, [FIRST, SECOND]).close()
    with pytest.raises(LibraryDamaged, match="newer"):
        opened(path, [FIRST])


def test_a_step_of_another_text_is_refused(path: Path) -> None:
    opened(path, [FIRST]).close()
    with pytest.raises(LibraryDamaged, match="different build"):
        opened(path, [Migration(1, "notes", FIRST.sql + " "), SECOND])


def test_doing_it_again_does_nothing(path: Path) -> None:
    connection = opened(path, [FIRST])
    before = dump(connection)
    migrate(connection, path, None, [FIRST], NOW)
    assert dump(connection) == before
    connection.close()


def test_the_library_has_versions_without_a_gap(path: Path) -> None:
    assert [step.version for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    opened(path, MIGRATIONS, KEY).close()


def test_values_of_an_older_library_are_text_as_they_stand(path: Path) -> None:
    old = opened(path, MIGRATIONS[:1])
    old.execute(
        """
        INSERT INTO content(id, sha256, media_type, title, title_folded, language, encoding, passages, pending)
          VALUES (1, zeroblob(32), '', '', '', '', '', 1, 0);
        INSERT INTO passage(id, content_id, ordinal, span_start, span_end, heading, locator, speaker, text)
          VALUES (1, 1, 0, 0, 9, '', '', '', 'costs 3円');
        INSERT INTO entity(id, name, key, type, created_at) VALUES (1, 'A', 'a', 'thing', 0), (2, 'B', 'b', 'thing', 0);
        INSERT INTO fact(id, subject_id, relation, object_id, value, precision, learnt_at, confidence)
          VALUES (1, 1, 'price', NULL, '3円', 'unknown', 0, 1), (2, 1, 'uses', 2, '', 'unknown', 0, 1);
        INSERT INTO evidence(fact_id, passage_id, statement_start, statement_end, subject_start, subject_end,
          object_start, object_end, confidence, made_by, fact_precision, fact_learnt_at, fact_confidence)
          SELECT id, 1, 0, 9, 0, 1, 6, 9, 1, 'rule 1', 'unknown', 0, 1 FROM fact;
        """
    )
    old.close()
    new = opened(path, MIGRATIONS)
    assert new.execute("SELECT value_type, value_norm, value FROM fact").fetchall() == [
        ("text", "3円", "3円"),
        ("", "", ""),
    ]
    assert new.execute("SELECT fact_value FROM evidence").fetchall() == [("3円",), ("",)]
    new.close()


def test_passages_of_an_older_library_wait_to_be_linked(path: Path) -> None:
    old = opened(path, MIGRATIONS[:3])
    old.execute(
        """
        INSERT INTO content(id, sha256, media_type, title, title_folded, language, encoding, passages, pending)
          VALUES (1, zeroblob(32), '', '', '', '', '', 1, 0);
        INSERT INTO passage(id, content_id, ordinal, span_start, span_end, heading, locator, speaker, text)
          VALUES (7, 1, 0, 0, 1, '', '', '', 'A');
        """
    )
    old.close()
    new = opened(path, MIGRATIONS)
    assert new.execute("SELECT passage_id FROM link_passage").fetchall() == [(7,)]
    new.close()


def test_names_and_types_of_an_older_library_stay_and_its_facts_of_several_proofs_are_indexed_anew(path: Path) -> None:
    old = opened(path, MIGRATIONS[:4])
    old.execute(
        """
        INSERT INTO content(id, sha256, media_type, title, title_folded, language, encoding, passages, pending)
          VALUES (1, zeroblob(32), '', '', '', '', '', 2, 0);
        INSERT INTO source(uri, uri_folded, size, modified_at, content_id, added_at)
          VALUES ('/a', '/a', 1, 0, 1, 0);
        INSERT INTO passage(id, content_id, ordinal, span_start, span_end, heading, locator, speaker, text)
          VALUES (1, 1, 0, 0, 9, '', '', '', 'plum is A'), (2, 1, 1, 0, 9, '', '', '', 'pear is A');
        INSERT INTO entity(id, name, key, type, created_at) VALUES (1, 'A', 'a', 'person', 0);
        INSERT INTO alias(entity_id, key, name, kind) VALUES (1, 'a', 'A', 'own'), (1, 'b', 'B', 'stated');
        INSERT INTO fact(id, subject_id, relation, value, value_type, value_norm, precision, learnt_at, confidence)
          VALUES (1, 1, 'is', 'x', 'text', 'x', 'unknown', 0, 1);
        INSERT INTO evidence(fact_id, passage_id, statement_start, statement_end, subject_start, subject_end,
          object_start, object_end, confidence, made_by, fact_precision, fact_learnt_at, fact_confidence)
          SELECT 1, id, 0, 9, 0, 1, 0, 1, 1, 'rule 1', 'unknown', 0, 1 FROM passage;
        INSERT INTO fact_fts(rowid, title, heading, body) VALUES (1, '', '', 'pear');
        """
    )
    old.close()
    backend = SqliteBackend(path, None, clock=lambda: NOW)
    with backend.transaction():
        backend.graph.add_alias(EntityId(1), "B", "b", NameKind.STATED, PassageId(2))
        assert not backend.graph.vote_type(EntityId(1), EntityType.PLACE, PassageId(2))
    assert backend.lexical.frequencies(Kind.FACT, ["plum", "pear"]) == (1, 0)
    (entity,) = backend.graph.entities().items
    assert (entity.aliases, entity.type) == (("B",), EntityType.PERSON)
    backend.close()


def test_files_of_an_older_library_that_were_neither_read_nor_refused_wait_to_be_read(path: Path) -> None:
    old = opened(path, MIGRATIONS[:5])
    old.execute(
        """
        INSERT INTO content(id, sha256, media_type, title, title_folded, language, encoding, passages, pending)
          VALUES (1, zeroblob(32), '', '', '', '', '', 0, 0);
        INSERT INTO source(id, uri, uri_folded, size, modified_at, refusal, content_id, added_at, changed_at)
          VALUES (1, '/read', '', 1, 10, NULL, 1, 20, 20), (2, '/refused', '', 1, 10, 'refused', NULL, 20, 20),
            (3, '/waits', '', 1, 10, NULL, NULL, 20, 30);
        """
    )
    old.close()
    new = opened(path, MIGRATIONS)
    assert new.execute("SELECT source_id, state, priority, modified_at, queued_at FROM job").fetchall() == [
        (3, "waiting", 0, 10, 20)
    ]
    assert new.execute("SELECT paused FROM control").fetchall() == [(0,)]
    new.close()


def test_facts_of_an_older_library_hold_as_their_words_say_until_there_are_rules(path: Path) -> None:
    old = opened(path, MIGRATIONS[:7])
    old.execute(
        """
        INSERT INTO content(id, sha256, media_type, title, title_folded, language, encoding, passages, pending)
          VALUES (1, zeroblob(32), '', '', '', '', '', 1, 0);
        INSERT INTO source(uri, uri_folded, size, modified_at, content_id, added_at)
          VALUES ('/a', '/a', 1, 0, 1, 0);
        INSERT INTO passage(id, content_id, ordinal, span_start, span_end, heading, locator, speaker, text)
          VALUES (1, 1, 0, 0, 9, '', '', '', 'A is at B');
        INSERT INTO entity(id, name, key, type, created_at)
          VALUES (1, 'A', 'a', 'person', 0), (2, 'B', 'b', 'thing', 0), (3, 'C', 'c', 'thing', 0);
        INSERT INTO fact(id, subject_id, relation, object_id, value, valid_from, precision, learnt_at, confidence)
          VALUES (1, 1, 'works_at', 2, '', '2000-01-01', 'year', 0, 1),
            (2, 1, 'works_at', 3, '', '2010-01-01', 'year', 0, 1), (3, 1, 'works_at', 3, '', NULL, 'unknown', 0, 1);
        INSERT INTO evidence(fact_id, passage_id, statement_start, statement_end, subject_start, subject_end,
          object_start, object_end, confidence, made_by, fact_precision, fact_learnt_at, fact_confidence)
          SELECT id, 1, 0, 9, 0, 1, 8, 9, 1, 'rule 1', precision, 0, 1 FROM fact;
        """
    )
    old.close()
    with closing(SqliteBackend(path, None, clock=lambda: NOW)) as backend:
        facts = backend.graph.facts_of(EntityId(1))
        assert [fact.held for fact in facts] == [fact.valid for fact in facts]
        with backend.transaction():
            backend.graph.set_rules(Rules(frozenset({"works_at"})))
        assert [(fact.id, fact.closed_by) for fact in backend.graph.facts_of(EntityId(1))] == [
            (1, 2),
            (2, None),
            (3, None),
        ]


def test_an_older_library_is_indexed_anew_with_stems_and_context_when_it_is_opened(path: Path) -> None:
    old = opened(path, MIGRATIONS[:9])
    old.execute(
        """
        INSERT INTO content(id, sha256, media_type, title, title_folded, language, encoding, passages, pending)
          VALUES (1, zeroblob(32), '', '', '', '', '', 2, 0);
        INSERT INTO source(uri, uri_folded, size, modified_at, content_id, added_at, changed_at)
          VALUES ('/a', '/a', 1, 0, 1, 0, 0);
        INSERT INTO passage(id, content_id, ordinal, span_start, span_end, heading, locator, speaker, text)
          VALUES (1, 1, 0, 0, 9, '', '', 'Mira', 'any mills?'), (2, 1, 1, 0, 9, '', '', 'Otto', 'one');
        INSERT INTO space(id, model, revision, dimension, query_prefix, passage_prefix) VALUES (1, 'x', '', 1, '', '');
        INSERT INTO vector(space_id, kind, owner_id, embedding) VALUES (1, 'passage', 1, x'00'), (1, 'fact', 1, x'00');
        """
    )
    old.close()
    with closing(SqliteBackend(path, None, clock=lambda: NOW)) as backend:
        assert backend.lexical.frequencies(Kind.PASSAGE, [stem("mill"), "mira", "one"]) == (2, 2, 1)
    after = connect(path, None, writer=False)
    assert after.execute("SELECT kind FROM vector").fetchall() == [("fact",)]
    after.close()
