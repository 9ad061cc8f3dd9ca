"""The naive way to facts: one chat completion a passage, its answer a JSON object of entities, relations and sentences.

It is what one would write in an afternoon, done as well as it can be: a schema that the answer must keep, the preferred
relations with their ends, a worked example in each language, the system prompt first so that it is cached. Its answers
are read with every benefit of the doubt.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.eval.extraction import End, Reading, StoredFact, Text
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ontology import VALUE, Ontology, Verdict
from tsuzuri.core.values import EntityType
from tsuzuri.text.normalise import key

MAX_TOKENS = 1024
"""The cap of an answer. The longest that is no endless repetition has fewer."""

NOWHERE = Span(0, 0)
"""The place of words that do not stand in the passage; it overlaps nothing."""

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entities": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "type": {"enum": [str(kind) for kind in EntityType]}},
                "required": ["name", "type"],
            },
        },
        "relations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in ("subject", "predicate", "object", "fact")},
                "required": ["subject", "predicate", "object", "fact"],
            },
        },
    },
    "required": ["entities", "relations"],
}
"""The form of an answer (JSON Schema); the runtime's grammar writes the keys in this order."""

_INSTRUCTIONS = """\
You turn a passage into a knowledge graph. Answer with one JSON object and nothing else.
"entities": every person, organization, place, concept, thing and event that the passage names, once each. "name" is \
the full name exactly as the passage has it, in its own language; "type" is one of: {types}.
"relations": every fact that the passage states about them. "subject" and "object" are copied exactly from the \
passage: use the full name instead of a pronoun; the object may also be a date, an amount or a role. "predicate" is a \
short verb phrase in snake_case; prefer one of these, in this direction (subject -> object):
{relations}
"fact" is one sentence that states the fact.
Write down only what the passage states, every fact once. If it states none, "relations" is empty."""

_EXAMPLES: tuple[tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "Ken Ito (born 3 June 1980 in Nara) is a designer at Lumen AG, a maker of street lamps that Eva Roth founded "
        "in 2011. He lives in Ulm with his wife, Emi Ito.",
        (
            ("Ken Ito", "person"),
            ("Nara", "place"),
            ("Lumen AG", "organization"),
            ("Eva Roth", "person"),
            ("Ulm", "place"),
            ("Emi Ito", "person"),
        ),
        (
            ("Ken Ito", "born_on", "3 June 1980", "Ken Ito was born on 3 June 1980."),
            ("Ken Ito", "born_in", "Nara", "Ken Ito was born in Nara."),
            ("Ken Ito", "works_as", "designer", "Ken Ito is a designer."),
            ("Ken Ito", "works_at", "Lumen AG", "Ken Ito works at Lumen AG."),
            ("Lumen AG", "makes", "street lamps", "Lumen AG makes street lamps."),
            ("Eva Roth", "founded", "Lumen AG", "Eva Roth founded Lumen AG in 2011."),
            ("Lumen AG", "founded_on", "2011", "Lumen AG was founded in 2011."),
            ("Ken Ito", "lives_in", "Ulm", "Ken Ito lives in Ulm."),
            ("Ken Ito", "married_to", "Emi Ito", "Ken Ito is married to Emi Ito."),
        ),
    ),
    (
        "川端理恵さんは2021年に青葉電機を退職し、今月からミナト設計の営業部長を務めている。彼女は横浜市に住んでいる。",
        (("川端理恵", "person"), ("青葉電機", "organization"), ("ミナト設計", "organization"), ("横浜市", "place")),
        (
            ("川端理恵", "left", "青葉電機", "川端理恵は2021年に青葉電機を退職した。"),
            ("川端理恵", "works_at", "ミナト設計", "川端理恵は今月からミナト設計で働いている。"),
            ("川端理恵", "works_as", "営業部長", "川端理恵は営業部長である。"),
            ("川端理恵", "lives_in", "横浜市", "川端理恵は横浜市に住んでいる。"),
        ),
    ),
)

_SYNONYMS: Mapping[str, tuple[str, bool]] = {
    "born": ("born_in", False),
    "birth_place": ("born_in", False),
    "birthdate": ("born_on", False),
    "died": ("died_on", False),
    "died_in": ("died_on", False),
    "founded_in": ("founded_on", False),
    "established_in": ("founded_on", False),
    "founder": ("founded", False),
    "ceo": ("ceo_of", False),
    "is_ceo": ("ceo_of", False),
    "chief_executive_officer": ("ceo_of", False),
    "chief_executive_officer_of": ("ceo_of", False),
    "employer": ("works_at", False),
    "employee": ("works_at", True),
    "worked_at": ("works_at", False),
    "worked_for": ("works_at", False),
    "served_in": ("works_at", False),
    "member": ("member_of", False),
    "residence": ("lives_in", False),
    "place_of_residence": ("lives_in", False),
    "parent": ("child_of", False),
    "father": ("child_of", False),
    "mother": ("child_of", False),
    "child": ("child_of", True),
    "children": ("child_of", True),
    "son": ("child_of", True),
    "daughter": ("child_of", True),
    "wife": ("married_to", False),
    "husband": ("married_to", False),
    "education": ("educated_at", False),
    "alma_mater": ("educated_at", False),
    "studied": ("educated_at", False),
    "graduated": ("educated_at", False),
    "headquarter": ("headquartered_in", False),
    "subsidiary": ("subsidiary_of", True),
    "parent_company": ("subsidiary_of", False),
    "parent_organization": ("subsidiary_of", False),
}
"""What a free predicate plainly means, and whether it is read from the object; besides all that the ontology knows."""

