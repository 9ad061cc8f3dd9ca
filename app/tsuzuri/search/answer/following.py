"""Questions that follow others: whom "she" and "there" mean is taken from what was asked and answered before."""

import re
from collections.abc import Iterator, Sequence

from tsuzuri.core.answers import Answer
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.search.graph_names import grams
from tsuzuri.text.normalise import is_cjk, key

_PERSON = (EntityType.PERSON,)
_OTHER = tuple(type_ for type_ in EntityType if type_ is not EntityType.PERSON)
_PRONOUNS = (
    (re.compile(r"\b(?:his|hers?)\b(?= \w)", re.IGNORECASE), _PERSON, "{}'s"),
    (re.compile(r"\b(?:she|he|him|her)\b", re.IGNORECASE), _PERSON, "{}"),
    (re.compile(r"\bits\b", re.IGNORECASE), _OTHER, "{}'s"),
    (re.compile(r"\b(?:it|the company|this company|that project)\b", re.IGNORECASE), _OTHER, "{}"),
    (re.compile(r"\bthere\b", re.IGNORECASE), (EntityType.PLACE, EntityType.ORGANIZATION), "at {}"),
    (re.compile(r"\b(?:their)\b", re.IGNORECASE), tuple(EntityType), "{}'s"),
    (re.compile(r"\b(?:they|them)\b", re.IGNORECASE), tuple(EntityType), "{}"),
    (re.compile("彼女|彼(?!岸)|その人|この人"), _PERSON, "{}"),
    (re.compile("同社|その会社|この会社|それ|これ|そこ"), _OTHER, "{}"),
)
_LOOKED_BACK = 3


def taken_over(question: str, history: Sequence[Answer], backend: Backend) -> str:
    """The question with the names that its pronouns mean; one that names nothing is about what was asked last."""
    if not history:
        return question
    known = list(_known(history[-_LOOKED_BACK:], backend))
    for pronoun, types, form in _PRONOUNS:
        meant = next((one for one in known if one.type in types), None)
        if meant is not None and (at := pronoun.search(question)) is not None:
            return question[: at.start()] + form.format(meant.name) + question[at.end() :]
    if not known or next(_named(question, backend), None) is not None:
        return question
    name = known[0].name
    return f"{name}について、{question}" if any(map(is_cjk, question)) else f"About {name}: {question}"


def _known(history: Sequence[Answer], backend: Backend) -> Iterator[Entity]:
    """What was spoken of, the latest first: in a question before what was said of it."""
    for answer in reversed(history):
        yield from _named(answer.asked, backend)
        for statement in answer.statements:
            yield from _named(statement.text, backend)


def _named(text: str, backend: Backend) -> Iterator[Entity]:
    pieces = [piece for piece in grams(text) if is_cjk(piece[0]) or piece[0].isupper()]
    found = backend.graph.entities_by_key(sorted({key(piece) for piece in pieces}))
    taken: list[str] = []
    for piece in pieces:
        bearers = found.get(key(piece), ())
        if bearers and not any(key(piece) in longer for longer in taken):
            taken.append(key(piece))
            yield bearers[0]
