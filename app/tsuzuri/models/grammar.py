"""The automaton of fact lines: whatever the model prefers, only well-formed lines copied from the source get written.

One answer to one sentence: a dash when it states no fact, else one line a fact::

    subject | type | relation | object | type
    subject | type | relation | object | type | time words

The time field is there only where the sentence holds time words, and is one of them or a dash. The object is copied
from the sentence, the subject from the sentence or from the names already known, from word boundary to word boundary.
Nothing is spelt, translated or invented, and every reachable state has a way on to the end, so decoding never searches
the vocabulary for a way out of a dead end.

The automaton is pure and works on bytes, because tokens are bytes and may break a character.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from tsuzuri.core.decoding import FactForm, Sentence
from tsuzuri.text.edges import may_end, may_start

END = b"\x03"
"""Stands for the token by which a model ends its turn; it is never copied from a text."""

_BAR, _NEWLINE, _SPACE, _DASH, _END = b"|\n -\x03"
_MAX_COPY = 80
_MAX_RELATION = 28
_MAX_OBJECTS = 4
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_UNDERSCORE = b"_"[0]
_EMPTY_PLANES = re.compile("[\U00040000-\U000dffff]")


class Field(IntEnum):
    """Where in a line the automaton stands."""

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

    field: Field = Field.SUBJECT
    written: bytes = b""
    copies: tuple[int, ...] = ()
    pending: bytes = b""
    field_after: Field = Field.SUBJECT
    subject: bytes = b""
    relation: bytes = b""
    object: bytes = b""
    facts: tuple[Triple, ...] = ()


@dataclass(frozen=True)
class _Source:
    """Bytes that may be copied, with the offsets where a copy may begin and end."""

    data: bytes
    starts: tuple[int, ...]
    ends: frozenset[int]

    @staticmethod
    def of(sentence: str, names: Iterable[str] = ()) -> "_Source":
        """Every word of the sentence may begin and end a copy; of the names, only the whole."""
        starts: list[int] = []
        ends: list[int] = []
        offset = 0
        for i, char in enumerate(sentence):
            if may_start(sentence, i):
                starts.append(offset)
            if i and may_end(sentence, i):
                ends.append(offset)
            offset += len(char.encode())
        if sentence and may_end(sentence, len(sentence)):
            ends.append(offset)
        data = sentence.encode()
        for name in names:
            starts.append(len(data) + 1)
            data += b"\n" + name.encode()
            ends.append(len(data))
        return _Source(data, tuple(starts), frozenset(ends))

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

    @cached_property
    def shortest(self) -> frozenset[bytes]:
        """The different copies that end at the first place they may."""
        ends = ((p, self.next_end[p + 1]) for p in self.starts)
        return frozenset(self.data[p:end] for p, end in ends if end - p <= _MAX_COPY)

    def endings(self, written: bytes, place: int) -> Iterator[bytes]:
        """The names as which a copy that has come to `place` can end, shortest first."""
        while place < len(self.next_end):
            end = self.next_end[place]
            written += self.data[place:end]
            if end >= len(self.next_end) or len(written) > _MAX_COPY:
                return
            yield written
            if end >= len(self.data) or self.data[end] in (_BAR, _NEWLINE):
                return
            written += self.data[end : end + 1]
            place = end + 1


@dataclass(frozen=True)
class FactLines:
    """The automaton for one sentence.

    `known` are names that may be subjects besides those in the sentence; `earlier` are facts already written in its
    passage. Advance it byte by byte; `allowed` lists the bytes that lead on, and is never empty before `DONE`.
    """

    sentence: Sentence
    form: FactForm
    known: Sequence[str] = ()
    earlier: tuple[Triple, ...] = ()
    _possible: dict[tuple[bytes, int], bool] = field(default_factory=dict)

    def start(self) -> State:
        """Before the first byte."""
        return State()

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

    def is_done(self, state: State) -> bool:
        """Whether the answer is complete."""
        return state.field is Field.DONE

    @cached_property
    def _subjects(self) -> _Source:
        names = (name for name in self.known if name.isprintable() and name == name.strip(" |") != "")
        return _Source.of(_on_one_line(self.sentence.text), names)

    @cached_property
    def _objects(self) -> _Source:
        return _Source.of(_on_one_line(self.sentence.text))

    @cached_property
    def _times(self) -> tuple[bytes, ...]:
        return tuple(words.encode() for words in self.sentence.times if words.isprintable() and "|" not in words)

    @cached_property
    def _no_names(self) -> frozenset[bytes]:
        return frozenset(word.encode() for word in self.form.no_names)

    @cached_property
    def _types(self) -> tuple[bytes, ...]:
        return tuple(kind.encode() for kind in self.form.types)

    @cached_property
    def _object_types(self) -> tuple[bytes, ...]:
        return (*self._types, self.form.value_type.encode())

    @cached_property
    def _relations(self) -> tuple[bytes, ...]:
        return tuple(name.encode() for name in self.form.relations)

    def _candidates(self, state: State) -> frozenset[int] | set[int]:
        """A superset of the allowed bytes, small enough to try."""
        match state.field:
            case Field.SUBJECT:
                return self._bytes_at(self._subjects, state) | {_SPACE, _BAR, _DASH}
            case Field.OBJECT:
                return self._bytes_at(self._objects, state) | {_SPACE, _BAR}
            case Field.SUBJECT_TYPE | Field.OBJECT_TYPE:
                letters = {t[len(state.written)] for t in self._object_types if len(t) > len(state.written)}
                return letters | {_SPACE, _NEWLINE, _END}
            case Field.RELATION:
                return _LETTERS | {_UNDERSCORE, _SPACE}
            case Field.TIME:
                letters = {t[len(state.written)] for t in self._times if len(t) > len(state.written)}
                return letters | {_DASH, _NEWLINE, _END}
            case Field.LITERAL:
                return frozenset(state.pending[:1])
            case Field.DONE:
                return frozenset()

    def _bytes_at(self, source: _Source, state: State) -> set[int]:
        places = state.copies if state.written else source.starts
        return {source.data[p] for p in places if p < len(source.data)}

    def _step(self, state: State, byte: int) -> State | None:
        match state.field:
            case Field.SUBJECT if byte == _DASH and not state.written and not state.facts:
                return State(Field.DONE)
            case Field.SUBJECT:
                return self._name(state, byte, self._subjects)
            case Field.OBJECT:
                return self._name(state, byte, self._objects)
            case Field.SUBJECT_TYPE:
                return self._word(state, byte, self._types, Field.RELATION)
            case Field.RELATION:
                return self._relation(state, byte)
            case Field.OBJECT_TYPE if byte in (_NEWLINE, _END) and not self._times:
                return self._end_line(state, byte) if state.written in self._object_types else None
            case Field.OBJECT_TYPE:
                following = self._word(state, byte, self._object_types, Field.TIME)
                return following if self._times or following is None or following.field is not Field.LITERAL else None
            case Field.TIME if byte in (_NEWLINE, _END):
                return self._end_line(state, byte) if state.written in (*self._times, b"-") else None
            case Field.TIME:
                written = state.written + bytes((byte,))
                fits = any(words.startswith(written) for words in (*self._times, b"-"))
                return state._replace(written=written) if fits else None
            case Field.LITERAL:
                return self._literal(state, byte)
            case Field.DONE:
                return None

    def _literal(self, state: State, byte: int) -> State | None:
        if byte != state.pending[0]:
            return None
        if len(state.pending) > 1:
            return state._replace(pending=state.pending[1:])
        return state._replace(field=state.field_after, pending=b"", written=b"", copies=())

    def _delimit(self, state: State, following: Field, *, seen: bytes = b" ") -> State:
        """The state inside the " | " before a field, of which `seen` has been written."""
        return state._replace(field=Field.LITERAL, pending=b" | "[len(seen) :], field_after=following, written=b"")

    def _end_line(self, state: State, byte: int) -> State | None:
        facts = (*state.facts, Triple(state.subject, state.relation, state.object))
        if byte == _END:
            return State(Field.DONE, facts=facts)
        following = State(facts=facts)
        if _loops(facts) or len(facts) >= self.form.max_facts or not self._bytes_on(following):
            return None
        return following

    def _bytes_on(self, state: State) -> bool:
        """Whether a subject can begin here."""
        source = self._subjects
        return any(self._live(state, source, source.data[p : p + 1], p + 1) for p in source.starts)

    def _name(self, state: State, byte: int, source: _Source) -> State | None:
        """One more byte of a subject or object, or of the delimiter after it.

        A space may be part of the name or begin the delimiter: both stay open until the next byte tells.
        """
        if byte == _BAR:
            return self._end_name(state, source)
        if byte == _NEWLINE:
            return None  # it parts the names, and no name goes from one into the next
        if byte == _SPACE and state.written and state.written[-1] != _SPACE and self._may_end(state, source):
            # The places before the space are kept one byte on, whether or not the source has a space there.
            return state._replace(written=state.written + b" ", copies=tuple(p + 1 for p in state.copies))
        written = state.written + bytes((byte,))
        places = state.copies if state.written else source.starts
        if state.written[-1:] == b" ":
            places = tuple(p for p in places if source.data[p - 1 : p] == b" ")
        copies = tuple(
            p + 1
            for p in places
            if source.data[p : p + 1] == written[-1:] and self._live(state, source, written, p + 1)
        )
        return state._replace(written=written, copies=copies) if copies else None

    def _may_end(self, state: State, source: _Source) -> bool:
        return any(place in source.ends for place in state.copies) and self._may_be(state, state.written)

    def _end_name(self, state: State, source: _Source) -> State | None:
        """The bar after a name and its space; the space was written when the name could end there."""
        name = state.written[:-1]
        if state.written[-1:] != b" " or not any(place - 1 in source.ends for place in state.copies):
            return None
        if not self._may_be(state, name):
            return None
        if state.field is Field.SUBJECT:
            return self._delimit(state._replace(subject=name), Field.SUBJECT_TYPE, seen=b" |")
        return self._delimit(state._replace(object=name), Field.OBJECT_TYPE, seen=b" |")

    def _may_be(self, state: State, name: bytes) -> bool:
        """Whether the name may stand in this field.

        An object shares no words with its subject and has not been said of it before; a subject leaves an object, and
        is no word that names nothing and no time.
        """
        if state.field is Field.OBJECT:
            said = Triple(state.subject, state.relation, name)
            return not _same_words(name, state.subject) and said not in state.facts and said not in self.earlier
        asked = (name, len(state.facts))
        if asked not in self._possible:
            said_of_it = {fact.object for fact in (*self.earlier, *state.facts) if fact.subject == name}
            left = (word for word in self._objects.shortest if not _same_words(word, name) and word not in said_of_it)
            self._possible[asked] = self._names(name) and next(left, None) is not None
        return self._possible[asked]

    def _names(self, words: bytes) -> bool:
        """Whether the words may be a subject at all. A single word of a time may: "Jan" is a month and a man."""
        if words.split()[0].lower() in self._no_names:
            return False
        may_be_time = b" " in words or any(map(str.isdecimal, words.decode(errors="ignore")))
        return not (may_be_time and any(words in time for time in self._times))

    def _live(self, state: State, source: _Source, written: bytes, place: int) -> bool:
        """Whether a copy that has come to `place` can still end as a name that may stand here."""
        return any(self._may_be(state, name) for name in source.endings(written, place))

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


def _on_one_line(text: str) -> str:
    """The text with a bar, which nothing is copied across, for each character of the planes that Unicode leaves empty.

    Some vocabularies have no token for the first byte of those. Every character keeps its place.
    """
    return _EMPTY_PLANES.sub("|", text.replace("\n", " ").replace(END.decode(), " "))


def _same_words(one: bytes, other: bytes) -> bool:
    return one in other or other in one


def _loops(facts: tuple[Triple, ...]) -> bool:
    """Whether the last fact shows a model going in circles.

    That is: the same subject and relation with an object that overlaps an earlier one, or with too many objects.
    """
    *earlier, last = facts
    objects = [fact.object for fact in earlier if fact[:2] == last[:2]]
    return len(objects) >= _MAX_OBJECTS or any(_same_words(last.object, other) for other in objects)
