"""The names in a question that somebody has recorded."""

import re
from dataclasses import dataclass

from tsuzuri.core.document import Span
from tsuzuri.core.ports import GraphStore
from tsuzuri.core.values import Entity
from tsuzuri.search.graph_names import grams
from tsuzuri.text.normalise import key

_CJK = "\u3005-\u30ff\u3400-\u9fff"
_SCRIPT_ENDS = re.compile(f"(?<=[A-Za-z0-9])(?=[{_CJK}])|(?<=[{_CJK}])(?=[A-Za-z0-9])")
"""Where a Latin word and a Japanese one stand next to each other without a space."""
_INNER_SPACE = re.compile(f"(?<=[{_CJK}])[ \u3000](?=[{_CJK}])")
"""A space within Japanese, as between the two parts of a person's name; in a key there is none."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name where it stands in a question, and the entities that bear it."""

    span: Span
    bearers: tuple[Entity, ...]


def names_in(question: str, graph: GraphStore) -> tuple[Name, ...]:
    """The recorded names in a question, in order; of names within each other the longest. One query."""
    spellings = (question, _SCRIPT_ENDS.sub(" ", question), _INNER_SPACE.sub("", question))
    pieces = sorted({piece for one in spellings for piece in grams(one)}, key=lambda piece: (-len(piece), piece))
    keys = {piece: key(piece) for piece in pieces}
    entities = graph.entities_by_key(sorted(set(keys.values())))
    found: list[Name] = []
    for piece in pieces:
        bearers = entities.get(keys[piece], ())
        span = _place(piece, question) if bearers else None
        if span is None:
            continue
        if all(span.end <= other.span.start or other.span.end <= span.start for other in found):
            found.append(Name(span, bearers))
    return tuple(sorted(found, key=lambda name: name.span.start))


def _place(piece: str, question: str) -> Span | None:
    """Where a piece stands in a question, whatever spaces are in it there."""
    found = re.search("[ \u3000]?".join(map(re.escape, piece)), question)
    return Span(*found.span()) if found is not None else None
