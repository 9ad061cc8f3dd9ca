"""What is shown of the questions that wait: both sides, each with its evidence."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes import SteppingClock
from tests.library.asked import (
    ODD,
    ONE_HOME,
    lives,
    named,
    odd_line,
    propose_merge,
    review_of,
    tell,
    two_homes,
    two_rinas,
)
from tests.stages import STORES, open_backend
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Proposal, Question
from tsuzuri.extract.contradictions import Contradictions
from tsuzuri.library.questions import Line, ManyValues, TwoFacts, TwoNames, TwoOfOneName
from tsuzuri.library.review import Review


@pytest.fixture(params=STORES)
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path)
    with opened.transaction():
        opened.graph.set_rules(ONE_HOME.rules())
    yield opened
    opened.close()


@pytest.fixture
def review(backend: Backend) -> Review:
    return review_of(backend)


class TestWhatIsShown:
    def test_of_a_merge_are_both_names_with_sentences_and_what_they_share(
        self, backend: Backend, review: Review
    ) -> None:
        two_rinas(backend)
        propose_merge(backend)
        (view,) = review.waiting().items
        assert view.question == "Are Rina Hayami (person) and R. Hayami (person) the same?"
        assert isinstance(view.about, TwoNames)
        assert [quote.text for quote in view.about.one.quotes] == ["Rina Hayami works at Lumen AG."]
        assert [quote.text for quote in view.about.other.quotes] == ["R. Hayami works at Lumen AG with Tom."]
        assert view.about.other.quotes[0].source_uri == "/notes/b.md"
        assert view.about.shared == ("Lumen",)

    def test_of_a_contradiction_are_both_facts(self, backend: Backend, review: Review) -> None:
        two_homes(backend)
        (view,) = review.waiting([Question.CONTRADICTION]).items
        assert isinstance(view.about, TwoFacts)
        assert {view.about.one.sentence, view.about.other.sentence} == {
            "Ida Brook lives in Ulm.",
            "Ida Brook lives in Kobe.",
        }

    def test_of_a_split_are_both_groups_of_sentences(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        tell(backend, "/notes/c.md", "Rina Hayami lives in Kobe.", lives("Rina Hayami", "Kobe"))
        rina = named(backend, "Rina Hayami")
        content = backend.catalog.sources(contains="c.md").items[0].content_id
        assert content is not None
        with backend.transaction():
            proposal = Proposal(Question.SPLIT, 7, rina.id, content, 0.5, "two homes", "rule 1")
            backend.reviews.propose([proposal], SteppingClock()())
        (view,) = review.waiting([Question.SPLIT]).items
        assert isinstance(view.about, TwoOfOneName)
        assert [quote.text for quote in view.about.one] == ["Rina Hayami works at Lumen AG."]
        assert [quote.text for quote in view.about.other] == ["Rina Hayami lives in Kobe."]

    def test_of_a_line_is_its_sentence_and_the_reason(self, backend: Backend, review: Review) -> None:
        odd_line(backend)
        (view,) = review.waiting().items
        assert isinstance(view.about, Line)
        assert (view.about.line, view.about.quote.text) == (ODD.line, "Lumen AG lives in Ulm.")
        assert view.about.reason == "an organization cannot be the subject of lives_in"

    def test_of_a_rule_are_some_subjects_with_their_values(self, backend: Backend, review: Review) -> None:
        for name in ("Ida Brook", "Tom Vale", "Eva Roth", "Ken Ito", "Ines Orsk"):
            for place in ("Ulm", "Kobe"):
                tell(backend, f"/{name}{place}.md", f"{name} lives in {place}.", lives(name, place))
        Contradictions(backend, None, SteppingClock()).run()
        (view,) = review.waiting([Question.RULE]).items
        assert view.question == "May something have several values of lives in at a time?"
        assert isinstance(view.about, ManyValues)
        assert len(view.about.subjects) == 3
        assert {one.fact.object_name for one in view.about.subjects[0]} == {"Ulm", "Kobe"}

    def test_is_of_the_kinds_that_are_asked_for_page_by_page(self, backend: Backend, review: Review) -> None:
        two_homes(backend)
        odd_line(backend)
        assert review.count() == 2
        assert [view.item.question for view in review.waiting([Question.QUARANTINE]).items] == [Question.QUARANTINE]
        first = review.waiting(limit=1)
        assert first.after is not None
        rest = review.waiting(after=first.after)
        assert {view.item.id for view in (*first.items, *rest.items)} == {
            view.item.id for view in review.waiting().items
        }
