"""SQL from outside reads the documented views, and nothing else whatever it says."""

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.libraries import CAT, MILL, fill
from tests.stages import NOW
from tests.store.samples import evidence, fact_draft, mention, name, state, store
from tsuzuri.core.categories import CategoryDraft
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.selecting import Bounds
from tsuzuri.core.supersession import Rules
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Quarantined
from tsuzuri.core.views import VIEWS
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect

SINCE = Interval(date(2000, 1, 1), None, Precision.YEAR)
CANARY = "canary in no view"
WORDS = (
    "SELECT * FROM WHERE AND WITH facts AS ( ) , entities entity fact quarantine main . temp sqlite_schema line reason"
    " count(*) UNION ALL JOIN ON 1 = a ORDER BY LIMIT ; pragma_table_info('fact') DELETE INSERT INTO VALUES UPDATE SET"
    " PRAGMA ATTACH EXISTS IN NOT NULL passage_fts MATCH 'x' -- /*"
).split()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library") / "library.db"


@pytest.fixture(scope="module")
def library(file: Path) -> Iterator[SqliteBackend]:
    opened = SqliteBackend(file, None, clock=lambda: NOW)
    fill(opened)
    with opened.transaction():
        opened.graph.quarantine([Quarantined(PassageId(1), CANARY, CANARY, CANARY)], NOW)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def tables(file: Path, library: SqliteBackend) -> tuple[str, ...]:
    """Every table, view and virtual table of the file."""
    connection = connect(file, None, writer=False)
    names = [str(name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type <> 'index'")]
    connection.close()
    return (*names, "sqlite_schema", "sqlite_master", "sqlite_temp_schema", "dbstat", "pragma_table_info")


def everything(file: Path) -> list[object]:
    """All that is stored, to be compared."""
    connection = connect(file, None, writer=False)
    names = [
        str(name)
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        )
    ]
    rows = [connection.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in names]
    connection.close()
    return [names, rows]


class TestTheViews:
    @pytest.mark.parametrize("view", list(VIEWS))
    def test_have_the_documented_columns(self, library: SqliteBackend, view: str) -> None:
        assert library.select(f"SELECT * FROM {view}", Bounds()).columns == VIEWS[view]

    @pytest.mark.parametrize("view", list(VIEWS))
    @pytest.mark.parametrize("what", ["count(*)", "1", "DISTINCT 1"])
    def test_can_be_counted_without_any_of_their_columns(self, library: SqliteBackend, view: str, what: str) -> None:
        assert library.select(f"SELECT {what} FROM {view}", Bounds()).columns

    @pytest.mark.parametrize("view", list(VIEWS))
    @pytest.mark.parametrize("other", list(VIEWS))
    def test_can_be_joined(self, library: SqliteBackend, view: str, other: str) -> None:
        asked = f"SELECT count(*), (SELECT count(*) FROM {other}) FROM {view} a LEFT JOIN {other} b ON 1 = 0"
        (row,) = library.select(asked, Bounds()).rows
        assert len(row) == 2

    def test_hold_what_is_known(self, library: SqliteBackend) -> None:
        facts = library.select("SELECT subject, relation, object FROM facts ORDER BY fact_id", Bounds())
        assert facts.rows == (("Mariko Hoshi", "owns", "old mill"), ("星 真理子", "lives_in", "東京"))
        proof = library.select("SELECT sentence, path FROM evidence JOIN passages USING (passage_id)", Bounds())
        assert proof.rows == ((MILL, "/notes/mill.md"), (CAT, "/notes/猫.md"))

    def test_may_be_shadowed_by_ones_own_names(self, library: SqliteBackend) -> None:
        asked = "WITH facts AS (SELECT name FROM entities) SELECT count(*) FROM facts"
        assert library.select(asked, Bounds()).rows == library.select("SELECT count(*) FROM entities", Bounds()).rows

    def test_leave_out_what_was_retracted(self, tmp_path: Path) -> None:
        backend = SqliteBackend(tmp_path / "library.db", None, clock=lambda: NOW)
        fill(backend)
        (first, *_) = backend.graph.all_facts().items
        with backend.transaction():
            backend.graph.retract(first.id, NOW)
        assert backend.select("SELECT count(*) FROM facts", Bounds()).rows == ((1,),)
        assert backend.select("SELECT count(*) FROM evidence", Bounds()).rows == ((1,),)
        backend.close()


class TestNothingElse:
    def test_no_table_is_read(self, library: SqliteBackend, tables: tuple[str, ...]) -> None:
        for table in tables:
            for asked in (f"SELECT * FROM main.{table}", f"SELECT count(*) FROM main.{table}"):
                with pytest.raises(UsageError, match="the query was refused"):
                    library.select(asked, Bounds())

    @pytest.mark.parametrize("table", ["entity", "evidence", "quarantine", "passage_fts", "sqlite_schema", "bearing"])
    @pytest.mark.parametrize(
        "template",
        [
            "SELECT 1 FROM main.{}",
            "SELECT rowid FROM main.{}",
            "WITH facts AS (SELECT * FROM main.{}) SELECT * FROM facts",
            "WITH v0_facts AS (SELECT * FROM main.{}) SELECT * FROM v0_facts",
            "SELECT * FROM (SELECT * FROM main.{}) AS facts",
            "SELECT (SELECT 1 FROM main.{})",
            "SELECT * FROM facts WHERE EXISTS (SELECT 1 FROM main.{})",
            "SELECT relation FROM facts UNION SELECT 1 FROM main.{}",
            "SELECT relation FROM facts, main.{}",
            "DELETE FROM main.{}",
            "DROP TABLE main.{}",
            "ANALYZE main.{}",
            "PRAGMA table_info({})",
        ],
    )
    def test_there_is_no_way_around(self, library: SqliteBackend, template: str, table: str) -> None:
        with pytest.raises(UsageError, match="the query was refused"):
            library.select(template.format(table), Bounds())

    @pytest.mark.parametrize(
        "sql",
        [
            "ATTACH ':memory:' AS other",
            "DETACH main",
            "PRAGMA query_only = 0",
            "PRAGMA key",
            "PRAGMA rekey = 'x'",
            "BEGIN",
            "SAVEPOINT a",
            "VACUUM",
            "VACUUM INTO 'copy.db'",
            "REINDEX",
            "CREATE TEMP TABLE a(b)",
            "CREATE VIEW a AS SELECT 1",
            "CREATE TEMP TRIGGER a INSTEAD OF DELETE ON facts BEGIN SELECT 1; END",
            "INSERT INTO facts(fact_id) VALUES (1)",
            "UPDATE entities SET name = ''",
            "DELETE FROM facts",
            "DROP VIEW facts",
            "EXPLAIN SELECT * FROM facts",
            "EXPLAIN QUERY PLAN SELECT * FROM facts",
            "SELECT load_extension('x')",
            "SELECT randomblob(10)",
            "SELECT zeroblob(1000000000)",
            "SELECT printf('%1000000000d', 1)",
            "SELECT vec_version()",
            "SELECT sqlite_version()",
            "SELECT * FROM json_each('[1]')",
            "SELECT * FROM generate_series(1, 9)",
            "SELECT 1; SELECT 2",
            "SELECT ?",
            "SELECT '\ud800'",
            "SELECT \x00",
            "SELECT",
            "facts",
            "SELECT 1" + " + 1" * 500,
            "SELECT '" + "x" * 30_000 + "'",
        ],
    )
    def test_no_other_statement_runs(self, library: SqliteBackend, file: Path, sql: str) -> None:
        before = everything(file)
        with pytest.raises(UsageError, match="the query was refused"):
            library.select(sql, Bounds())
        assert everything(file) == before
        assert not Path("copy.db").exists()

    @settings(max_examples=150, deadline=None)
    @given(
        st.lists(
            st.sampled_from(WORDS),
            max_size=24,
        )
    )
    def test_no_words_in_any_order_do_otherwise(self, library: SqliteBackend, words: list[str]) -> None:
        version = library.data_version()
        try:
            table = library.select(" ".join(words), Bounds(seconds=1.0, rows=20))
        except UsageError:
            return
        assert CANARY not in str(table.rows)
        assert library.data_version() == version

    @settings(max_examples=60, deadline=None)
    @given(st.text(max_size=60))
    def test_any_text_is_a_table_or_refused(self, library: SqliteBackend, text: str) -> None:
        try:
            library.select(f"SELECT {text}", Bounds(seconds=1.0))
        except UsageError:
            return


class TestWhatIsOne:
    """The views of a library in which entities were united, facts retracted, and a dispute was settled."""

    @pytest.fixture
    def united(self, tmp_path: Path) -> Iterator[SqliteBackend]:
        opened = SqliteBackend(tmp_path / "library.db", None, clock=lambda: NOW)
        with opened.transaction():
            opened.graph.set_rules(Rules(frozenset({"lives_in"})))
            (passage,) = store(opened, "/note.txt", ["Aiko, Kobe and Nara"]).passages
            one, other, kobe, nara = (name(opened, words) for words in ("Aiko", "A. Mori", "Kobe", "Nara"))
            opened.graph.add_mentions(mention(who, passage) for who in (one, other, kobe, nara))
            for end, who in enumerate((one, other), 4):
                state(opened, fact_draft(who, "knows", kobe), evidence(passage, end=end))
            for end, where in enumerate((kobe, nara), 6):
                state(opened, fact_draft(one, "lives_in", where, valid=SINCE), evidence(passage, end=end))
            build = opened.categories.begin("rule 1", NOW)
            opened.categories.add(build, [CategoryDraft(1, "people", (one, other))])
            opened.categories.publish(build, NOW)
            opened.identities.unite(one, other)
        yield opened
        opened.close()

    def test_is_mentioned_once_at_a_place(self, united: SqliteBackend) -> None:
        assert united.select("SELECT count(*) FROM mentions WHERE entity_id = 1", Bounds()).rows == ((1,),)

    def test_is_in_a_category_once(self, united: SqliteBackend) -> None:
        assert united.select("SELECT entity_id FROM categories", Bounds()).rows == ((1,),)

    def test_leaves_no_evidence_when_it_is_retracted(self, united: SqliteBackend) -> None:
        asked = "SELECT count(*) FROM evidence WHERE fact_id NOT IN (SELECT fact_id FROM facts)"
        with united.transaction():
            united.graph.retract(FactId(1), NOW)
        assert united.select(asked, Bounds()).rows == ((0,),)

    def test_is_disputed_until_both_hold(self, united: SqliteBackend) -> None:
        asked = "SELECT count(*) FROM facts WHERE disputed_by IS NOT NULL"
        disputed = united.graph.disputed().items
        assert united.select(asked, Bounds()).rows == ((len(disputed),),)
        assert disputed
        with united.transaction():
            united.graph.reconcile(FactId(3), FactId(4), both_hold=True)
        assert united.select(asked, Bounds()).rows == ((0,),)


class TestBounds:
    ENDLESS = "SELECT count(*) FROM facts a, facts b, mentions c, mentions d, mentions e, passages f, passages g, " + (
        ", ".join(f"mentions m{n}" for n in range(12))
    )

    def test_time_ends_a_query(self, library: SqliteBackend) -> None:
        with pytest.raises(UsageError, match=r"more than 0\.05 seconds"):
            library.select(self.ENDLESS, Bounds(seconds=0.05))

    def test_time_ends_a_query_of_few_steps(self, library: SqliteBackend) -> None:
        letters = "'a'"
        for _ in range(4):
            letters = f"replace({letters}, 'a', '{'a' * 16}')"
        sought = (f"instr({letters}, substr({letters}, 1, 32000) || {n} || m.entity_id)" for n in range(20))
        began = time.monotonic()
        with pytest.raises(UsageError, match="seconds"):
            library.select(f"SELECT sum({' + '.join(sought)}) FROM mentions m, mentions n, mentions o", Bounds(0.05))
        assert time.monotonic() - began < 4

    def test_memory_ends_a_query(self, library: SqliteBackend) -> None:
        with pytest.raises(UsageError, match="too much memory"):
            library.select(self.ENDLESS, Bounds(memory=-(1 << 40)))

    def test_recursion_never_begins(self, library: SqliteBackend) -> None:
        with pytest.raises(UsageError):
            library.select("WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a) SELECT x FROM a", Bounds())

    def test_rows_are_cut_and_that_is_told(self, library: SqliteBackend) -> None:
        table = library.select("SELECT name FROM entities", Bounds(rows=2))
        assert (len(table.rows), table.cut) == (2, True)
        assert not library.select("SELECT name FROM entities LIMIT 2", Bounds(rows=2)).cut

    def test_a_value_is_a_number_a_text_or_nothing(self, library: SqliteBackend) -> None:
        assert library.select("SELECT 1, 1.5, 'a', NULL, x'00ff'", Bounds()).rows == ((1, 1.5, "a", None, "00ff"),)

    @pytest.mark.parametrize("sql", ["SELECT cast(x'ff' AS TEXT)", "SELECT substr(cast(x'e381' AS TEXT), 1)"])
    def test_bytes_that_are_no_text_are_refused(self, library: SqliteBackend, sql: str) -> None:
        with pytest.raises(UsageError, match="bytes"):
            library.select(sql, Bounds())


def test_sqlite_takes_the_name_of_a_common_table_expression_for_a_views(file: Path, library: SqliteBackend) -> None:
    """Why the views that may read tables have names that nobody can guess."""
    connection, inside = connect(file, None, writer=False), set()

    def note(action: int, first: str | None, second: str | None, database: str | None, within: str | None) -> int:
        inside.add(within)
        return apsw.SQLITE_OK

    connection.authorizer = note
    connection.execute("WITH facts AS (SELECT name FROM entity) SELECT * FROM facts").fetchall()
    connection.close()
    assert "facts" in inside
