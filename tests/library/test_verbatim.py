"""Every fact is compared with every piece of its evidence, and what does not stand there is named."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from tests.fakes import FakeChat, SteppingClock
from tests.library.worlds import fact_lines
from tests.stages import NOW, ONTOLOGY, STORES, open_backend, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.core.values import EntityType, Evidence, FactDraft, NameKind
from tsuzuri.extract.literals import typed_value
from tsuzuri.extract.understand import Understanding
from tsuzuri.library.verbatim import Checked, Unfounded, check_facts
from tsuzuri.text.normalise import key

TEXT = "Dr Rina Hayami joined Alder Foundry Ltd in May 2021. She lives in Kobe. The firm has 40 people."
IN_MAY = Interval(date(2021, 5, 1), date(2021, 6, 1), Precision.MONTH)


@pytest.fixture(params=STORES)
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def passage(backend: Backend) -> PassageId:
    return store_text(backend, "/notes/foundry.md", [TEXT])[0]


def named(backend: Backend, name: str, type: EntityType) -> EntityId:
    return backend.graph.add_entity(name, key(name), type, NOW)


def rina(backend: Backend) -> EntityId:
    return named(backend, "Rina Hayami", EntityType.PERSON)


def at(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words))


def state(
    backend: Backend,
    passage: PassageId,
    subject: tuple[EntityId, str],
    object_: tuple[EntityId | str, str],
    *,
    statement: str = TEXT,
    time: str = "",
    valid: Interval = UNDATED,
) -> FactId:
    """A fact whose ends stand where those words do."""
    target, words = object_
    value = target if isinstance(target, str) else ""
    form = typed_value(value, "relates_to", None) if value else None
    draft = FactDraft(
        subject[0], "relates_to", None if isinstance(target, str) else target, value, valid, None, NOW, 0.5, form
    )
    spans = (at(statement), at(subject[1]), at(words), at(time) if time else None)
    return backend.graph.add_fact(draft, Evidence(passage, *spans, 0.5, "rule 1"))


def look(backend: Backend) -> tuple[Checked, Sequence[Unfounded]]:
    failures: list[Unfounded] = []
    return check_facts(backend, failures.append), failures


def problem(backend: Backend) -> str:
    """The problem of the one fact that fails."""
    checked, failures = look(backend)
    assert checked.failed == len(failures) == 1
    return failures[0].problem


def test_what_the_extraction_writes_stands_in_its_source(backend: Backend) -> None:
    store_text(
        backend, "/a.md", ["Rina Hayami joined Alder Foundry in May 2021.", "速水 里奈は2019年に樫鋳造に入社した。"]
    )
    Understanding(backend, FakeChat(fact_lines), ONTOLOGY, SteppingClock()).run()
    assert look(backend) == (Checked(facts=2, evidence=2, bound=0, failed=0), [])


def test_an_empty_library_has_nothing_wrong(backend: Backend) -> None:
    assert look(backend) == (Checked(0, 0, 0, 0), [])


def test_progress_tells_how_many_were_looked_at(backend: Backend, passage: PassageId) -> None:
    with backend.transaction():
        state(backend, passage, (rina(backend), "Rina Hayami"), ("40 people", "40 people"))
    failures: list[Unfounded] = []
    told: list[int] = []
    check_facts(backend, failures.append, told.append)
    assert (failures, told) == ([], [1])


class TestEnds:
    def test_titles_and_company_forms_are_part_of_no_name(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            foundry = named(backend, "Alder Foundry", EntityType.ORGANIZATION)
            state(backend, passage, (rina(backend), "Dr Rina Hayami"), (foundry, "Alder Foundry Ltd"))
        assert look(backend)[1] == []

    def test_an_alias_is_a_name(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            person = named(backend, "R. Hayami", EntityType.PERSON)
            backend.graph.add_alias(person, "Rina Hayami", "rina hayami", NameKind.STATED, passage)
            state(backend, passage, (person, "Rina Hayami"), ("40 people", "40 people"))
        assert look(backend)[1] == []

    def test_a_pronoun_is_counted_apart(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            kobe = named(backend, "Kobe", EntityType.PLACE)
            state(backend, passage, (rina(backend), "She"), (kobe, "Kobe"))
            foundry = named(backend, "Alder Foundry", EntityType.ORGANIZATION)
            state(backend, passage, (foundry, "The firm"), ("40 people", "40 people"))
        assert look(backend)[0] == Checked(facts=2, evidence=2, bound=2, failed=0)

    def test_a_pronoun_stands_for_its_own_kind_only(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            foundry = named(backend, "Alder Foundry", EntityType.ORGANIZATION)
            state(backend, passage, (foundry, "She"), ("40 people", "40 people"))
        assert "the subject 'Alder Foundry' is not called 'She'" in problem(backend)

    def test_another_name_is_none_of_its_own(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            kobe = named(backend, "Kobe", EntityType.PLACE)
            state(backend, passage, (rina(backend), "Alder Foundry"), (kobe, "Kobe"))
        assert problem(backend) == (
            f"the subject 'Rina Hayami' is not called 'Alder Foundry' (passage {passage}, by rule 1)"
        )

    def test_a_part_of_a_name_is_a_name_only_where_it_is_an_alias(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            state(backend, passage, (rina(backend), "Hayami"), ("40 people", "40 people"))
        assert "is not called 'Hayami'" in problem(backend)

    def test_a_value_is_its_words(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            state(backend, passage, (rina(backend), "Rina Hayami"), ("50 people", "40 people"))
        assert "the value is not the words '40 people'" in problem(backend)

    def test_a_value_may_be_written_in_another_way(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            state(backend, passage, (rina(backend), "Rina Hayami"), ("forty people", "40 people"))
        assert look(backend)[1] == []


class TestSpans:
    def test_the_statement_holds_both_ends(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            ends = (rina(backend), "Rina Hayami"), ("40 people", "40 people")
            state(backend, passage, *ends, statement="She lives in Kobe.")
        assert "the subject is not in the statement" in problem(backend)

    def test_the_statement_ends_in_the_passage(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            draft = FactDraft(rina(backend), "relates_to", None, "40 people", UNDATED, None, NOW, 0.5)
            statement = Span(0, len(TEXT) + 1)
            backend.graph.add_fact(
                draft, Evidence(passage, statement, at("Rina Hayami"), at("40 people"), None, 0.5, "rule 1")
            )
        assert "the statement ends after the passage" in problem(backend)

    def test_every_piece_of_evidence_is_looked_at(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            person = rina(backend)
            first = state(backend, passage, (person, "Rina Hayami"), ("40 people", "40 people"))
            elsewhere = (person, "Kobe"), ("40 people", "40 people")
            assert state(backend, passage, *elsewhere, statement=TEXT.partition(". ")[2]) == first
        checked, failures = look(backend)
        assert (checked.facts, checked.evidence, [one.id for one in failures]) == (1, 2, [first])


class TestTime:
    def test_the_words_give_the_day_it_begins(self, backend: Backend, passage: PassageId) -> None:
        with backend.transaction():
            ends = (rina(backend), "Rina Hayami"), ("40 people", "40 people")
            state(backend, passage, *ends, time="in May 2021", valid=IN_MAY)
        assert look(backend)[1] == []

    @pytest.mark.parametrize(
        ("time", "valid", "told"),
        [
            ("joined", IN_MAY, "the words 'joined' tell no time"),
            ("in May 2021", Interval(date(2020, 5, 1)), "do not mean 2020-05-01"),
            ("", IN_MAY, "it is dated, and no words tell its time"),
        ],
    )
    def test_a_date_without_words_for_it_is_told(
        self, backend: Backend, passage: PassageId, time: str, valid: Interval, told: str
    ) -> None:
        with backend.transaction():
            ends = (rina(backend), "Rina Hayami"), ("40 people", "40 people")
            state(backend, passage, *ends, time=time, valid=valid)
        assert told in problem(backend)
