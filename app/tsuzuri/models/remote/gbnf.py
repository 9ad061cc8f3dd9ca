"""Forms of answers as llama.cpp's grammars (GBNF) and as JSON schemas: what a server can hold a model to.

They are a little wider than our automata, which check every answer afterwards: a grammar cannot count what was said
before, nor compare a subject with its object.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tsuzuri.core.decoding import NOTHING, Choice, FactForm, Numbers, Sentence, ShortName, YesNo
from tsuzuri.text.edges import may_end, may_start

_LEFT_OUT = frozenset("|\n")
_RELATION = '[a-z]{2,12} ("_" [a-z]{1,7}){0,2}'
"""28 characters at most, as the automaton has it."""


def grammar_of(form: Choice | YesNo | Numbers | ShortName) -> str:
    """The grammar of an answer."""
    match form:
        case Choice(options=options):
            return f"root ::= {_any(options)}"
        case YesNo(yes=yes, no=no):
            return f"root ::= {_any((yes, no))}"
        case Numbers(options=numbers, most=most):
            return f'root ::= "0" | n ("," n){{0,{most - 1}}}\nn ::= ({_any(map(str, numbers))}) "*"?'
        case ShortName(max_chars=most):
            return f"root ::= [^\\n|,;:.]{{1,{most}}}"


def schema_of(form: Choice | YesNo | Numbers | ShortName) -> dict[str, object]:
    """The JSON schema of an answer, which is then in its `answer`."""
    match form:
        case Choice(options=options):
            answer: dict[str, object] = {"enum": list(options)}
        case YesNo(yes=yes, no=no):
            answer = {"enum": [yes, no]}
        case Numbers() | ShortName():
            answer = {"type": "string", "maxLength": 200}
    return {"type": "object", "properties": {"answer": answer}, "required": ["answer"], "additionalProperties": False}


FACTS_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"lines": {"type": "array", "items": {"type": "string", "maxLength": 400}, "maxItems": 16}},
    "required": ["lines"],
    "additionalProperties": False,
}
"""An answer in fact lines as JSON: `{"lines": [...]}`, none where the sentence states no fact."""


def fact_grammar(sentence: Sentence, form: FactForm, names: Sequence[str]) -> str:
    """The grammar of the fact lines of one sentence; its size grows with the sentence's length, not with its square."""
    text = " ".join(sentence.text.split("\n"))
    rules, starts = _copies(text)
    subjects = [*starts, *(_text(name) for name in names if name.isprintable() and not _LEFT_OUT & set(name))]
    if not starts:
        return f"root ::= {_text(NOTHING)}"
    types, value = _any(form.types), _text(form.value_type)
    relation = _any(form.relations) if form.relations else _RELATION
    times = [words for words in sentence.times if words.isprintable() and "|" not in words]
    time = f' " | " ({_any([*times, NOTHING])})' if times else ""
    return "\n".join(
        (
            f'root ::= {_text(NOTHING)} | line ("\\n" line){{0,{form.max_facts - 1}}}',
            f'line ::= subject " | " ({types}) " | " relation " | " object " | " ({types} | {value}){time}',
            f"subject ::= {' | '.join(subjects)}",
            f"object ::= {' | '.join(starts)}",
            f"relation ::= {relation}",
            *rules,
        )
    )


def _copies(text: str) -> tuple[list[str], list[str]]:
    """Rules that copy a piece of the text, and what a copy may begin with.

    A rule an edge: `k12` goes on from character 12 to the next edge, where the copy may end or go on.
    """
    ends = [i for i in range(1, len(text) + 1) if may_end(text, i)]
    rules, starts = [], []
    following = dict(pairwise(ends))

    def on(end: int) -> str:
        return f" k{end}?" if end in following and not _LEFT_OUT & set(text[end : following[end]]) else ""

    for end, after in following.items():
        piece = text[end:after]
        if not _LEFT_OUT & set(piece):
            rules.append(f"k{end} ::= {_text(piece)}{on(after)}")
    for i in range(len(text)):
        if may_start(text, i):
            first = next((end for end in ends if end > i), 0)
            if first and not _LEFT_OUT & set(text[i:first]):
                starts.append(f"{_text(text[i:first])}{on(first)}")
    return rules, starts


def _any(texts: Iterable[str]) -> str:
    return " | ".join(map(_text, texts))


def _text(text: str) -> str:
    """A literal of GBNF, whose escapes are those of JSON."""
    return json.dumps("".join(char if char.isprintable() else " " for char in text), ensure_ascii=False)
