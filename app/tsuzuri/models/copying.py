"""Text that may be copied byte by byte, from word boundary to word boundary, and no further than to its end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tsuzuri.text.edges import may_end, may_start

MAX_COPY = 80
"""The longest copy, in bytes."""

PARTING = frozenset(b"|\n;")
"""No copy goes across these: they part names, or facts."""


@dataclass(frozen=True)
class Source:
    """Bytes that may be copied, with the offsets where a copy may begin and end."""

    data: bytes
    starts: tuple[int, ...]
    ends: frozenset[int]

    @staticmethod
    def of(sentence: str, names: Iterable[str] = ()) -> "Source":
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
        return Source(data, tuple(starts), frozenset(ends))

    @cached_property
    def next_end(self) -> tuple[int, ...]:
        """For each offset the nearest end at or after it that a copy can reach, or a distance out of reach."""
        out_of_reach = len(self.data) + MAX_COPY + 1
        nearest = out_of_reach
        result = [out_of_reach] * (len(self.data) + 1)
        for i in range(len(self.data), -1, -1):
            if i < len(self.data) and self.data[i] in PARTING:
                nearest = out_of_reach
            if i in self.ends:
                nearest = i
            result[i] = nearest
        return tuple(result)

    @cached_property
    def shortest(self) -> frozenset[bytes]:
        """The different copies that end at the first place they may."""
        ends = ((p, self.next_end[p + 1]) for p in self.starts)
        return frozenset(self.data[p:end] for p, end in ends if end - p <= MAX_COPY)

    def endings(self, written: bytes, place: int) -> Iterator[bytes]:
        """The names as which a copy that has come to `place` can end, shortest first."""
        while place < len(self.next_end):
            end = self.next_end[place]
            written += self.data[place:end]
            if end >= len(self.next_end) or len(written) > MAX_COPY:
                return
            yield written
            if end >= len(self.data) or self.data[end] in PARTING:
                return
            written += self.data[end : end + 1]
            place = end + 1
