"""ZIP archives (PKWARE APPNOTE): their members read one by one, within limits, and put together as one document.

Nothing is written anywhere: a member's name is a name, never a path. No header is believed: bytes are counted while
they are unpacked.
"""

import io
import stat
import struct
import time
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePath, PurePosixPath
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tsuzuri.core.document import Document, Refusal, RefusalReason, Said, SaidKind
from tsuzuri.readers.joined import Member, joined
from tsuzuri.readers.media import HEAD_BYTES, ZIP, media_type
from tsuzuri.readers.member_names import is_passed_over, member_names
from tsuzuri.readers.refusal import CannotRead

ReadMember = Callable[[bytes, PurePath], Document | Refusal]

_ENTRY: Final = b"PK\x01\x02"
_ENCRYPTED: Final = 0x1
_BLOCK: Final = 1 << 16
_MOST_REMARKS: Final = 20
_NO_YEAR: Final = 1980
"""The year of members whose writer kept no time."""

_DAMAGE: Final = (BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError)
"""What `zipfile` raises for bytes that are no archive."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of an archive is read.

    `entries` that it may list at all, `members` that are read, bytes that come out of one and of all. What comes out
    may be `ratio` times what is stored, beyond `free_bytes`. After so many `characters` of text, or `seconds`, no
    further member is begun.
    """

    entries: int = 20_000
    members: int = 2_000
    member_bytes: int = 32 * 1024**2
    total_bytes: int = 100 * 1024**2
    ratio: int = 200
    free_bytes: int = 1024**2
    characters: int = 10_000_000
    seconds: float = 20.0


@dataclass(slots=True)
class _Reading:
    """One archive, with those inside it, while its members are read."""

    read: ReadMember
    handled: Container[str]
    limits: Limits
    clock: Callable[[], float]
    ends: float
    members: int = 0
    unpacked: int = 0
    characters: int = 0
    refused: list[tuple[str, Refusal]] = field(default_factory=list)

    def archive(self, data: bytes, within: str = "") -> Iterator[Member]:
        """The members that could be read; `within` is the path of the archive in the one around it."""
        with _opened(data, self.limits) as archive:
            entries = archive.infolist()
            starts: set[int] = set()
            for entry, own_name in zip(entries, member_names(entries), strict=True):
                name = f"{within}{own_name}"
                if _is_no_file(entry, own_name) or is_passed_over(own_name):
                    continue
                try:
                    # The bombs of D. Fifield, "A better zip bomb" (WOOT 2019), list the same bytes again and again.
                    if entry.header_offset in starts:
                        raise CannotRead(RefusalReason.BROKEN, "its bytes are another member's")
                    starts.add(entry.header_offset)
                    yield from self._member(archive, entry, name, within)
                except CannotRead as refused:
                    self.refused.append((name, refused.refusal))

    def _member(self, archive: ZipFile, entry: ZipInfo, name: str, within: str) -> Iterator[Member]:
        self._admit()
        path = PurePosixPath(name)
        data, kind = self._unpacked(archive, entry, path)
        if kind == ZIP:
            if within:
                raise CannotRead(RefusalReason.UNSUPPORTED, "archives inside an inner archive are not opened")
            yield from self.archive(data, f"{name}/")
            return
        answer = self.read(data, path)
        if isinstance(answer, Refusal):
            self.refused.append((name, answer))
            return
        self.characters += len(answer.text)
        yield Member(name, answer, _written(entry))

    def _admit(self) -> None:
        """Count a member in, or refuse it.

        Raises:
            CannotRead: TOO_LARGE or TIMED_OUT.
        """
        self.members += 1
        if self.members > self.limits.members:
            raise CannotRead(RefusalReason.TOO_LARGE, f"only {self.limits.members:,} members are read")
        if self.unpacked >= self.limits.total_bytes:
            raise CannotRead(RefusalReason.TOO_LARGE, "the archive unpacks to more than is allowed")
        if self.characters >= self.limits.characters:
            raise CannotRead(RefusalReason.TOO_LARGE, "the archive holds more text than is allowed")
        if self.clock() > self.ends:
            raise CannotRead(RefusalReason.TIMED_OUT, f"no member is begun after {self.limits.seconds:g} seconds")

    def _unpacked(self, archive: ZipFile, entry: ZipInfo, path: PurePath) -> tuple[bytes, str]:
        """The bytes of a member and their media type; one that no reader handles is not unpacked to its end."""
        if entry.flag_bits & _ENCRYPTED:
            raise CannotRead(RefusalReason.PROTECTED, "it is protected by a password")
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise CannotRead(RefusalReason.UNSUPPORTED, "it is packed by a method that is not read")
        ratio = entry.compress_size * self.limits.ratio + self.limits.free_bytes
        most = min(self.limits.member_bytes, self.limits.total_bytes - self.unpacked, ratio)
        unpacked = bytearray()
        kind = ""
        try:
            with archive.open(entry) as file:
                while block := file.read(_BLOCK):
                    unpacked += block
                    self.unpacked += len(block)
                    kind = kind or media_type(path, block[:HEAD_BYTES])
                    if kind not in self.handled:
                        raise CannotRead(RefusalReason.UNSUPPORTED, f"files of type {kind} are not read")
                    if len(unpacked) > most:
                        raise CannotRead(RefusalReason.TOO_LARGE, "it unpacks to more than is allowed")
        except _DAMAGE as error:
            raise CannotRead(RefusalReason.BROKEN, f"it is damaged ({type(error).__name__})") from error
        return bytes(unpacked), kind


