"""Searching in time: what held on a day, what was said by then, and the time that a question names."""

from datetime import UTC, date, datetime

import pytest

from tests.extract.lines import wire
from tests.fakes import FakeEmbedder, MissingEmbedder, SteppingClock
from tests.stages import ONTOLOGY, store_text
from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, SearchResult, Strategy
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Kind
from tsuzuri.extract.ground import Grounding
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.when import asked_time

TODAY = date(2026, 11, 30)
LUMEN = "Ken Ito worked at Lumen Works from 2015 to 2018."
OSTRA = "Ken Ito works at Ostra Yard since May 2019."
ULM = "Ken Ito lives in Ulm."
TOKYO = "伊東 健は2016年から東京に住む。"
SPRING = Interval(date(2022, 3, 1), date(2022, 4, 1), Precision.MONTH)

_LINES = {
    LUMEN: wire("Ken Ito", "person", "works_at", "Lumen Works", "organization", "from 2015 to 2018"),
    OSTRA: wire("Ken Ito", "person", "works_at", "Ostra Yard", "organization", "since May 2019"),
    ULM: wire("Ken Ito", "person", "lives_in", "Ulm", "place"),
    TOKYO: wire("伊東 健", "person", "lives_in", "東京", "place", "2016年から"),
}


def said(year: int, month: int = 1) -> Said:
    return Said(datetime(year, month, 15, 9, tzinfo=UTC), SaidKind.MESSAGE)


@pytest.fixture
def filled(backend: Backend) -> Backend:
    """Four files of one sentence each, said in 2018, 2019 and 2024, one of them nobody knows when."""
    for uri, text, when in (
        ("/notes/lumen.md", LUMEN, said(2018)),
        ("/notes/ostra.md", OSTRA, said(2019, 6)),
        ("/notes/ulm.md", ULM, None),
        ("/notes/東京.md", TOKYO, said(2024)),
    ):
        store_text(backend, uri, [text], said=when)
    read = []
    for passage in backend.catalog.pending(9):
        day = passage.said.at.date() if passage.said else TODAY
        grounding = Grounding(passage.text, [Span(0, len(passage.text))], ONTOLOGY, day)
        read.append(ReadPassage(passage, *grounding.ground([_LINES[passage.text]])))
    BatchWriter(backend, SteppingClock(), by="fake").write(Batch(tuple(read), ()))
    Embedding(backend, FakeEmbedder()).run()
    return backend


def search(backend: Backend, words: str, *, strategy: Strategy, as_of: date | None = None) -> SearchResult:
    now = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
    return Searcher(backend, FakeEmbedder(), lambda: "one", lambda: now).search(words, strategy=strategy, as_of=as_of)


def titles(result: SearchResult, kind: Kind) -> list[str]:
    return [hit.title for hit in result.hits if hit.kind is kind]


class TestAsOf:
    @pytest.mark.parametrize(
        ("day", "employers"),
        [
            (date(2014, 6, 1), set()),
            (date(2016, 6, 1), {"Lumen Works"}),
            (date(2019, 3, 1), set()),
            (date(2024, 3, 1), {"Ostra Yard"}),
        ],
    )
    def test_leaves_out_facts_that_did_not_hold(self, filled: Backend, day: date, employers: set[str]) -> None:
        result = search(filled, "Ken Ito works", strategy=Strategy.FACTS, as_of=day)
        assert {title.partition(" works at ")[2] for title in titles(result, Kind.FACT)} - {""} == employers

    def test_keeps_facts_without_a_date(self, filled: Backend) -> None:
        result = search(filled, "Ken Ito lives", strategy=Strategy.FACTS, as_of=date(1990, 1, 1))
        assert titles(result, Kind.FACT) == ["Ken Ito lives in Ulm"]

    def test_leaves_out_passages_said_later_and_keeps_those_without_a_date(self, filled: Backend) -> None:
        result = search(filled, "Ken Ito", strategy=Strategy.CHUNKS, as_of=date(2018, 12, 31))
        assert {hit.snippet.text for hit in result.hits} == {LUMEN, ULM}

    def test_shows_an_entity_as_it_was_named_by_then_and_leaves_out_those_named_later(self, filled: Backend) -> None:
        then = search(filled, "Ostra Yard", strategy=Strategy.SYSTEM1, as_of=date(2018, 12, 31))
        now = search(filled, "Ostra Yard", strategy=Strategy.SYSTEM1, as_of=date(2019, 12, 31))
        assert "Ostra Yard" not in titles(then, Kind.ENTITY)
        assert "Ostra Yard" in titles(now, Kind.ENTITY)

    def test_shows_an_entity_by_the_latest_mention_of_then(self, filled: Backend) -> None:
        (then,) = search(filled, "Ken Ito", strategy=Strategy.SYSTEM1, as_of=date(2018, 12, 31)).hits[:1]
        (now,) = search(filled, "Ken Ito", strategy=Strategy.SYSTEM1, as_of=date(2019, 12, 31)).hits[:1]
        assert (then.kind, then.snippet.text) == (Kind.ENTITY, LUMEN)
        assert (now.kind, now.snippet.text) == (Kind.ENTITY, OSTRA)

    def test_that_leaves_nothing_says_so(self, filled: Backend) -> None:
        result = search(filled, "東京", strategy=Strategy.CHUNKS, as_of=date(2000, 1, 1))
        assert (result.outcome, result.message) == (
            Outcome.EMPTY,
            "nothing that matches these words fits the filters or belongs to that time",
        )


