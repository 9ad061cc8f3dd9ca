"""The automaton of fact lines: whatever the model prefers, only a well-formed line copied from its source gets written.

One line a fact, then END::

    number | subject | type | relation | object | type | time words or -

Subject and object are copied from the sentences (or from the names offered besides), from word boundary to word
boundary; the time words are copied from the numbered sentence. Nothing is spelt, translated or invented, and every
reachable state has a way on to END, so decoding never searches the vocabulary for a way out of a dead end.

The automaton is pure and works on bytes, because tokens are bytes and may break a character.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from tsuzuri.core.decoding import FactLinesForm
from tsuzuri.text.normalise import Script, boundary, script

_BAR, _NEWLINE, _SPACE, _DASH = b"|"[0], b"\n"[0], b" "[0], b"-"[0]
_END = b"END"
_MAX_COPY = 80
_MAX_TIME = 60
_MAX_RELATION = 28
_MAX_OBJECTS = 5
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_UNDERSCORE = b"_"[0]
_EMPTY_PLANES = re.compile("[\U00040000-\U000dffff]")
_NO_EDGE = frozenset(" \t\n|.,;:()\"'。、，．；：（）「」『』！？!?")


class Field(IntEnum):
    """Where in a line the automaton stands."""

    NUMBER = 0
    SUBJECT = 1
    SUBJECT_TYPE = 2
    RELATION = 3
    OBJECT = 4
    OBJECT_TYPE = 5
    TIME = 6
    LITERAL = 7
    DONE = 8


class Triple(NamedTuple):
    """What makes two lines the same fact."""

    subject: bytes
    relation: bytes
    object: bytes


class State(NamedTuple):
    """A point in the writing of an answer.

    `written` is the field so far; `copies` are the places in the source it may be a copy of, each as the offset of the
    next byte; `pending` is what is left of a literal that leads to `field_after`.
    """

    field: Field
    written: bytes = b""
    copies: tuple[int, ...] = ()
    pending: bytes = b""
    field_after: Field = Field.NUMBER
    number: int = 1
    subject: bytes = b""
    relation: bytes = b""
    object: bytes = b""
    facts: tuple[Triple, ...] = ()
    looping: bool = False


@dataclass(frozen=True)
class _Source:
    """Bytes that may be copied, with the offsets where a copy may begin and end."""

    data: bytes
    starts: tuple[int, ...]
    ends: frozenset[int]

    @staticmethod
    def of(text: str) -> "_Source":
        starts: list[int] = []
        ends: list[int] = []
        offset = 0
        for i, char in enumerate(text):
            edge = _edge(text, i)
            if edge and char not in _NO_EDGE and char != "-":
                starts.append(offset)
            if edge and i and text[i - 1] not in _NO_EDGE:
                ends.append(offset)
            offset += len(char.encode())
        if text and text[-1] not in _NO_EDGE:
            ends.append(offset)
        return _Source(text.encode(), tuple(starts), frozenset(ends))

    @cached_property
    def next_end(self) -> tuple[int, ...]:
        """For each offset the nearest end at or after it that a copy can reach, or a distance out of reach."""
        out_of_reach = len(self.data) + _MAX_COPY + 1
        nearest = out_of_reach
        result = [out_of_reach] * (len(self.data) + 1)
        for i in range(len(self.data), -1, -1):
            if i < len(self.data) and self.data[i] in (_BAR, _NEWLINE):
                nearest = out_of_reach
            if i in self.ends:
                nearest = i
            result[i] = nearest
        return tuple(result)


def _on_one_line(text: str) -> str:
    """The text with a bar, which nothing is copied across, for each character of the planes that Unicode leaves empty.

    Some vocabularies have no token for the first byte of those. Every character keeps its place.
    """
    return _EMPTY_PLANES.sub("|", text.replace("\n", " "))


def _edge(text: str, i: int) -> bool:
    """Whether a name may begin or end at `i`: at a word boundary, but never inside a run of katakana."""
    inside_run = 0 < i < len(text) and script(text[i - 1]) is script(text[i]) is Script.KATAKANA
    return boundary(text, i) and not inside_run


def _loops(facts: tuple[Triple, ...]) -> bool:
    """Whether the last fact shows a model going in circles.

    That is: the same subject and relation with an object that overlaps an earlier one, or with too many objects.
    """
    *earlier, last = facts
    objects = [fact.object for fact in earlier if fact[:2] == last[:2]]
    return len(objects) >= _MAX_OBJECTS or any(last.object in other or other in last.object for other in objects)


class FactLines:
    """The automaton for one passage.

    Advance it byte by byte; `allowed` lists the bytes that lead on from a state, and is never empty before `DONE`.
    """

    def __init__(self, form: FactLinesForm) -> None:
        sentences = [_on_one_line(sentence) for sentence in form.sentences]
        self._whole = _Source.of("\n".join([*sentences, *map(_on_one_line, form.names)]))
        self._sentences = [_Source.of(sentence) for sentence in sentences]
        self._entity_types = tuple(t.encode() for t in form.types)
        self._object_types = (*self._entity_types, form.value_type.encode())
        self._relations = tuple(r.encode() for r in form.relations)
        # Each line takes one object away from its subject and relation, and a line needs one that is left.
        self._max_facts = min(form.max_facts, len(self._shortest_copies()) - 2)

    def start(self) -> State:
        """Before the first byte."""
        return State(Field.NUMBER)

    def feed(self, state: State, data: bytes) -> State | None:
        """The state after these bytes, or None if they may not be written."""
        for byte in data:
            following = self._step(state, byte)
            if following is None:
                return None
            state = following
        return state

    def allowed(self, state: State) -> frozenset[int]:
        """The bytes that may come next; empty only when the answer is complete."""
        return frozenset(byte for byte in self._candidates(state) if self._step(state, byte) is not None)

    def _candidates(self, state: State) -> frozenset[int] | set[int]:
        """A superset of the allowed bytes, small enough to try."""
        match state.field:
            case Field.NUMBER:
                return frozenset(b"0123456789 E")
            case Field.LITERAL:
                return frozenset(state.pending[:1])
            case Field.SUBJECT_TYPE | Field.OBJECT_TYPE:
                return {t[len(state.written)] for t in self._object_types if len(t) > len(state.written)} | {_SPACE}
            case Field.RELATION:
                return _LETTERS | {_UNDERSCORE, _SPACE}
            case Field.SUBJECT | Field.OBJECT:
                return self._bytes_at(self._whole, state) | {_SPACE, _BAR}
            case Field.TIME:
                return self._bytes_at(self._sentences[state.number - 1], state) | {_DASH, _NEWLINE}
            case Field.DONE:
                return frozenset()

    def _bytes_at(self, source: _Source, state: State) -> set[int]:
        places = state.copies if state.written else source.starts
        return {source.data[p] for p in places if p < len(source.data)}

    def _step(self, state: State, byte: int) -> State | None:
        match state.field:
            case Field.NUMBER:
                return self._number(state, byte)
            case Field.LITERAL:
                return self._literal(state, byte)
            case Field.SUBJECT | Field.OBJECT:
                return self._name(state, byte)
            case Field.SUBJECT_TYPE:
                return self._word(state, byte, self._entity_types, Field.RELATION)
            case Field.OBJECT_TYPE:
                return self._word(state, byte, self._object_types, Field.TIME)
            case Field.RELATION:
                return self._relation(state, byte)
            case Field.TIME:
                return self._time(state, byte)
            case Field.DONE:
                return None

    def _number(self, state: State, byte: int) -> State | None:
        written = state.written + bytes((byte,))
        if written == _END[:1]:
            return state._replace(field=Field.LITERAL, pending=_END[1:], field_after=Field.DONE, written=b"")
        if state.looping or len(state.facts) >= self._max_facts:
            return None
        if byte == _SPACE and state.written:
            number = int(state.written)
            in_range = state.number <= number <= len(self._sentences)
            return self._delimit(state._replace(number=number), Field.SUBJECT) if in_range else None
        choices = (str(n).encode() for n in range(state.number, len(self._sentences) + 1))
        return state._replace(written=written) if any(c.startswith(written) for c in choices) else None

    def _literal(self, state: State, byte: int) -> State | None:
        if byte != state.pending[0]:
            return None
        if len(state.pending) > 1:
            return state._replace(pending=state.pending[1:])
        return state._replace(field=state.field_after, pending=b"", written=b"", copies=())

    def _delimit(self, state: State, following: Field, *, seen: bytes = b" ") -> State:
        """The state inside the " | " before a field, of which `seen` has been written."""
        return state._replace(field=Field.LITERAL, pending=b" | "[len(seen) :], field_after=following, written=b"")

    def _name(self, state: State, byte: int) -> State | None:
        """One more byte of a subject or object, or of the delimiter after it.

        A space may be part of the name or begin the delimiter: both stay open until the next byte tells.
        """
        if byte == _BAR:
            name = state.written[:-1]
            if state.written[-1:] != b" " or not self._may_be(state, name):
                return None
            if not any(place - 1 in self._whole.ends for place in state.copies):
                return None
            if state.field is Field.SUBJECT:
                return self._delimit(state._replace(subject=name), Field.SUBJECT_TYPE, seen=b" |")
            return self._delimit(state._replace(object=name), Field.OBJECT_TYPE, seen=b" |")
        if byte == _NEWLINE:
            return None  # it parts the sentences, and no name goes from one into the next
        written = state.written + bytes((byte,))
        if byte == _SPACE and state.written and not state.written.endswith(b" "):
            ending = any(place in self._whole.ends for place in state.copies) and self._may_be(state, state.written)
            going_on = any(
                self._whole.data[p : p + 1] == b" " and self._live(state, written, p + 1) for p in state.copies
            )
            if ending:
                # The places before the space are kept one byte on, whether or not the source has a space there.
                return state._replace(written=written, copies=tuple(p + 1 for p in state.copies))
            if not going_on:
                return None
        places = state.copies if state.written else self._whole.starts
        if state.written.endswith(b" "):
            places = tuple(p for p in places if self._whole.data[p - 1 : p] == b" ")
        copies = tuple(
            p + 1
            for p in places
            if p < len(self._whole.data) and self._whole.data[p] == byte and self._live(state, written, p + 1)
        )
        return state._replace(written=written, copies=copies) if copies else None

    def _may_be(self, state: State, name: bytes) -> bool:
        """Whether the name may stand in this field: an object is neither its subject nor said before."""
        if state.field is Field.SUBJECT:
            return True
        return name != state.subject and Triple(state.subject, state.relation, name) not in state.facts

    def _live(self, state: State, written: bytes, place: int) -> bool:
        """Whether a copy that has come to `place` can still end as a name that may stand here."""
        while (end := self._whole.next_end[place] if place < len(self._whole.next_end) else -1) >= 0:
            length = len(written) + end - place
            if length > _MAX_COPY:
                return False
            if self._may_be(state, written + self._whole.data[place:end]):
                return True
            if end >= len(self._whole.data) or self._whole.data[end] in (_BAR, _NEWLINE):
                return False
            written, place = written + self._whole.data[place : end + 1], end + 1
        return False

    def _word(self, state: State, byte: int, words: tuple[bytes, ...], following: Field) -> State | None:
        if byte == _SPACE:
            return self._delimit(state, following) if state.written in words else None
        written = state.written + bytes((byte,))
        return state._replace(written=written) if any(w.startswith(written) for w in words) else None

    def _relation(self, state: State, byte: int) -> State | None:
        if self._relations:
            following = self._word(state, byte, self._relations, Field.OBJECT)
        elif byte == _SPACE:
            ended = len(state.written) > 1 and state.written[-1] != _UNDERSCORE
            following = self._delimit(state, Field.OBJECT) if ended else None
        elif byte in _LETTERS:
            short = len(state.written) < _MAX_RELATION
            following = state._replace(written=state.written + bytes((byte,))) if short else None
        elif byte == _UNDERSCORE:
            # A letter must follow, so there must be room for it.
            joins = state.written[-1:].isalpha() and len(state.written) < _MAX_RELATION - 1
            following = state._replace(written=state.written + b"_") if joins else None
        else:
            following = None
        if following is not None and following.field is Field.LITERAL:
            following = following._replace(relation=state.written)
        return following

    def _time(self, state: State, byte: int) -> State | None:
        source = self._sentences[state.number - 1]
        if byte == _NEWLINE:
            ended = state.written == b"-" or any(p in source.ends for p in state.copies)
            if not ended:
                return None
            facts = (*state.facts, Triple(state.subject, state.relation, state.object))
            return State(Field.NUMBER, number=state.number, facts=facts, looping=_loops(facts))
        if state.written == b"-" or byte == _BAR:
            return None
        if not state.written and byte == _DASH:
            return state._replace(written=b"-")
        written = state.written + bytes((byte,))
        copies = tuple(
            p + 1
            for p in (state.copies if state.written else source.starts)
            if p < len(source.data)
            and source.data[p] == byte
            and len(written) + source.next_end[p + 1] - (p + 1) <= _MAX_TIME
        )
        return state._replace(written=written, copies=copies) if copies else None

    def _shortest_copies(self) -> set[bytes]:
        """The different names that begin somewhere and end at the first place they may."""
        source = self._whole
        ends = ((p, source.next_end[p + 1]) for p in source.starts)
        return {source.data[p:end] for p, end in ends if end - p <= _MAX_COPY}
