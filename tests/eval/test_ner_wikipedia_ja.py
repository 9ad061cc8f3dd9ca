"""How names in sentences are scored."""

from tests.eval.extraction import Reading, StoredEntity, Text
from tests.eval.figures import Counts
from tests.eval.ner_wikipedia_ja import Named, mentions, parse, score
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.values import EntityType

PERSON = frozenset({EntityType.PERSON})
PLACE = frozenset({EntityType.PLACE})


def test_a_facility_may_be_a_place_or_an_organization() -> None:
    (one,) = parse({"text": "森口館", "entities": [[0, 3, "施設名"]]})
    assert one.span == Span(0, 3)
    assert one.types >= {EntityType.PLACE, EntityType.ORGANIZATION}


def test_overlap_type_and_exact_span_are_counted_apart() -> None:
    gold = [Named(Span(0, 4), PERSON), Named(Span(6, 9), PLACE), Named(Span(12, 14), PERSON)]
    stored = [Named(Span(0, 2), PERSON), Named(Span(6, 9), PERSON), Named(Span(12, 14), PERSON)]
    result = score(gold, stored)
    assert result.typed == Counts(3, 2, 3, 2)
    assert result.spans == Counts(3, 3, 3, 3)
    assert result.exact == Counts(3, 1, 3, 1)


def test_of_stored_mentions_that_overlap_the_longer_counts() -> None:
    entities = (
        StoredEntity(EntityId(1), "北野", "place", (Span(0, 2), Span(6, 8))),
        StoredEntity(EntityId(2), "北野大学", "organization", (Span(0, 4),)),
    )
    reading = Reading(Text("1", "北野大学は北野にある。"), (), entities, ())
    assert [named.span for named in mentions(reading)] == [Span(0, 4), Span(6, 8)]
