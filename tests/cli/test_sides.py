"""Questions as they are drawn, side by side or one below the other."""

import pytest
from rich.cells import cell_len

from tests.fakes import SteppingClock
from tests.library.asked import (
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
from tsuzuri.cli.sides import WIDE, drawn
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Proposal, Question
from tsuzuri.extract.contradictions import Contradictions
from tsuzuri.library.questions import ItemView
from tsuzuri.store.memory.backend import MemoryBackend


@pytest.fixture
def backend() -> Backend:
    opened = MemoryBackend()
    with opened.transaction():
        opened.graph.set_rules(ONE_HOME.rules())
    return opened


def first(backend: Backend, question: Question) -> ItemView:
    return review_of(backend).waiting([question]).items[0]


def lines(view: ItemView, width: int) -> list[str]:
    """The lines of a question, none of which is too long."""
    found = list(drawn(view, width))
    assert all(cell_len(line) <= width for line in found)
    return found


def stand_together(found: list[str], one: str, other: str) -> bool:
    return any(one in line and other in line for line in found)


def test_two_facts_stand_beside_each_other_where_there_is_room(backend: Backend) -> None:
    two_homes(backend)
    view = first(backend, Question.CONTRADICTION)
    assert stand_together(lines(view, WIDE), "lives in Ulm.”", "lives in Kobe.”")
    narrow = lines(view, 40)
    assert not stand_together(narrow, "lives in Ulm.”", "lives in Kobe.”")
    assert narrow.index("A") < narrow.index("B")


@pytest.mark.parametrize("width", [1, 2, 5, WIDE])
def test_a_file_name_cannot_command_the_terminal(backend: Backend, width: int) -> None:
    tell(backend, "/a\x1b[31m.md", "Ida Brook lives in Ulm.", lives("Ida Brook", "Ulm"))
    tell(backend, "/b.md", "Ida Brook lives in Kobe.", lives("Ida Brook", "Kobe"))
    Contradictions(backend, None, SteppingClock()).run()
    drawing = "".join(drawn(first(backend, Question.CONTRADICTION), width))
    assert "\x1b" not in drawing
    assert "\ufffd" in drawing


def test_two_names_are_told_with_what_they_share(backend: Backend) -> None:
    two_rinas(backend)
    propose_merge(backend)
    found = lines(first(backend, Question.MERGE), WIDE)
    assert found[:2] == [
        "#1 Are Rina Hayami (person) and R. Hayami (person) the same?",
        "  initials and an employer (rule 1, 80%)",
    ]
    assert stand_together(found, "Rina Hayami (person)", "R. Hayami (person)")
    assert stand_together(found, "  a.md, line 1, 2024-03-11", "b.md, line 1, 2024-03-11")
    assert found[-1] == "both with: Lumen"


def test_two_of_one_name_are_told_by_their_sentences(backend: Backend) -> None:
    tell(backend, "/a.md", "田中太郎は港区に住む。", lives("田中太郎", "港区"))
    tell(backend, "/b.md", "田中太郎は大阪市に住む。", lives("田中太郎", "大阪市"))
    content = backend.catalog.sources(contains="b.md").items[0].content_id
    assert content is not None
    with backend.transaction():
        proposal = Proposal(Question.SPLIT, 1, named(backend, "田中太郎").id, content, 0.6, "two homes", "rule 1")
        backend.reviews.propose([proposal], SteppingClock()())
    found = lines(first(backend, Question.SPLIT), WIDE)
    assert stand_together(found, "elsewhere", "in that document")
    assert stand_together(found, "“田中太郎は港区に住む。”", "“田中太郎は大阪市に住む。”")
    narrow = lines(first(backend, Question.SPLIT), 20)
    assert "".join(narrow).count("田中太郎は港区に住む") == 1


def test_a_line_is_told_with_its_reason_and_sentence(backend: Backend) -> None:
    odd_line(backend)
    found = lines(first(backend, Question.QUARANTINE), 200)
    assert "not let in: an organization cannot be the subject of lives_in" in found
    assert "“Lumen AG lives in Ulm.”" in found


def test_a_rule_is_told_by_some_of_its_subjects(backend: Backend) -> None:
    for name in ("Ida Brook", "Tom Vale", "Eva Roth", "Ken Ito", "Ines Orsk"):
        for place in ("Ulm", "Kobe"):
            tell(backend, f"/{name}{place}.md", f"{name} lives in {place}.", lives(name, place))
    Contradictions(backend, None, SteppingClock()).run()
    found = lines(first(backend, Question.RULE), 120)
    assert {"“Ida Brook lives in Ulm.”", "“Ida Brook lives in Kobe.”"} <= {*found}


def test_what_cannot_be_shown_any_more_is_said_to_be_so(backend: Backend) -> None:
    two_homes(backend)
    view = first(backend, Question.CONTRADICTION)
    assert lines(ItemView(view.item, view.question, None), 80)[-1] == "  what it was about cannot be shown any more"