def read_archive(
    data: bytes,
    path: PurePath,
    read: ReadMember,
    handled: Container[str],
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Document:
    """All members of a ZIP archive that can be read, as `joined` has them; the others are named in its remarks.

    `read` is the way in for any file and `handled` are the media types that it does not refuse. An archive in an
    archive is opened, one in that is not. Folders, links, hidden files and what macOS adds are passed over.

    Raises:
        CannotRead: BROKEN, EMPTY, TOO_LARGE by its list of members; or, where no member could be read, the reason
            of most of them, PROTECTED if it is one's.
    """
    limits = limits or Limits()
    reading = _Reading(read, handled, limits, clock, clock() + limits.seconds)
    members = list(reading.archive(data))
    if not members:
        raise _nothing(reading.refused)
    return joined(members, ZIP, title=path.stem, remarks=_remarks(reading.refused))


def _opened(data: bytes, limits: Limits) -> ZipFile:
    # Counted before `zipfile` makes an object of each.
    if data.count(_ENTRY) > limits.entries:
        raise CannotRead(RefusalReason.TOO_LARGE, f"archives of more than {limits.entries:,} members are not read")
    try:
        return ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise CannotRead(RefusalReason.BROKEN, f"the archive is damaged ({type(error).__name__})") from error


def _is_no_file(entry: ZipInfo, name: str) -> bool:
    return not name or name.endswith("/") or stat.S_ISLNK(entry.external_attr >> 16)


def _written(entry: ZipInfo) -> Said | None:
    """When the member was last changed: local time of an unknown zone, taken as UTC."""
    if entry.date_time[0] <= _NO_YEAR:
        return None
    try:
        return Said(datetime(*entry.date_time, tzinfo=UTC), SaidKind.FILE_TIME)
    except ValueError:
        return None


def _remarks(refused: list[tuple[str, Refusal]]) -> Iterator[str]:
    """A sentence for each member that was not read; in one that is empty there was nothing to read."""
    told = [f"{name}: {refusal.detail}" for name, refusal in refused if refusal.reason is not RefusalReason.EMPTY]
    yield from told[:_MOST_REMARKS]
    if len(told) > _MOST_REMARKS:
        yield f"{len(told) - _MOST_REMARKS:,} more members were not read"


def _nothing(refused: list[tuple[str, Refusal]]) -> CannotRead:
    if not refused:
        return CannotRead(RefusalReason.EMPTY, "there is nothing in the archive")
    reasons = Counter(refusal.reason for _, refusal in refused)
    reason = RefusalReason.PROTECTED if RefusalReason.PROTECTED in reasons else reasons.most_common(1)[0][0]
    detail = next(refusal.detail for _, refusal in refused if refusal.reason is reason)
    return CannotRead(reason, f"nothing in the archive could be read, {len(refused):,} tried: {detail}")
