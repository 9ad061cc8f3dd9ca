import pytest

from tsuzuri.core.decoding import Answer
from tsuzuri.extract.wire import WireFact, parse

WORKS = "Mariko Hoshi | person | works_at | Lumen AG | organization"


def one(line: str) -> WireFact:
    (fact,) = parse([Answer((line,), (0.8,))])
    return fact


def test_a_line_is_read_field_by_field() -> None:
    fact = one(f"{WORKS} | since 2021")
    assert (fact.subject, fact.subject_type) == ("Mariko Hoshi", "person")
    assert (fact.relation, fact.object, fact.object_type) == ("works_at", "Lumen AG", "organization")
    assert (fact.time, fact.confidence, fact.line) == ("since 2021", 0.8, f"{WORKS} | since 2021")


@pytest.mark.parametrize("line", [WORKS, f"{WORKS} | -"])
def test_a_line_may_tell_no_time(line: str) -> None:
    assert one(line).time == ""


def test_an_object_may_be_a_value() -> None:
    assert one("星 真理子 | person | works_as | 部長 | value").object_type == "value"


def test_each_line_has_its_sentence_and_its_confidence() -> None:
    facts = parse([Answer((WORKS, WORKS), (0.9, 0.1)), Answer((), ()), Answer((WORKS,), (0.5,))])
    assert [(fact.sentence, fact.confidence) for fact in facts] == [(0, 0.9), (0, 0.1), (2, 0.5)]


def test_the_whole_lines_of_an_answer_that_was_cut_count() -> None:
    assert len(parse([Answer((WORKS,), (0.5,), cut=True)])) == 1


def test_no_answers_hold_nothing() -> None:
    assert parse([]) == ()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "-",
        "Mariko works at Lumen",
        "Mariko | person | works_at | Lumen",
        "Mariko | person | works_at | Lumen | organization | - | -",
        "Mariko | human | works_at | Lumen | organization",
        "Mariko | value | works_at | Lumen | organization",
        "Mariko | person | works_at | Lumen | company",
        "Mariko|person|works_at|Lumen|organization",
    ],
)
def test_a_malformed_line_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="not a fact line"):
        one(line)


def test_a_line_without_a_confidence_is_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        parse([Answer((WORKS, WORKS), (0.5,))])
