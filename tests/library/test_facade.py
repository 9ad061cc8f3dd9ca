"""The library: files in, facts out, again without change, and nothing lost when a part of it is missing."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.extract.lines import Came, came_to
from tests.fakes import FakeChat
from tests.library.worlds import FakeInstallation, fact_lines, installed_at, write_notes
from tests.waiting import wait_until
from tsuzuri.core.decoding import Decoded, DecodeRequest, Turn
from tsuzuri.core.errors import LibraryBusy, ModelDied, ModelUnavailable
from tsuzuri.core.results import Outcome, Strategy
from tsuzuri.core.temporal import Precision
from tsuzuri.core.values import SourceState
from tsuzuri.library.adding import AddReport
from tsuzuri.library.facade import Library
from tsuzuri.library.lock import writer_lock
from tsuzuri.models.chat import LlamaChat
from tsuzuri.models.tuning import Tuning
from tsuzuri.pipeline.progress import Progress


class RaisingChat(FakeChat):
    """A model whose process fails once it is asked."""

    def __init__(self, error: Exception) -> None:
        super().__init__(fact_lines)
        self._error = error

    def decode(self, prefix: Sequence[Turn], requests: Sequence[DecodeRequest], **_: object) -> tuple[Decoded, ...]:
        raise self._error


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


@pytest.fixture
def library(here: FakeInstallation) -> Iterator[Library]:
    with here.open() as opened:
        yield opened


def states(report: AddReport) -> dict[str, SourceState]:
    return {one.path.name: one.state for one in report.indexed}


class TestAdding:
    def test_makes_files_searchable_and_understood(self, library: Library, notes: Path) -> None:
        report = library.add([notes])
        assert len(report.indexed) == 3
        assert came_to(report.understood) == Came(passages=4, facts=4, refused=1, set_aside=0)
        assert (report.waiting, report.model_message, report.unreachable) == (0, "", ())
        assert {source.state for source in library.sources().items} == {SourceState.UNDERSTOOD}
        assert library.check() == ()

    def test_finds_dated_facts_with_their_sentences_in_both_languages(self, library: Library, notes: Path) -> None:
        library.add([notes])
        facts = {view.fact.subject_name: view for view in library.fact_views(library.all_facts().items)}
        joined = facts["速水 里奈"]
        assert (joined.fact.relation, joined.fact.object_name) == ("joined", "樫鋳造")
        assert (joined.fact.valid.precision, joined.sentence) == (
            Precision.YEAR,
            "速水 里奈は2019年に樫鋳造に入社した。",
        )

    def test_links_what_no_model_has_read_to_the_names_that_are_known(self, library: Library, notes: Path) -> None:
        library.add([notes])
        rina = next(one for one in library.entities().items if one.name == "速水 里奈")
        unread = notes / "unread.txt"
        unread.write_text("来週は速水 里奈さんに会う。")
        library.add([unread], model=False)
        card = library.card(rina.id)
        assert card is not None
        assert card.entity.mentions == rina.mentions + 1
        assert "unread.txt" in {Path(one.passage.source_uri).name for one in card.mentions}
        assert library.check() == ()

    def test_again_changes_nothing(self, library: Library, notes: Path) -> None:
        library.add([notes])
        before, version = library.counts(), library.all_facts()
        report = library.add([notes])
        assert all(one.unchanged for one in report.indexed)
        assert came_to(report.understood) == Came(0, 0, 0, 0)
        assert (library.counts(), library.all_facts()) == (before, version)

    def test_takes_a_place_in_once_however_it_is_named(self, library: Library, notes: Path, tmp_path: Path) -> None:
        link = tmp_path / "shortcut"
        link.symlink_to(notes, target_is_directory=True)
        library.add([notes])
        library.add([notes / ".." / "notes", link])
        assert library.counts().sources == 3

    def test_without_paths_goes_on_with_the_models_part(self, library: Library, notes: Path) -> None:
        first = library.add([notes], model=False)
        assert (first.understood, first.waiting) == (None, 4)
        assert {source.state for source in library.sources().items} == {SourceState.SEARCHABLE}
        second = library.add([])
        assert second.indexed == ()
        assert came_to(second.understood) == Came(4, 4, 1, 0)
        assert came_to(library.add([]).understood) == Came(0, 0, 0, 0)

    def test_lets_the_model_read_below_the_paths_alone(self, library: Library, notes: Path, tmp_path: Path) -> None:
        library.add([write_notes(tmp_path / "others")], model=False)
        (notes / "more.txt").write_text("Ida Brook lives in Ulm.", encoding="utf-8")
        report = library.add([notes / "more.txt"])
        assert came_to(report.understood) == Came(1, 1, 0, 0)
        assert report.waiting == 4

    def test_tells_how_far_each_step_is(self, library: Library, notes: Path) -> None:
        told: list[tuple[str, int, int]] = []

        def hear(step: str, progress: Progress) -> None:
            told.append((step, progress.done, progress.total))

        library.add([notes], on_progress=hear)
        assert told == [
            *(("reading files", done, 3) for done in range(4)),
            ("embedding texts", 0, 4),
            ("embedding texts", 4, 4),
            ("linking names", 0, 4),
            ("linking names", 4, 4),
            ("weighing passages", 0, 4),
            ("weighing passages", 4, 4),
            *(("understanding passages", done, 4) for done in range(5)),
            ("linking names", 0, 4),
            ("linking names", 4, 4),
            ("embedding texts", 0, 11),
            ("embedding texts", 7, 11),
            ("embedding texts", 11, 11),
            ("comparing names", 0, 7),
            ("comparing names", 7, 7),
            ("summarising documents", 0, 3),
            ("summarising documents", 3, 3),
        ]

    def test_tells_of_paths_that_cannot_be_reached_and_takes_the_others(self, library: Library, notes: Path) -> None:
        report = library.add([notes / "nowhere.txt", notes / "rumour.txt"])
        assert [(one.path.name, one.reason) for one in report.unreachable] == [
            ("nowhere.txt", "no such file or directory")
        ]
        assert states(report) == {"rumour.txt": SourceState.SEARCHABLE}

    def test_tells_of_files_that_cannot_be_read_and_takes_the_others(self, library: Library, notes: Path) -> None:
        (notes / "broken.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40)
        (notes / "empty.txt").touch()
        report = library.add([notes])
        assert states(report)["broken.pdf"] is SourceState.REFUSED
        assert states(report)["empty.txt"] is SourceState.NO_TEXT
        assert all(one.reason for one in report.indexed if one.path.name in ("broken.pdf", "empty.txt"))
        assert library.counts().facts == 4


class TestWriters:
    def test_a_second_one_records_files_and_waits_for_the_first(
        self, library: Library, here: FakeInstallation, notes: Path
    ) -> None:
        told: list[str] = []
        with ThreadPoolExecutor(1) as pool:
            with writer_lock(here.library_path("personal")):
                report = pool.submit(library.add, [notes], on_progress=lambda step, _: told.append(step))
                wait_until(lambda: "files read by another process" in told)
                assert library.counts().sources == 3
                assert library.counts().passages == 0
            assert len(report.result(20).indexed) == 3
        assert library.counts().facts == 4

    def test_a_second_one_is_done_when_the_first_has_read_its_files(
        self, library: Library, here: FakeInstallation, notes: Path
    ) -> None:
        with library.keep(), here.open() as other:
            report = other.add([notes])
        assert sorted(states(report)) == ["foundry.md", "rumour.txt", "入社.txt"]
        assert "another tsuzuri" in report.model_message

    def test_a_second_one_does_not_wait_for_a_library_that_rests(
        self, library: Library, here: FakeInstallation, notes: Path
    ) -> None:
        library.queue.pause(True)
        with writer_lock(here.library_path("personal")), pytest.raises(LibraryBusy, match="rests") as refused:
            library.add([notes])
        assert "tsuzuri jobs resume" in refused.value.hint
        assert library.counts().sources == 3

    def test_a_second_one_without_files_to_wait_for_is_refused(self, library: Library, here: FakeInstallation) -> None:
        with writer_lock(here.library_path("personal")), pytest.raises(LibraryBusy):
            library.add([])

    def test_do_not_hinder_readers(self, library: Library, here: FakeInstallation, notes: Path) -> None:
        library.add([notes])
        with writer_lock(here.library_path("personal")):
            assert library.search("foundry").outcome is Outcome.FOUND


class TestWithoutTheChatModel:
    def test_files_are_searchable_and_passages_wait(self, tmp_path: Path, notes: Path) -> None:
        missing = LlamaChat("tiny", tmp_path / "none.gguf", Tuning(1))
        here = installed_at(tmp_path / "home", chat=missing, chat_installed=False)
        with here.open() as library:
            report = library.add([notes])
            assert (report.understood, report.waiting) == (None, 4)
            assert "not on this machine" in report.model_message
            assert "tsuzuri models pull" in report.model_message
            assert library.search("foundry").outcome is Outcome.FOUND
        with installed_at(tmp_path / "home").open() as library:
            assert came_to(library.add([]).understood) == Came(4, 4, 1, 0)

    def test_none_configured_is_told(self, tmp_path: Path, notes: Path) -> None:
        here = FakeInstallation(
            installed_at(tmp_path / "home").paths, installed_at(tmp_path / "home").environ, chat=None
        )
        with here.open() as library:
            report = library.add([notes])
            assert (report.understood, report.waiting) == (None, 4)
            assert "chat.model" in report.model_message
            assert library.status().chat == ""

    @pytest.mark.parametrize("error", [ModelDied("it ended twice"), ModelUnavailable("it could not be loaded")])
    def test_one_that_is_here_and_fails_is_a_failure_that_loses_nothing(
        self, tmp_path: Path, notes: Path, error: ModelUnavailable
    ) -> None:
        with installed_at(tmp_path / "home", chat=RaisingChat(error)).open() as library:
            with pytest.raises(type(error), match=error.message):
                library.add([notes])
            assert (library.counts().pending, library.counts().sources) == (4, 3)
        with installed_at(tmp_path / "home").open() as library:
            assert came_to(library.add([]).understood) == Came(4, 4, 1, 0)


class TestSearching:
    @pytest.mark.parametrize("strategy", sorted(set(Strategy) - {Strategy.AUTO, Strategy.GLOBAL, Strategy.QUERY}))
    def test_every_strategy_answers(self, library: Library, notes: Path, strategy: Strategy) -> None:
        library.add([notes])
        result = library.search(
            "Rina Hayami joined Alder Foundry in May 2021. Rina Hayami lives in Kobe.", strategy=strategy
        )
        assert result.outcome is Outcome.FOUND
        assert result.strategy_used is strategy

    def test_auto_answers_by_another_and_says_which(self, library: Library, notes: Path) -> None:
        library.add([notes])
        result = library.search("When did Rina Hayami join Alder Foundry?", strategy=Strategy.AUTO)
        assert (result.outcome, result.strategy_used) == (Outcome.FOUND, Strategy.SYSTEM1)
        assert result.message.startswith("temporal, for it asks about a time")

    @pytest.mark.parametrize(
        ("strategy", "outcome", "what_to_do"),
        [
            (Strategy.GLOBAL, Outcome.NOT_INDEXED, "tsuzuri categories --build"),
            (Strategy.QUERY, Outcome.NOT_ALLOWED, "allow_query = true"),
        ],
    )
    def test_what_cannot_answer_says_what_to_do(
        self, library: Library, notes: Path, strategy: Strategy, outcome: Outcome, what_to_do: str
    ) -> None:
        library.add([notes])
        result = library.search("Rina Hayami", strategy=strategy)
        assert (result.outcome, result.strategy_used, result.hits) == (outcome, strategy, ())
        assert what_to_do in result.message

    def test_each_search_has_an_id(self, library: Library) -> None:
        first, second = library.search("bell"), library.search("bell")
        assert first.outcome is Outcome.NOT_INDEXED
        assert first.diagnostic_id != second.diagnostic_id


def test_the_status_tells_what_there_is(library: Library, notes: Path) -> None:
    library.add([notes], model=False)
    status = library.status()
    assert (status.dataset, status.encrypted, status.embedder) == ("personal", True, "fake")
    assert (status.chat, status.chat_installed) == ("fake-model 0", True)
    assert (status.counts.sources, status.counts.pending) == (3, 4)


def test_the_version_of_the_data_changes_with_what_another_writes(
    library: Library, here: FakeInstallation, notes: Path
) -> None:
    before = library.data_version()
    assert library.data_version() == before
    with here.open() as other:
        other.add([notes])
    assert library.data_version() != before


def test_closing_twice_is_closing_once(here: FakeInstallation) -> None:
    library = here.open()
    library.close()
    library.close()


class TestOrder:
    def test_what_a_search_has_shown_is_read_first(self, tmp_path: Path, notes: Path) -> None:
        here = installed_at(tmp_path / "home")
        with here.open() as library:
            library.add([notes], model=False)
            (hit, *_) = library.search("Lumen Works", strategy=Strategy.CHUNKS_LEXICAL).hits
        with here.open() as library:
            first = library._backend.catalog.pending(1)
            assert [passage.id for passage in first] == [hit.passage_id]

    def test_a_search_waits_for_nobody_who_writes(self, tmp_path: Path, notes: Path) -> None:
        here = installed_at(tmp_path / "home")
        with here.open() as library:
            library.add([notes], model=False)
            with ThreadPoolExecutor(1) as pool, library._backend.transaction():
                found = pool.submit(library.search, "Lumen Works")
                assert found.result(20).outcome is Outcome.FOUND

    def test_the_status_tells_what_the_model_has_cost(self, library: Library, notes: Path) -> None:
        library.add([notes])
        status = library.status()
        assert (status.tokens_today, status.tokens_per_day, status.goes_on_at) == (80, None, None)
        assert status.eta_s == 0.0

    def test_a_passage_that_says_the_same_as_another_is_shown_as_such(self, library: Library, notes: Path) -> None:
        (notes / "once.txt").write_text("Ida Brook moved to Kobe in May 2020.", encoding="utf-8")
        (notes / "twice.txt").write_text("> Ida Brook moved to Kobe in May 2020", encoding="utf-8")
        report = library.add([notes])
        assert report.understood is not None
        assert report.understood.duplicates == library.counts().duplicates == 1
        hits = library.search("Brook moved Kobe", strategy=Strategy.CHUNKS_LEXICAL).hits
        readings = [library.reading(hit.passage_id) for hit in hits if hit.passage_id is not None]
        places = {
            Path(one.passage.source_uri).name: one.same_as and Path(one.same_as.source_uri).name
            for one in readings
            if one is not None
        }
        assert places | {"once.txt": None, "twice.txt": "once.txt"} == places
