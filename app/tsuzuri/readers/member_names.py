"""The names of an archive's members, whatever code page they were written in."""

import re
from collections.abc import Sequence
from zipfile import ZipInfo

from tsuzuri.readers.draft import one_line
from tsuzuri.text.normalise import CJK_CLASS

_UTF8_FLAG = 0x800
_NON_ASCII = re.compile("[^\x00-\x7f]")
_AS_JAPANESE_STANDS = re.compile(f"[{CJK_CLASS}]{{2,}}|(?<![A-Za-z])[{CJK_CLASS}](?![A-Za-z])")
_PASSED_OVER = re.compile(r"(?:^|/)(?:\.(?!\.?/)|__MACOSX(?:/|$)|(?:Thumbs\.db|desktop\.ini)$)", re.IGNORECASE)


def member_names(members: Sequence[ZipInfo]) -> list[str]:
    """The path of each member as text on one line, its parts divided by `/`. Only to show: it may hold `..`.

    A name without the UTF-8 flag is in CP437 by the standard (PKWARE APPNOTE, appendix D), in the code page of its
    writer in truth. One program wrote them all, so they are looked at together: UTF-8 if they are, else CP932 if that
    makes Japanese words of them, else CP437.
    """
    unmarked = [_bytes(member) for member in members if not member.flag_bits & _UTF8_FLAG]
    encoding = _encoding(b"\n".join(unmarked))
    return [_shown(_name(member, encoding)) for member in members]


def is_passed_over(name: str) -> bool:
    """Whether a member is nobody's document: hidden, or what macOS and Windows keep beside files."""
    return _PASSED_OVER.search(name) is not None


def _name(member: ZipInfo, encoding: str) -> str:
    # `filename` is cut at a NUL; `orig_filename` is whole.
    return member.orig_filename if member.flag_bits & _UTF8_FLAG else _bytes(member).decode(encoding)


def _bytes(member: ZipInfo) -> bytes:
    return member.orig_filename.encode("cp437")  # zipfile's reading of it, undone: every byte is a character there


def _encoding(names: bytes) -> str:
    for encoding in ("utf-8", "cp932"):
        try:
            text = names.decode(encoding)
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8" or _is_japanese(text):
            return encoding
    return "cp437"


def _is_japanese(names: str) -> bool:
    """Whether most of the foreign characters are Japanese that is no accident.

    In a Western name an accented letter and the one behind it make a lone kanji between letters.
    """
    words = sum(len(found[0]) for found in _AS_JAPANESE_STANDS.finditer(names))
    return words * 2 > len(_NON_ASCII.findall(names))


def _shown(name: str) -> str:
    return one_line(name.replace("\\", "/"))
