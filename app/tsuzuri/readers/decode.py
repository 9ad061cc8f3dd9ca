"""Bytes to text: byte-order mark, declared charset, UTF-8, then a guess that knows Japanese."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from charset_normalizer import CharsetMatch, from_bytes

from tsuzuri.core.document import RefusalReason
from tsuzuri.readers.quality import flaw
from tsuzuri.readers.refusal import CannotRead

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What the labels mean on the Web (WHATWG Encoding Standard, 4.2): supersets of what they say.
_WIDER = {
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
}
_LABELS = {"x-sjis": "cp932", "windows-31j": "cp932", "x-euc-jp": "euc_jp", "unicode-1-1-utf-8": "utf-8"}
_NOT_CHARSETS = frozenset({"unicode_escape", "raw_unicode_escape", "punycode", "idna", "undefined", "utf_7"})
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.-]{0,39}")

_ISO_2022_JP = re.compile(rb"\x1b(?:\$[@B]|\([IJ])")
_JAPANESE: Final = ("cp932", "euc_jp")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]")
_HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")
_NON_ASCII = re.compile("[^\x00-\x7f]")
_KANA_SHARE: Final = 0.25
_DAMAGE_SHARE: Final = 0.02
_NUL_SHARE: Final = 0.2
_SAMPLE: Final = 65536


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text and the encoding (a Python codec name) that gave it."""

    text: str
    encoding: str


def decode(data: bytes, declared: str | None = None) -> DecodedText:
    """Read bytes as text. `declared` is what the file says of itself, and may be wrong.

    Byte-order mark, escape sequences of ISO-2022-JP and valid UTF-8 are proof, and if their text is unreadable
    nothing else is tried. A declared charset must fit every byte and read as text. Kana then tell Shift_JIS
    (CP932) from EUC-JP; the rest is left to charset-normalizer.

    Raises:
        CannotRead: GARBLED, no encoding gives readable text.
    """
    problem = "no known encoding fits it"
    for candidate, is_proof in _candidates(data, declared):
        found = flaw(candidate.text)
        if found is None:
            return candidate
        problem = found
        if is_proof:
            break
    raise CannotRead(RefusalReason.GARBLED, f"the text is unreadable: {problem}")


def _candidates(data: bytes, declared: str | None) -> Iterator[tuple[DecodedText, bool]]:
    for mark, encoding in _BOMS:
        if data.startswith(mark) and (found := _strictly(data, encoding)):
            yield found, True
    if data.isascii() and _ISO_2022_JP.search(data):
        for encoding in ("iso2022_jp", "iso2022_jp_ext"):
            if found := _strictly(data, encoding):
                yield found, True
    if data.count(0) > len(data) * _NUL_SHARE:
        # The high bytes of Latin letters: second of each pair in little-endian text, first in big-endian.
        encoding = "utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be"
        if found := _strictly(data, encoding):
            yield found, False
    charset = _charset(declared)
    if charset is not None and not _is_western(charset) and (found := _strictly(data, charset)):
        yield found, False
    if found := _strictly(data, "utf-8"):
        yield found, True
        return
    if found := _damaged_utf8(data):
        yield found, False
    if found := _japanese(data):
        yield found, False
    if charset is not None and _is_western(charset) and (found := _strictly(data, charset)):
        yield found, False
    yield from ((found, False) for found in _guesses(data))


def _strictly(data: bytes, encoding: str) -> DecodedText | None:
    try:
        return DecodedText(data.decode(encoding), encoding)
    except UnicodeError:
        return None


def _charset(declared: str | None) -> str | None:
    """The codec that a label means, or None when it means none."""
    if declared is None or not _LABEL.fullmatch(label := declared.strip().lower()):
        return None
    try:
        name = codecs.lookup(_LABELS.get(label, label)).name
        b"?".decode(name, "replace")  # a codec of the standard library need not be of text: "hex", "zlib"
    except (LookupError, UnicodeError):
        return None
    return None if name.replace("-", "_") in _NOT_CHARSETS else _WIDER.get(name, name)


def _is_western(charset: str) -> bool:
    """Whether every byte is a character of it, so that fitting proves nothing."""
    return charset.startswith(("cp125", "iso8859", "koi8", "mac"))


def _damaged_utf8(data: bytes) -> DecodedText | None:
    """UTF-8 with a few broken bytes, as a cut file or a faulty program leaves it; they stay visible as U+FFFD."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    foreign = len(_NON_ASCII.findall(text))
    return DecodedText(text, "utf-8") if broken <= max(1, foreign * _DAMAGE_SHARE) and broken < foreign else None


def _japanese(data: bytes) -> DecodedText | None:
    """The Japanese encoding that fits and gives most kana, when kana are a good part of it.

    In the wrong one hiragana turn into half-width katakana and rare kanji.
    """
    fitting = [found for encoding in _JAPANESE if (found := _strictly(data, encoding))]
    best = max(fitting, key=lambda found: _kana_share(found.text), default=None)
    return best if best is not None and _kana_share(best.text) >= _KANA_SHARE else None


def _kana_share(text: str) -> float:
    foreign = _NON_ASCII.findall(text[:_SAMPLE])
    sample = "".join(foreign)
    kana = len(_KANA.findall(sample)) - len(_HALF_WIDTH_KANA.findall(sample))
    return kana / len(foreign) if foreign else 0.0


def _guesses(data: bytes) -> Iterator[DecodedText]:
    """charset-normalizer's best first.

    Before it goes a Japanese encoding among those that it finds possible; of its equals Windows-1252 leads.
    """

    def rank(match: CharsetMatch) -> tuple[bool, float, float, bool]:
        is_japanese = match.encoding.startswith(("cp932", "shift_ji", "euc_j"))
        return not is_japanese, match.chaos, -match.coherence, match.encoding != "cp1252"

    for match in sorted(from_bytes(data), key=rank):
        if found := _strictly(data, match.encoding):
            yield found
