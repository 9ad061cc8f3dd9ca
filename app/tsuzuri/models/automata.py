"""Automata of short answers: one of several options, some of several numbers, a name on one line, free text to a mark.

Each is pure and works on bytes, because tokens are bytes and may break a character. Every reachable state has a way on
to the end. `models.grammar` has the automaton of fact lines.
"""

from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

import regex

from tsuzuri.models.grammar import END

S = TypeVar("S")

_NEWLINE, _TAB = b"\n\t"
_SURROGATES = range(0xD800, 0xE000)
_SKIPPED_LEADS = frozenset((0xC0, 0xC1, 0xF1, 0xF2))
"""Bytes that begin no character, or only those of empty planes: some vocabularies have no token for them."""
_JOINERS = " -'’&・"


class Automaton(Protocol[S]):
    """What may be written next, byte by byte. States are values and may be kept and returned to."""

    def start(self) -> S:
        """Before the first byte."""

    def feed(self, state: S, data: bytes) -> S | None:
        """The state after these bytes, or None if they may not be written."""

    def allowed(self, state: S) -> frozenset[int]:
        """The bytes that may come next; empty only when the answer is complete."""

    def is_done(self, state: S) -> bool:
        """Whether the answer is complete."""


class Options:
    """One of several texts, all different. The state is what has been written; done once it can be only one of them."""

    def __init__(self, options: tuple[str, ...]) -> None:
        # With its end, no option is the beginning of another: "1" and "10" part at what follows the 1.
        self._options = tuple(option.encode() + END for option in options)

    def start(self) -> bytes:
        """Nothing written."""
        return b""

    def feed(self, state: bytes, data: bytes) -> bytes | None:
        """See `Automaton`."""
        written = state + data
        return written if self.open(written) else None

    def allowed(self, state: bytes) -> frozenset[int]:
        """See `Automaton`."""
        if self.is_done(state):
            return frozenset()
        return frozenset(self._options[i][len(state)] for i in self.open(state))

    def is_done(self, state: bytes) -> bool:
        """See `Automaton`."""
        return len(self.open(state)) == 1

    def open(self, state: bytes) -> tuple[int, ...]:
        """Which options it may still become."""
        return tuple(i for i, option in enumerate(self._options) if option.startswith(state))


class NumberList:
    """Some of several numbers, each once and `most` at most: "3,7*,12", or "0" for none.

    The state is what has been written, with its end once it is complete.
    """

    def __init__(self, options: tuple[int, ...], most: int) -> None:
        self._options = tuple(str(option).encode() for option in options)
        self._most = most

    def start(self) -> bytes:
        """Nothing written."""
        return b""

    def feed(self, state: bytes, data: bytes) -> bytes | None:
        """See `Automaton`."""
        for byte in data:
            if byte not in self.allowed(state):
                return None
            state += bytes((byte,))
        return state

    def allowed(self, state: bytes) -> frozenset[int]:
        """See `Automaton`."""
        if self.is_done(state):
            return frozenset()
        *before, last = state.split(b",")
        if last == b"0":
            return frozenset(END)
        written = {one.rstrip(b"*") for one in before}
        left = [option for option in self._options if option not in written]
        number = last.rstrip(b"*")
        following = set() if b"*" in last else {o[len(number)] for o in left if o.startswith(number) and o != number}
        if number in left:
            following.update(END)
            if b"*" not in last:
                following.update(b"*")
            if len(before) + 1 < self._most and len(left) > 1:
                following.update(b",")
        return frozenset(following if state else following | {b"0"[0]})

    def is_done(self, state: bytes) -> bool:
        """See `Automaton`."""
        return state.endswith(END)


class Text(NamedTuple):
    """What has been written: whole characters, the begun bytes of the next one, and whether the end was reached."""

    text: str = ""
    begun: bytes = b""
    ended: bool = False