_DATED = {"born_in": "born_on", "founded": "founded_on"}
"""Relations that with a date for an object are others."""

_PLACED = {"born_on": "born_in"}
_YEAR = re.compile(r"\d")
_NOT_SNAKE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class NaiveAnswer:
    """What came back for one passage: the answer as JSON, and whether its cap cut it."""

    json: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Triple:
    """One relation of an answer. The types are those that its entities give, empty where none has the name."""

    subject: str
    subject_type: str
    predicate: str
    object: str
    object_type: str


def messages(ontology: Ontology, text: str) -> list[dict[str, str]]:
    """The chat: what never changes first, so that the runtime's own cache keeps it."""
    relations = "\n".join(
        f"{relation.name} ({'/'.join(sorted(relation.domain))} -> {'/'.join(sorted(relation.range))})"
        for relation in ontology.relations
    )
    system = _INSTRUCTIONS.format(types=" ".join(EntityType), relations=relations)
    turns = [{"role": "system", "content": system}]
    for passage, entities, facts in _EXAMPLES:
        turns += [{"role": "user", "content": passage}, {"role": "assistant", "content": _example(entities, facts)}]
    return [*turns, {"role": "user", "content": text}]


def triples(answer: NaiveAnswer) -> tuple[Triple, ...] | None:
    """The relations of an answer; of one that was cut, those that are whole. None where it is no JSON besides."""
    try:
        given = json.loads(answer.json)
    except ValueError:
        given = _whole_part(answer.json) if answer.cut else None
    if not isinstance(given, dict):
        return None
    types = {key(str(one["name"])): str(one["type"]) for one in given.get("entities", [])}
    return tuple(
        Triple(subject, types.get(key(subject), ""), predicate, object_, types.get(key(object_), ""))
        for subject, predicate, object_ in (
            (one["subject"], one["predicate"], one["object"]) for one in given.get("relations", [])
        )
    )


def read(text: Text, found: Sequence[Triple], ontology: Ontology) -> Reading:
    """The triples as the scorer takes facts: relations by the product's own names, ends wherever their words stand."""
    ids: dict[str, EntityId] = {}
    facts: dict[tuple[str, str, str], StoredFact] = {}
    for triple in found:
        relation, swap = meaning(triple, ontology)
        ends = [
            _end(words, type_, text.text, ids)
            for words, type_ in ((triple.subject, triple.subject_type), (triple.object, triple.object_type))
        ]
        subject, object_ = reversed(ends) if swap else ends
        same = (key(subject.name), relation, key(object_.name))
        facts.setdefault(same, StoredFact(subject, relation, object_, Span(0, len(text.text)), 1.0))
    return Reading(text, tuple(facts.values()), (), ())


def meaning(triple: Triple, ontology: Ontology) -> tuple[str, bool]:
    """The relation that a predicate means, and whether its ends change places to say so."""
    predicate = _NOT_SNAKE.sub("_", triple.predicate.casefold()).strip("_")
    relation, swap = _SYNONYMS.get(predicate, (predicate, False))
    dated = _YEAR.search(triple.object) is not None
    if dated or predicate in ("born", "died"):
        relation = _DATED.get(relation, relation) if dated else _PLACED.get(relation, relation)
    ends = triple.subject_type or EntityType.PERSON, triple.object_type or (VALUE if dated else EntityType.THING)
    typed = ontology.validate(relation, *(reversed(ends) if swap else ends))
    if typed.verdict is Verdict.QUARANTINED:
        # Types that do not fit are forgiven: the relation counts as it is read with types that do.
        domain, range_ = ontology.ends_of(relation)
        typed = ontology.validate(relation, min(domain), min(range_))
    return typed.relation, typed.swap != swap


def _example(entities: Sequence[tuple[str, str]], facts: Sequence[tuple[str, str, str, str]]) -> str:
    answer = {
        "entities": [{"name": name, "type": kind} for name, kind in entities],
        "relations": [
            {"subject": subject, "predicate": predicate, "object": object_, "fact": fact}
            for subject, predicate, object_, fact in facts
        ],
    }
    return json.dumps(answer, ensure_ascii=False)


def _whole_part(cut: str) -> Any:
    """An answer that was cut, closed after its last whole item; None where there is none."""
    for closing in ("]}", "}"):
        for end in (match.end() for match in reversed(list(re.finditer(r"[}\]]", cut)))):
            try:
                return json.loads(cut[:end] + closing)
            except ValueError:
                continue
    return None


def _end(words: str, type_: str, text: str, ids: dict[str, EntityId]) -> End:
    spans = places(words, text) or (NOWHERE,)
    if not type_:
        return End(None, words, VALUE, spans)
    return End(ids.setdefault(key(words), EntityId(len(ids) + 1)), words, type_, spans)


def places(words: str, text: str) -> tuple[Span, ...]:
    """Wherever the words stand, whatever their case and whatever is beside them."""
    if not words.strip():
        return ()
    pattern = r"\s+".join(re.escape(word) for word in words.split())
    return tuple(Span(*match.span()) for match in re.finditer(pattern, text, re.IGNORECASE))
