"""How entities, identity and relations of whole documents are scored."""

from typing import Any

from tests.eval.documents import (
    GoldDocument,
    GoldEntity,
    parse,
    score_entities,
    score_identity,
    score_relations,
)
from tests.eval.extraction import End, StoredEntity, StoredFact
from tests.eval.figures import Counts
from tests.eval.respacing import respace
from tests.eval.wikidata import COVERED
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId

TEXT = "Mira Holt founded Bellform in Oster in 1961. Holt left it. Oster lies in Vall."


def at(words: str, after: int = 0) -> Span:
    start = TEXT.index(words, after)
    return Span(start, start + len(words))


MIRA = GoldEntity("PER", (at("Mira Holt"), at("Holt", 40)))
FIRM = GoldEntity("ORG", (at("Bellform"),))
OSTER = GoldEntity("LOC", (at("Oster"), at("Oster", 45)))
YEAR = GoldEntity("TIME", (at("1961"),))
VALL = GoldEntity("LOC", (at("Vall"),))
GOLD = GoldDocument(
    "1",
    TEXT,
    (MIRA, FIRM, OSTER, YEAR, VALL),
    frozenset({(1, "P112", 0), (1, "P571", 3), (2, "P131", 4), (2, "P17", 4), (4, "P9999", 0)}),
)


def stored(number: int, type: str, *spans: Span) -> StoredEntity:
    return StoredEntity(EntityId(number), "", type, spans)


def fact(relation: str, subject: GoldEntity, object_: GoldEntity, value: bool = False) -> StoredFact:
    ends = (End(None if value and one is object_ else EntityId(id(one)), "x", "", one.mentions[:1]) for one in (
        subject, object_))  # fmt: skip
    return StoredFact(next(ends), relation, next(ends), at(TEXT), 1)


def test_a_line_of_the_file_is_a_document_with_its_spaces_undone() -> None:
    row: dict[str, Any] = {
        "text": "Ann , Ulm .",
        "entities": [{"type": "LOC", "mentions": [[6, 9]]}],
        "relations": [[0, "P17", 0]],
    }
    document = parse(row, 3, respace(row["text"]))
    assert document.text == "Ann, Ulm."
    assert document.entities[0].mentions[0].of(document.text) == "Ulm"
    assert document.relations == {(0, "P17", 0)}


def test_an_entity_is_right_by_overlap_and_type_and_each_counts_once() -> None:
    counts = score_entities(
        GOLD.entities,
        [
            stored(1, "person", at("Holt", 40)),
            stored(2, "person", at("Mira Holt")),
            stored(3, "place", at("Bellform")),
            stored(4, "place", at("Oster")),
        ],
    )
    assert counts == Counts(predicted=4, right=2, gold=4, found=2)


def test_dates_and_numbers_are_no_entities() -> None:
    assert score_entities([YEAR], []) == Counts()


def test_identity_is_of_pairs_among_the_mentions_that_both_sides_have() -> None:
    apart = [[at("Mira Holt")], [at("Holt", 40)], [at("Oster"), at("Oster", 45), at("Vall")]]
    # gold: Mira Holt = Holt, Oster = Oster; stored: Oster = Oster = Vall
    assert score_identity(GOLD.entities, apart) == Counts(predicted=3, right=1, gold=2, found=1)
    assert score_identity(GOLD.entities, [[at("Mira Holt")]]) == Counts()


def test_a_relation_is_right_when_a_property_that_it_may_be_holds_between_the_entities_at_its_ends() -> None:
    facts = [
        fact("founded", MIRA, FIRM),
        fact("founded_on", FIRM, YEAR, value=True),
        fact("located_in", OSTER, VALL),
        fact("lives_in", MIRA, VALL),
        fact("admires", MIRA, VALL),
    ]
    in_all, covered = score_relations(GOLD, facts)
    assert in_all == Counts(predicted=4, right=3, gold=5, found=4)
    assert covered == Counts(predicted=4, right=3, gold=4, found=4)
    assert "P9999" not in COVERED


def test_the_same_fact_stored_twice_counts_once() -> None:
    in_all, _ = score_relations(GOLD, [fact("founded", MIRA, FIRM)] * 2)
    assert in_all == Counts(predicted=1, right=1, gold=5, found=1)


def test_ends_the_wrong_way_round_are_wrong() -> None:
    in_all, _ = score_relations(GOLD, [fact("founded", FIRM, MIRA)])
    assert in_all == Counts(predicted=1, right=0, gold=5, found=0)
