"""Whatever happens to a folder and to the program: when it has settled, the library is what a new look would make it.

A state machine (hypothesis, rule based) writes, edits, renames, moves, copies, deletes and ignores files, takes the
folder away and puts it back, and ends the program in the middle of its work. After each settling the library is
compared with one that has seen nothing but the disk as it is then.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.extract.given.documents import SHIPPED
from tests.fakes import FakeChat, FakeEmbedder, InProcessReader
from tests.ingest.live import HandClock
from tests.library.worlds import fact_lines
from tsuzuri.core.document import SaidKind
from tsuzuri.core.ports import Backend
from tsuzuri.core.roots import RootState
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.extract.understand import Understanding
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.ingest.indexing import Indexing
from tsuzuri.ingest.reading import Readings, recover
from tsuzuri.ingest.reconcile import Departures, Reconciler
from tsuzuri.ingest.watcher import Ignored, Put
from tsuzuri.ingest.watching import Watching
from tsuzuri.store.memory.backend import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend

RUNS = 500
MANY_RUNS = 5000
BY_FILE = (SaidKind.FILE_NAME, SaidKind.FILE_TIME)
"""Dates that a content has from the first of the files that hold it, which may be gone."""
MOST_KILLS = 5
"""Fewer than make a file the likely reason."""

FOLDERS = st.sampled_from(["", "走", "deep/er"])
NAMES = st.sampled_from(["tea.md", "Rina.md", "2024-03-01.md", "2024-05-09 plan.md", "メモ.md", "x.tmp", "skip.md"])
PIECES = st.sampled_from(
    [
        "Rina Hayami joined Alder Foundry in May 2021.",
        "Tomas Berg lives in Kobe.",
        "速水 里奈は2019年に樫鋳造に入社した。",
        "## Later",
        "The bell was cast twice, and nobody rang it.",
        "See [[Alder Foundry|the foundry]] and #bells.",
        "Ida Brook joined Lumen Works in June 2020.",
    ]
)
FRONT = st.sampled_from(["", "---\ntitle: Rina Hayami\ntype: person\ncity: Otaru\n---\n", "---\ntitle: Bells\n---\n"])
TEXTS = st.builds(lambda front, pieces: front + "\n\n".join(pieces) + "\n", FRONT, st.lists(PIECES, max_size=5))
RULES = st.sampled_from(["", "skip.md\n", "走/\n", "*\n!tea.md\n"])


class Told:
    """Events that a test makes up."""

    def __init__(self, put: Put, *_: object) -> None:
        self.put = put

    def watch(self, root: Path, poll: bool) -> None:
        """Nothing is heard by itself."""

    def unwatch(self, root: Path) -> None:
        """Nothing is heard by itself."""

    def check(self) -> Sequence[Path]:
        return ()

    def close(self) -> None:
        """Nothing to end."""


class Program:
    """What keeps a library in line with a folder, as the keeper wires it, without its threads."""

    def __init__(self, backend: Backend, clock: HandClock) -> None:
        self.backend = backend
        self.clock = clock
        self.hearing: Told | None = None

        def hear(put: Put, failed: object, ignored: Ignored) -> Told:
            self.hearing = Told(put)
            return self.hearing

        self.watching = Watching(
            backend, Reconciler(backend, clock), Departures(backend, clock), clock, timer=self._seconds, hear=hear
        )
        given = GivenFacts(backend, SHIPPED, clock)
        indexing = Indexing(backend, InProcessReader(), FakeEmbedder().count_tokens, clock, given)
        self.readings = Readings(backend, indexing, clock)
        recover(backend)

    def _seconds(self) -> float:
        return self.clock.now.timestamp()

    def hear(self, path: Path) -> None:
        assert self.hearing is not None
        self.hearing.put(path)

    def settle(self) -> None:
        """Let time pass until nothing changes any more: a whole look comes within the first four, then its doubts."""
        for _ in range(6):
            self.watching.step()
            while self.readings.next() is not None:
                pass
            Understanding(self.backend, FakeChat(fact_lines), SHIPPED, self.clock).run()
            Embedding(self.backend, FakeEmbedder()).run()
            self.clock.pass_by(700)


def picture(backend: Backend) -> dict[str, object]:
    """All that a person could find in a library, without ids, moments, and what only a former name told."""
    sources: dict[str, object] = {}
    for source in backend.catalog.sources(limit=10_000).items:
        passages = () if source.content_id is None else backend.catalog.passages_of(source.content_id)
        dates = [one.said.at if one.said and one.said.kind not in BY_FILE else None for one in passages]
        places = [(one.ordinal, one.span, one.heading, one.locator, one.text) for one in passages]
        sources[source.uri] = (source.state, source.reason, places, dates)
    facts = {}
    for fact in backend.graph.all_facts(limit=10_000).items:
        proofs = backend.graph.evidence_of([fact.id])[fact.id]
        told = {(one.statement.of(_text(backend, one.passage_id)), one.by) for one in proofs}
        facts[fact.subject_name, fact.relation, fact.object_name, str(fact.valid)] = frozenset(told)
    entities = {
        one.name: (one.type, frozenset(one.aliases), one.facts) for one in backend.graph.entities(limit=10_000).items
    }
    return {"sources": sources, "facts": facts, "entities": entities}


def _text(backend: Backend, passage_id: object) -> str:
    (passage,) = backend.catalog.passages([passage_id])  # type: ignore[list-item]
    return passage.text


class Folder(RuleBasedStateMachine):
    """What may happen to a watched folder."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="true-to-disk-"))
        self.root = self.home / "notes"
        self.away = self.home / "away"
        self.root.mkdir()
        self.clock = HandClock()
        self.written = 0
        self.kills = 0
        self.open()
        with self.backend.transaction():
            self.backend.roots.put_root(str(self.root), self.clock(), polled=False)

    def open(self) -> None:
        self.backend = SqliteBackend(self.home / "library.db", None)
        self.program = Program(self.backend, self.clock)

    def teardown(self) -> None:
        try:
            if not self.here:
                self.get_the_folder_back()
            self.settle()
        finally:
            self.backend.close()
            shutil.rmtree(self.home)

    @property
    def here(self) -> bool:
        return self.root.exists()

    def files(self) -> list[Path]:
        return sorted(path for path in self.root.rglob("*") if path.is_file())

    def touch(self, path: Path) -> None:
        """Give a file a time of its own: two writes within a tick of the disk's clock are two writes all the same."""
        self.written += 1
        os.utime(path, (1_700_000_000 + self.written, 1_700_000_000 + self.written))

    @initialize(text=TEXTS)
    def begin(self, text: str) -> None:
        self.write("", "tea.md", text)

    @precondition(lambda self: self.here)
    @rule(folder=FOLDERS, name=NAMES, text=TEXTS)
    def write(self, folder: str, name: str, text: str) -> None:
        path = self.root / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_dir():
            path.write_text(text, encoding="utf-8")
            self.touch(path)
            self.program.hear(path)

    @precondition(lambda self: self.here and self.files())
    @rule(data=st.data(), piece=PIECES)
    def append(self, data: st.DataObject, piece: str) -> None:
        path = data.draw(st.sampled_from(self.files()))
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{piece}\n", encoding="utf-8")
        self.touch(path)
        self.program.hear(path)

    @precondition(lambda self: self.here and self.files())
    @rule(data=st.data())
    def touch_only(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(self.files()))
        self.touch(path)
        self.program.hear(path)

    @precondition(lambda self: self.here and self.files())
    @rule(data=st.data(), folder=FOLDERS, name=NAMES, told=st.booleans())
    def rename(self, data: st.DataObject, folder: str, name: str, told: bool) -> None:
        path, target = data.draw(st.sampled_from(self.files())), self.root / folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
        if told:
            self.program.hear(path)
            self.program.hear(target)

    @precondition(lambda self: self.here and self.files())
    @rule(data=st.data(), name=NAMES)
    def copy(self, data: st.DataObject, name: str) -> None:
        path, target = data.draw(st.sampled_from(self.files())), self.root / "copies" / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(path.read_bytes())
        self.touch(target)
        self.program.hear(target)

    @precondition(lambda self: self.here and self.files())
    @rule(data=st.data(), told=st.booleans())
    def delete(self, data: st.DataObject, told: bool) -> None:
        path = data.draw(st.sampled_from(self.files()))
        path.unlink()
        if told:
            self.program.hear(path)

    @precondition(lambda self: self.here)
    @rule(folder=st.sampled_from(["走", "deep", "copies"]), other=st.sampled_from(["moved", "走", "more"]))
    def move_folder(self, folder: str, other: str) -> None:
        one, target = self.root / folder, self.root / other
        if one.is_dir() and not target.exists():
            one.rename(target)
            self.program.hear(one)
            self.program.hear(target)

    @precondition(lambda self: self.here)
    @rule(rules=RULES)
    def ignore(self, rules: str) -> None:
        (self.root / ".tsuzuriignore").write_text(rules, encoding="utf-8")
        self.touch(self.root / ".tsuzuriignore")
        self.program.hear(self.root)

    @precondition(lambda self: self.here)
    @rule()
    def lose_the_folder(self) -> None:
        self.root.rename(self.away)
        self.program.hear(self.root)

    @precondition(lambda self: not self.here)
    @rule()
    def get_the_folder_back(self) -> None:
        self.away.rename(self.root)
        self.program.hear(self.root)

    @rule()
    def look(self) -> None:
        """Some of the work is done."""
        self.clock.pass_by(1)
        self.program.watching.step()
        self.program.readings.next()

    @precondition(lambda self: self.kills < MOST_KILLS)
    @rule()
    def be_killed_while_a_file_is_read(self) -> None:
        self.kills += 1
        self.program.watching.step()
        with self.backend.transaction():
            self.backend.jobs.take(1, self.clock())
        self.backend.close()
        self.open()

    @rule()
    def settle(self) -> None:
        before = set(picture(self.backend)["sources"])  # type: ignore[call-overload]
        self.program.settle()
        assert self.backend.check() == ()
        found = picture(self.backend)
        (root,) = self.backend.roots.roots()
        if root.state is RootState.OFFLINE:
            assert before <= set(found["sources"]), "a folder that is away takes nothing with it"  # type: ignore[call-overload]
            return
        fresh = MemoryBackend()
        with fresh.transaction():
            fresh.roots.put_root(str(self.root), self.clock(), polled=False)
        Program(fresh, HandClock(self.clock.now)).settle()
        expected = picture(fresh)
        for what in expected:
            assert found[what] == expected[what], what

    @invariant()
    def nothing_is_left_running(self) -> None:
        assert self.backend.jobs.counts().running == 0


def run(runs: int) -> None:
    run_state_machine_as_test(
        Folder,
        settings=settings(
            max_examples=runs, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_the_library_is_what_a_new_look_at_the_disk_would_make_it() -> None:
    run(RUNS)


@pytest.mark.slow
def test_the_same_for_a_long_time() -> None:
    run(MANY_RUNS)