class NameLine:
    """A name: words of letters, marks and digits of some Unicode scripts, joined by one of `_JOINERS`.

    It begins with a letter, ends with a letter, mark or digit, and has at most `max_chars` characters. A joiner is
    taken only where another character has room, and a byte only where a character that may stand there begins so.

    Raises:
        ValueError: there is no script of that name.
    """

    def __init__(self, scripts: tuple[str, ...], max_chars: int) -> None:
        try:
            letters = "".join(rf"\p{{scx={script}}}" for script in scripts)
            self._first = regex.compile(rf"(?V1)[[{letters}]&&\p{{L}}]")
        except regex.error:
            raise ValueError(f"no such scripts: {', '.join(scripts)}") from None
        later = rf"[[{letters}]&&\p{{L}}]0-9"
        marks = rf"[[{letters}\p{{sc=Inherited}}]&&\p{{M}}--[\u034f\ufe00-\ufe0f]]"
        joiners = "".join(map(regex.escape, _JOINERS))
        self._after_joiner = regex.compile(rf"(?V1)[{later}]")
        self._last = regex.compile(rf"(?V1)[{later}{marks}]")
        self._inside = regex.compile(rf"(?V1)[{later}{marks}{joiners}]")
        self._max = max_chars

    def start(self) -> Text:
        """Nothing written."""
        return Text()

    def feed(self, state: Text, data: bytes) -> Text | None:
        """See `Automaton`."""
        for byte in data:
            following = self._step(state, byte)
            if following is None:
                return None
            state = following
        return state

    def allowed(self, state: Text) -> frozenset[int]:
        """See `Automaton`."""
        return frozenset(byte for byte in range(0xF5) if self._step(state, byte) is not None)

    def is_done(self, state: Text) -> bool:
        """See `Automaton`."""
        return state.ended

    def _step(self, state: Text, byte: int) -> Text | None:
        if state.ended:
            return None
        if byte in (*END, _NEWLINE):
            may_end = bool(state.text) and not state.begun and state.text[-1] not in _JOINERS
            return state._replace(ended=True) if may_end else None
        may_follow = self._may_follow(state.text)
        begun = state.begun + bytes((byte,))
        if may_follow is None or byte in _SKIPPED_LEADS or not _begins(may_follow, begun):
            return None
        return _with_character(state, begun)

    def _may_follow(self, text: str) -> "regex.Pattern[str] | None":
        """The characters that may stand after the text; None when it is full."""
        room = self._max - len(text)
        if room <= 0:
            return None
        if not text:
            return self._first
        if text[-1] in _JOINERS:
            return self._after_joiner
        return self._inside if room > 1 else self._last


class FreeLines:
    """Any text in UTF-8, up to the end of the turn or to `stop`. What bounds it is the cap of its request."""

    def __init__(self, stop: str = "") -> None:
        self._stop = stop

    def start(self) -> Text:
        """Nothing written."""
        return Text(ended=False)

    def feed(self, state: Text, data: bytes) -> Text | None:
        """See `Automaton`. Bytes after the stop mark in the token that completes it are dropped."""
        for byte in data:
            if state.ended:
                return state if self._stop else None
            following = self._step(state, byte)
            if following is None:
                return None
            state = following
        return state

    def allowed(self, state: Text) -> frozenset[int]:
        """See `Automaton`."""
        return frozenset(byte for byte in range(0xF5) if self._step(state, byte) is not None)

    def is_done(self, state: Text) -> bool:
        """See `Automaton`."""
        return state.ended

    def shown(self, state: Text) -> str:
        """The text so far, without what may turn out to be the beginning of the stop mark."""
        if state.ended:
            return state.text
        held = next((n for n in range(len(self._stop) - 1, 0, -1) if state.text.endswith(self._stop[:n])), 0)
        return state.text[: len(state.text) - held]

    def _step(self, state: Text, byte: int) -> Text | None:
        if state.ended:
            return None
        if byte == END[0]:
            return None if state.begun else state._replace(ended=True)
        begun = state.begun + bytes((byte,))
        points = code_points(begun)
        is_control = byte < 0x20 and byte not in (_NEWLINE, _TAB)
        if is_control or byte == 0x7F or byte in _SKIPPED_LEADS or not points:
            return None
        following = _with_character(state, begun)
        if self._stop and following.text.endswith(self._stop):
            return Text(following.text.removesuffix(self._stop), ended=True)
        return following


def code_points(begun: bytes) -> range:
    """The characters whose UTF-8 begins with these bytes, one at least: empty when none does.

    A range that holds more than surrogates may begin or end among them.
    """
    lead = begun[0]
    if lead < 0x80:
        return range(lead, lead + 1) if len(begun) == 1 else range(0)
    length = 2 if 0xC2 <= lead < 0xE0 else 3 if 0xE0 <= lead < 0xF0 else 4 if 0xF0 <= lead < 0xF5 else 0
    if len(begun) > length or any(not 0x80 <= byte < 0xC0 for byte in begun[1:]):
        return range(0)
    low = lead & (0x7F >> length)
    for byte in begun[1:]:
        low = low << 6 | byte & 0x3F
    left = 6 * (length - len(begun))
    shortest = (0x80, 0x800, 0x10000)[length - 2]  # a character is written in as few bytes as it takes
    points = range(max(low << left, shortest), min((low + 1) << left, 0x110000))
    return range(0) if points and points[0] in _SURROGATES and points[-1] in _SURROGATES else points


def _with_character(state: Text, begun: bytes) -> Text:
    """The state after another byte of a character, which may complete it."""
    points = code_points(begun)
    if len(points) == 1 and begun == chr(points[0]).encode():
        return Text(state.text + chr(points[0]))
    return state._replace(begun=begun)


@lru_cache(maxsize=4096)
def _begins(pattern: "regex.Pattern[str]", begun: bytes) -> bool:
    """Whether a character that the pattern knows begins with these bytes."""
    return pattern.search("".join(map(chr, code_points(begun)))) is not None