class TestTheTemporalStrategy:
    def test_gives_what_held_then_and_what_was_said_then_in_order_of_time(self, filled: Backend) -> None:
        result = search(filled, "Where did Ken Ito work from 2016 to 2019?", strategy=Strategy.TEMPORAL)
        assert (result.outcome, result.strategy_used) == (Outcome.FOUND, Strategy.TEMPORAL)
        assert titles(result, Kind.FACT) == ["Ken Ito works at Lumen Works", "Ken Ito works at Ostra Yard"]
        assert {hit.snippet.text for hit in result.hits if hit.kind is Kind.PASSAGE} <= {LUMEN, OSTRA}
        assert 'time in the question: "from 2016 to 2019" (2016-01-01 to 2019-12-31)' in result.message

    def test_leaves_out_what_held_at_another_time_or_nobody_knows_when(self, filled: Backend) -> None:
        result = search(filled, "Where did Ken Ito work in 2016?", strategy=Strategy.TEMPORAL)
        assert titles(result, Kind.FACT) == ["Ken Ito works at Lumen Works"]

    def test_reads_japanese(self, filled: Backend) -> None:
        result = search(filled, "2020年に伊東健はどこに住んでいたか", strategy=Strategy.TEMPORAL)
        assert titles(result, Kind.FACT) == ["伊東 健 lives in 東京"]

    def test_that_finds_nothing_says_so_with_the_time(self, filled: Backend) -> None:
        result = search(filled, "Where did Ken Ito work before 2015?", strategy=Strategy.TEMPORAL)
        assert result.outcome is Outcome.EMPTY
        assert result.message == (
            "nothing that matches these words fits the filters or belongs to that time; "
            'time in the question: "before 2015" (up to 2014-12-31)'
        )

    def test_without_a_time_in_the_question_is_system1_and_says_so(self, filled: Backend) -> None:
        result = search(filled, "Ken Ito", strategy=Strategy.TEMPORAL)
        assert (result.outcome, result.strategy_used) == (Outcome.FOUND, Strategy.SYSTEM1)
        assert result.message == "no time in the question: searched as system1"

    def test_tells_of_a_missing_embedder_too(self, filled: Backend) -> None:
        searcher = Searcher(filled, MissingEmbedder(), lambda: "one")
        result = searcher.search("Ken Ito in 2016", strategy=Strategy.TEMPORAL)
        assert result.message.startswith("time in the question")
        assert result.message.endswith("; searched without vectors: the embedder is not installed")

    def test_may_be_asked_of_a_day_as_well(self, filled: Backend) -> None:
        words = "Where did Ken Ito work since 2016?"
        result = search(filled, words, strategy=Strategy.TEMPORAL, as_of=date(2017, 1, 1))
        assert titles(result, Kind.FACT) == ["Ken Ito works at Lumen Works"]


class TestTheTimeInAQuestion:
    @pytest.mark.parametrize(
        ("question", "rest", "intervals"),
        [
            ("who led it in March 2022", "who led it ", (SPRING,)),
            ("2022年3月に誰が率いたか", "誰が率いたか", (SPRING,)),
            ("who led it before 2020?", "who led it ?", (Interval(None, date(2020, 1, 1), Precision.YEAR),)),
            ("since 2020 who leads it", " who leads it", (Interval(date(2020, 1, 1), None, Precision.YEAR),)),
            ("who led it before March?", "who led it ?", (Interval(None, date(2026, 3, 1), Precision.MONTH),)),
            ("5月より後に誰が率いたか", "誰が率いたか", (Interval(date(2026, 6, 1), None, Precision.MONTH),)),
            ("昨日誰に会った", "誰に会った", (Interval(date(2026, 11, 29), TODAY, Precision.DAY),)),
            ("who leads it now", "who leads it ", (Interval(TODAY, date(2026, 12, 1), Precision.DAY),)),
            (
                "who met in March 2022 or in 2019",
                "who met  or ",
                (SPRING, Interval(date(2019, 1, 1), date(2020, 1, 1), Precision.YEAR)),
            ),
        ],
    )
    def test_is_taken_out_of_it(self, question: str, rest: str, intervals: tuple[Interval, ...]) -> None:
        asked = asked_time(question, TODAY)
        assert asked is not None
        assert (asked.rest, asked.intervals) == (rest, intervals)

    @pytest.mark.parametrize(
        "question", ["", "who leads it", "May I meet Mr May", "当時の社長は誰か", "two years later", "版 2.0.1"]
    )
    def test_is_none_where_no_words_name_it(self, question: str) -> None:
        assert asked_time(question, TODAY) is None

    def test_is_told_by_its_days(self) -> None:
        asked = asked_time("who met on 3 June 2021, since 2022 or until May 2020", TODAY)
        assert asked is not None
        assert asked.told == (
            'time in the question: "on 3 June 2021" (2021-06-03), "since 2022" (from 2022-01-01 on), '
            '"until May 2020" (up to 2020-05-31)'
        )
