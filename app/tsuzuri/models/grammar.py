"""The automaton of fact lines: whatever the model prefers, only well-formed lines copied from the source get written.

The answer to a sentence is a line for each subject, with its facts in a row, and then the mark that begins the next
sentence; a sentence that states no fact is answered by that mark alone::

    person Ken Ito: works_as value designer; works_at organization Lumen AG @ since May 2022
    organization Lumen AG: located_in place Ulm
    #

An object is copied from the sentence, a subject from the sentence or from the names already known, from word boundary
to word boundary; what follows `@` is one of the sentence's time words. Nothing is spelt, translated or invented, and
every reachable state has a way on to the end, so decoding never searches the vocabulary for a way out of a dead end.

The automaton is pure and works on bytes, because tokens are bytes and may break a character.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from tsuzuri.core.decoding import FactForm, Sentence
from tsuzuri.models.copying import PARTING, Source

END = b"\x03"
"""Stands for the token by which a model ends its turn; it is never copied from a text."""

MARK = "#"
"""Begins a sentence, and so ends the answer to the one before."""

_MARK, _COLON, _SEMICOLON, _AT, _NEWLINE, _SPACE = b"#:;@\n "
_MAX_RELATION = 28
_MAX_OBJECTS = 4
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_UNDERSCORE = b"_"[0]
_EMPTY_PLANES = re.compile("[\U00040000-\U000dffff]")


class Field(IntEnum):
    """Where in an answer the automaton stands."""

    LINE = 1
    SUBJECT = 2
    RELATION = 3
    OBJECT_TYPE = 4
    OBJECT = 5
    TIME = 6
    LITERAL = 7
    DONE = 8


class Written(NamedTuple):
    """A fact as it was written; `time` is empty where no time words were given."""

    subject_type: bytes
    subject: bytes
    relation: bytes
    object_type: bytes
    object: bytes
    time: bytes = b""

    @property
    def triple(self) -> tuple[bytes, bytes, bytes]:
        """What makes two facts the same."""
        return self.subject, self.relation, self.object

    def line(self) -> str:
        """The fact for those who read answers: its fields parted by bars, the time only where there is one."""
        fields = (self.subject, self.subject_type, self.relation, self.object, self.object_type)
        return b" | ".join((*fields, self.time) if self.time else fields).decode()


class State(NamedTuple):
    """A point in the writing of an answer.

    `written` is the field so far; `copies` are the places in the source it may be a copy of, each as the offset of the
    next byte; `pending` is what is left of a literal that leads to `field_after`. `facts` are complete.
    """

    field: Field = Field.LINE
    written: bytes = b""
    copies: tuple[int, ...] = ()
    pending: bytes = b""
    field_after: Field = Field.LINE
    subject_type: bytes = b""
    subject: bytes = b""
    relation: bytes = b""
    object_type: bytes = b""
    object: bytes = b""
    facts: tuple[Written, ...] = ()


@dataclass(frozen=True)
class FactLines:
    """The automaton for one sentence.

    `known` are names that may be subjects besides those in the sentence; `earlier` are facts already written in its
    passage. Advance it byte by byte; `allowed` lists the bytes that lead on, and is never empty before `DONE`.
    """

    sentence: Sentence
    form: FactForm
    known: Sequence[str] = ()
    earlier: tuple[Written, ...] = ()
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
    def _subjects(self) -> Source:
        names = (name for name in self.known if name.isprintable() and name == name.strip(" |;:") != "")
        return Source.of(_on_one_line(self.sentence.text), names)

    @cached_property
    def _objects(self) -> Source:
        return Source.of(_on_one_line(self.sentence.text))

    @cached_property
    def _times(self) -> tuple[bytes, ...]:
        barred = ("|", ";")
        return tuple(
            words.encode()
            for words in self.sentence.times
            if words.isprintable() and not any(bar in words for bar in barred)
        )

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

    @cached_property
    def _said(self) -> frozenset[tuple[bytes, bytes, bytes]]:
        return frozenset(fact.triple for fact in self.earlier)

    def _candidates(self, state: State) -> frozenset[int] | set[int]:
        """A superset of the allowed bytes, small enough to try."""
        match state.field:
            case Field.LINE:
                return _following(self._types, state.written) | {_SPACE, _MARK}
            case Field.SUBJECT:
                return self._bytes_at(self._subjects, state) | {_SPACE, _COLON}
            case Field.RELATION:
                return _LETTERS | {_UNDERSCORE, _SPACE}
            case Field.OBJECT_TYPE:
                return _following(self._object_types, state.written) | {_SPACE}
            case Field.OBJECT:
                return self._bytes_at(self._objects, state) | {_SPACE, _SEMICOLON, _NEWLINE, _AT}
            case Field.TIME:
                return _following(self._times, state.written) | {_SEMICOLON, _NEWLINE}
            case Field.LITERAL:
                return frozenset(state.pending[:1])
            case Field.DONE:
                return frozenset()

    def _bytes_at(self, source: Source, state: State) -> set[int]:
        places = state.copies if state.written else source.starts
        return {source.data[p] for p in places if p < len(source.data)}

    def _step(self, state: State, byte: int) -> State | None:
        match state.field:
            case Field.LINE if byte == _MARK and not state.written:
                return State(Field.DONE, facts=state.facts)
            case Field.LINE:
                return self._subject_type(state, byte)
            case Field.SUBJECT if byte == _COLON and self._ends(state, self._subjects):
                return _literal(b" ", Field.RELATION, state._replace(subject=state.written))
            case Field.SUBJECT:
                return self._copy(state, byte, self._subjects)
            case Field.RELATION:
                return self._relation(state, byte)
            case Field.OBJECT_TYPE if byte == _SPACE:
                ended = state.written in self._object_types
                return _begin(Field.OBJECT, state._replace(object_type=state.written)) if ended else None
            case Field.OBJECT_TYPE:
                return _spell(state, byte, self._object_types)
            case Field.OBJECT if byte in (_SEMICOLON, _NEWLINE) and self._ends(state, self._objects):
                return self._end_fact(state._replace(object=state.written), byte)
            case Field.OBJECT if byte == _AT and self._times and self._ended_before_space(state):
                return _literal(b" ", Field.TIME, state._replace(object=state.written[:-1]))
            case Field.OBJECT:
                return self._copy(state, byte, self._objects)
            case Field.TIME if byte in (_SEMICOLON, _NEWLINE):
                return self._end_fact(state, byte) if state.written in self._times else None
            case Field.TIME:
                return _spell(state, byte, self._times)
            case Field.LITERAL:
                return _spell_literal(state, byte)
            case Field.DONE:
                return None

    def _subject_type(self, state: State, byte: int) -> State | None:
        """The first word of a line, which is there only if a fact may still be written."""
        if not state.written and not self._may_go_on(state):
            return None
        if byte == _SPACE:
            ended = state.written in self._types
            return _begin(Field.SUBJECT, state._replace(subject_type=state.written)) if ended else None
        return _spell(state, byte, self._types)

    def _may_go_on(self, state: State) -> bool:
        """Whether another line may begin: there is room for a fact, and a subject for it."""
        if len(state.facts) >= self.form.max_facts or _loops(state.facts):
            return False
        begun = State(Field.SUBJECT, facts=state.facts)
        source = self._subjects
        return any(self._live(begun, source, source.data[p : p + 1], p + 1) for p in source.starts)

    def _end_fact(self, state: State, byte: int) -> State | None:
        """After a fact comes a new line, or another fact about the same subject if there can be one."""
        time = state.written if state.field is Field.TIME else b""
        fact = Written(state.subject_type, state.subject, state.relation, state.object_type, state.object, time)
        facts = (*state.facts, fact)
        if byte == _NEWLINE:
            return State(facts=facts)
        if len(facts) >= self.form.max_facts or _loops(facts):
            return None
        same = State(Field.SUBJECT, subject_type=state.subject_type, subject=state.subject, facts=facts)
        return _literal(b" ", Field.RELATION, same) if self._may_be(same, state.subject) else None

    def _copy(self, state: State, byte: int, source: Source) -> State | None:
        """One more byte of a name.

        A space may be part of the name or begin what follows it: both stay open until the next byte tells.
        """
        if byte in PARTING:
            return None  # these part the names, and no name goes from one into the next
        if byte == _SPACE and state.field is Field.OBJECT and self._times and self._ends(state, source):
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

    def _ends(self, state: State, source: Source) -> bool:
        """Whether what is written is a whole name that may stand here."""
        return (
            state.written[-1:] != b" "
            and any(place in source.ends for place in state.copies)
            and self._may_be(state, state.written)
        )

    def _ended_before_space(self, state: State) -> bool:
        """Whether what is written is such a name and a space."""
        whole = any(place - 1 in self._objects.ends for place in state.copies)
        return state.written[-1:] == b" " and whole and self._may_be(state, state.written[:-1])

    def _may_be(self, state: State, name: bytes) -> bool:
        """Whether the name may stand in this field.

        An object shares no words with its subject and has not been said of it before; a subject leaves an object, and
        is no word that names nothing and no time.
        """
        if state.field is Field.OBJECT:
            said = (state.subject, state.relation, name)
            fresh = said not in self._said and all(said != fact.triple for fact in state.facts)
            return fresh and not _same_words(name, state.subject)
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

    def _live(self, state: State, source: Source, written: bytes, place: int) -> bool:
        """Whether a copy that has come to `place` can still end as a name that may stand here."""
        return any(self._may_be(state, name) for name in source.endings(written, place))

    def _relation(self, state: State, byte: int) -> State | None:
        if byte == _SPACE:
            named = state.written in self._relations if self._relations else _is_relation(state.written)
            return _begin(Field.OBJECT_TYPE, state._replace(relation=state.written)) if named else None
        if self._relations:
            return _spell(state, byte, self._relations)
        room = _MAX_RELATION - len(state.written)
        # After an underscore a letter must follow, so there must be room for it.
        joins = byte == _UNDERSCORE and state.written[-1:].isalpha() and room > 1
        fits = joins or (byte in _LETTERS and room > 0)
        return state._replace(written=state.written + bytes((byte,))) if fits else None


def _following(words: Iterable[bytes], written: bytes) -> set[int]:
    """The bytes with which what is written goes on as one of the words."""
    return {word[len(written)] for word in words if len(word) > len(written) and word.startswith(written)}


def _spell(state: State, byte: int, words: Iterable[bytes]) -> State | None:
    written = state.written + bytes((byte,))
    return state._replace(written=written) if any(word.startswith(written) for word in words) else None


def _begin(following: Field, state: State) -> State:
    return state._replace(field=following, written=b"", copies=(), pending=b"")


def _literal(pending: bytes, following: Field, state: State) -> State:
    return state._replace(field=Field.LITERAL, pending=pending, field_after=following, written=b"", copies=())


def _spell_literal(state: State, byte: int) -> State | None:
    if byte != state.pending[0]:
        return None
    if len(state.pending) > 1:
        return state._replace(pending=state.pending[1:])
    return _begin(state.field_after, state)


def _is_relation(written: bytes) -> bool:
    return len(written) > 1 and written[-1] != _UNDERSCORE


def _on_one_line(text: str) -> str:
    """The text with a bar, which nothing is copied across, for each character of the planes that Unicode leaves empty.

    Some vocabularies have no token for the first byte of those. Every character keeps its place.
    """
    return _EMPTY_PLANES.sub("|", text.replace("\n", " ").replace(END.decode(), " "))


def _same_words(one: bytes, other: bytes) -> bool:
    return one in other or other in one


def _loops(facts: Sequence[Written]) -> bool:
    """Whether the last fact shows a model going in circles.

    That is: the same subject and relation with an object that overlaps an earlier one, or with too many objects.
    """
    if not facts:
        return False
    *earlier, last = facts
    objects = [fact.object for fact in earlier if (fact.subject, fact.relation) == (last.subject, last.relation)]
    return len(objects) >= _MAX_OBJECTS or any(_same_words(last.object, other) for other in objects)
