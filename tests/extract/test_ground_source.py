"""Whatever lines are written: what is grounded stands in the passage."""

from collections.abc import Sequence
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.lines import wire
from tests.stages import ONTOLOGY
from tsuzuri.extract.ground import Grounding
from tsuzuri.extract.wire import WireFact
from tsuzuri.text.sentences import sentences

TODAY = date(2024, 3, 11)
WORDS = ("Ken Ito", "Eva Roth", "He", "彼女", "東京", "Lumen AG", "the company", "in May 2021", "2021年5月", "星さん")
BETWEEN = (" ", "\n", ". ", "。", "は", ", ", "x", "")


@st.composite
def passages(draw: st.DrawFn) -> tuple[str, list[WireFact]]:
    """A text and lines whose fields are pieces of it as it was shown: words of it, or any piece."""
    words = draw(st.permutations(WORDS))[: draw(st.integers(3, 8))]
    parts = [(word, draw(st.sampled_from(BETWEEN))) for word in words]
    text = "".join(word + between for word, between in parts)
    shown = text.replace("\n", " ")

    def piece(of: Sequence[str] = words) -> str:
        if draw(st.integers(0, 4)) < 4:
            return draw(st.sampled_from(of))
        start = draw(st.integers(0, len(shown)))
        return shown[start : draw(st.integers(start, min(start + 16, len(shown))))]

    relations = st.sampled_from(["met", "sent_to", "saw", "works_at", "employs"])
    kinds = st.sampled_from(["person", "organization", "thing"])
    lines = [
        wire(
            piece(words[::2]),
            draw(kinds),
            draw(relations),
            piece(words[1::2]),
            draw(st.one_of(kinds, st.just("value"))),
            piece(),
            sentence=draw(st.integers(0, 1)),
        )
        for _ in range(draw(st.integers(1, 5)))
    ]
    return text, lines


@settings(deadline=None, max_examples=200)
@given(passages(), st.integers(0, 1))
def test_every_fact_stands_in_its_source(passage: tuple[str, list[WireFact]], skipped: int) -> None:
    text, lines = passage
    facts, refused = Grounding(text, sentences(text)[skipped:], ONTOLOGY, TODAY).ground(lines)
    assert len(facts) + len(refused) <= len(lines)
    assert all(one.reason for one in refused)
    for fact in facts:
        for name in (fact.subject, fact.object):
            assert name.span.of(text).replace("\n", " ") == name.text
            assert fact.statement.contains(name.span)
        assert not fact.subject.span.overlaps(fact.object.span)
        if fact.time is not None:
            assert fact.statement.contains(fact.time)
            assert fact.time.of(text).replace("\n", " ") in {line.time for line in lines}
