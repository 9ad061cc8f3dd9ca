"""Addresses that machines know: e-mail, web and telephone, each brought to one form."""

import re
import unicodedata

from tsuzuri.text.dates_grammar import DASHES

_EMAIL = re.compile(r"(?:mailto:)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)", re.IGNORECASE)
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://|(?=www\.))([^\s/?#@]+\.[^\s/?#@]+)([/?#]\S*)?", re.IGNORECASE)
_PHONE = re.compile(r"(?:(?:tel|phone|fax|mobile|電話番号|電話|携帯)\s*[:.]?\s*)?(\+?[0-9() -]{6,24})", re.IGNORECASE)
_GROUPS = re.compile(r"\+[0-9]|\(?0[0-9]|[0-9]{2,4}[ -][0-9]{3,4}[ -][0-9]{3,4}")
_DIGITS = (7, 15)
"""From a local number to the longest of ITU-T E.164."""


def email(words: str) -> str | None:
    """An e-mail address in lower case; None for anything else."""
    match = _EMAIL.fullmatch(_folded(words))
    return match[1].lower() if match else None


def url(words: str) -> str | None:
    """A web address: its host in lower case and what follows, without scheme and last slash; None for anything else."""
    match = _URL.fullmatch(_folded(words))
    return f"{match[1].lower()}{match[2] or ''}".rstrip("/") if match else None


def phone(words: str) -> str | None:
    """A telephone number: its digits, after "+" where it begins with one; None for anything else.

    It begins with 0 or +, or stands in three groups ("555-010-2345").
    """
    match = _PHONE.fullmatch(_folded(words))
    if match is None or _GROUPS.match(match[1].strip()) is None:
        return None
    digits = re.sub(r"[^0-9]", "", match[1])
    at_least, at_most = _DIGITS
    if not at_least <= len(digits) <= at_most:
        return None
    return f"{'+' if match[1].strip().startswith('+') else ''}{digits}"


def _folded(words: str) -> str:
    return unicodedata.normalize("NFKC", words).translate(DASHES).strip()
