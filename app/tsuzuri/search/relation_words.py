"""Which relation a question speaks of: by the words for it in English and Japanese, and by the ontology's own names."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import Ontology
from tsuzuri.search.relation_cues import CUES, End
from tsuzuri.text.stems import STOP_WORDS, stem


@dataclass(frozen=True, slots=True)
class Spoken:
    """A relation's words where they stand in a question."""

    span: Span
    relations: tuple[str, ...]
    possessor: End | None = None


def relations_in(question: str, ontology: Ontology, names: Sequence[Span] = ()) -> tuple[Spoken, ...]:
    """The relations that a question speaks of, by the longest words at each place; words within names are none."""
    found = [*_by_cues(question), *_by_names(question, ontology)]
    free = [one for one in dict.fromkeys(found) if not any(_touch(one.span, name) for name in names)]
    free.sort(key=lambda one: (-len(one.span), one.span.start))
    kept: list[Spoken] = []
    for one in free:
        if not any(_touch(one.span, other.span) and one.span != other.span for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.span.start))


def _by_cues(question: str) -> Iterable[Spoken]:
    for cue, pattern in zip(CUES, _patterns(), strict=True):
        for match in pattern.finditer(question):
            yield Spoken(Span(*match.span()), cue.relations, cue.possessor)


@cache
def _patterns() -> tuple["re.Pattern[str]", ...]:
    return tuple(re.compile(rf"\b(?:{cue.english})\b|{cue.japanese}", re.IGNORECASE) for cue in CUES)


def _by_names(question: str, ontology: Ontology) -> Iterable[Spoken]:
    """Where the words that carry content of a relation's name stand next to each other."""
    words = [(stem(match.group().casefold()), match.span()) for match in re.finditer(r"[^\W_]+", question)]
    content = [(token, span) for token, span in words if token not in STOP_WORDS]
    for relation in ontology.relations:
        for name in (relation.name, *relation.synonyms, *relation.swapped):
            wanted = [stem(word) for word in name.split("_") if word not in STOP_WORDS]
            for at in range(len(content) - len(wanted) + 1) if wanted else ():
                stretch = content[at : at + len(wanted)]
                if [token for token, _ in stretch] == wanted:
                    yield Spoken(Span(stretch[0][1][0], stretch[-1][1][1]), (relation.name,))


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
