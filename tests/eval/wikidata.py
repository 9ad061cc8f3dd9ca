"""Our relations as Wikidata properties, for the sets whose relations are properties."""

from collections.abc import Iterable, Mapping, Sequence

from tests.eval.extraction import StoredFact

PROPERTIES: Mapping[str, str] = {
    "works_at": "P108 P937",
    "works_as": "P39",
    "joined": "P108 P463 P54 P241",
    "left": "P108 P463 P54 P241",
    "member_of": "P463 P54 P102 P241 P361 P118",
    "ceo_of": "P169- P488- P6- P35-",
    "leads": "P6- P35- P488-",
    "succeeded": "P1365 P1366- P155 P156-",
    "lives_in": "P551 P937",
    "moved_to": "P551 P937",
    "born_in": "P19",
    "born_on": "P569",
    "died_on": "P570",
    "died_in": "P20",
    "married_to": "P26 P26-",
    "child_of": "P22 P25 P40-",
    "sibling_of": "P3373 P3373-",
    "educated_at": "P69",
    "has_nationality": "P27 P172",
    "citizen_of": "P27",
    "nationality": "P27 P172",
    "founded": "P112- P170-",
    "founded_on": "P571 P580",
    "headquartered_in": "P159 P276 P131",
    "has_office_in": "P276 P937",
    "located_in": "P131 P17 P276 P30 P706 P206 P1001",
    "subsidiary_of": "P749 P355- P127",
    "part_of": "P361 P527- P179 P131 P150-",
    "owns": "P127- P1830",
    "makes": "P800 P50- P57- P58- P86- P162- P170- P175- P176- P178- P1056 P123- P674",
    "uses": "P400 P121",
    "is_a": "P31 P279",
    "happened_on": "P577 P580 P585 P571",
    "scheduled_for": "P577 P580 P585",
    "attended": "P1344 P710- P607",
    "about": "P1441-",
    "received_award": "P166",
    "capital_of": "P1376 P36-",
    "acted_in": "P161-",
    "plays_for": "P54",
}
"""The properties that each relation of ours may be; after one with a minus, subject and object change places."""

COVERED: frozenset[str] = frozenset(name.rstrip("-") for names in PROPERTIES.values() for name in names.split())
"""The properties that some relation of ours can be."""


def triples(fact: StoredFact, heads: Iterable[int], tails: Sequence[int]) -> set[tuple[int, str, int]]:
    """What a fact may say between entities by number: any of `heads` for its subject, of `tails` for its object."""
    found = set()
    for head in heads:
        for tail in tails:
            for name in PROPERTIES.get(fact.relation, "").split():
                swap = name.endswith("-")
                found.add((tail, name.rstrip("-"), head) if swap else (head, name, tail))
    return found
