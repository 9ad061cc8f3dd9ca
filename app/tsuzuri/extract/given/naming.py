"""Which words of a field are a name: bounded, on one line, and never a phrase, a date or a pronoun."""

import re
from datetime import date

from tsuzuri.core.values import EntityType
from tsuzuri.extract.given.stated import Known
from tsuzuri.extract.heads import is_proper, without_determiner
from tsuzuri.extract.kinds import kind_by_form
from tsuzuri.extract.names import flaw, is_generic, stands_for
from tsuzuri.extract.roles import is_role
from tsuzuri.text.dates import TimeExpression, resolve
from tsuzuri.text.normalise import is_cjk, key

_MOST_CHARACTERS = 80
_LEAST_CJK = 4
_ODD = re.compile(r"[|<>{}\[\]\\\n\t@]|://")
_ANCHOR = re.compile(r"[#^].*$")
_NOTE_FILE = re.compile(r"\.md$", re.IGNORECASE)
_OTHER_FILE = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,3}$")
_LAST_FIRST = re.compile(r"(?P<last>[^\W\d_][\w'’-]*), (?P<first>[^\W\d_][\w'’.-]*(?: [\w.]+)?)")
_NO_PLACE = re.compile(
    r"^(?:zoom|online|virtual|teams|microsoft teams|google meet|meet|skype|webex|phone|tbd|n/a|home|office|"
    r"(?:meeting |conference )?room\b.*|オンライン|電話|未定|自宅|会議室.*|.*会議室)$"
)
_ROLE_MAILBOX = re.compile(
    r"^(?:no-?reply|do-?not-?reply|info|support|sales|contact|hello|help|admin|office|news|newsletter|notifications?"
    r"|mailer-daemon|postmaster|webmaster|billing|service|team|bounces?)\b",
    re.IGNORECASE,
)
_DESK = re.compile(
    r"\b(?:team|support|groups?|sales|service|services|department|desk|office|news|newsletter|notifications?|bot|list"
    r"|daemon|subsystem|delivery|club|community|alerts?|store|shop|press|editors?|reception|accounts?)$"
    r"|(?:部|課|係|室|局|担当|窓口|事務局|サポート|センター|チーム|編集部)$",
    re.IGNORECASE,
)
_SOME_DAYS = (date(2000, 1, 1), date(2051, 7, 15))


def is_name(words: str, type: str) -> bool:
    """Whether the words may name an entity of that type."""
    if not words or len(words) > _MOST_CHARACTERS or _ODD.search(words):
        return False
    return stands_for(words) is None and not flaw(words, type) and absolute_date(words) is None


def is_alias(words: str, name: str, type: str, known: Known) -> bool:
    """Whether the words may be another name of the named entity, stated as such."""
    fits = is_name(words, type) and not is_generic(words) and key(words) != key(name)
    return fits and resolve(words, _SOME_DAYS[0]) is None and not known.is_anothers(words, name)


def is_alias_in_text(words: str, name: str, type: str, known: Known) -> bool:
    """Whether the words of a link may be another name of its target: not "our sensor", "her", 社長."""
    proper = is_proper(words) and without_determiner(words) == words and not is_role(words)
    return proper and is_alias(words, name, type, known)


def is_full_name(words: str) -> bool:
    """Whether the words name a person so fully that the same words elsewhere mean the same person.

    A given or family name alone does not. In Japanese four characters, or two parts.
    """
    if not is_name(words, EntityType.PERSON) or "," in words:
        return False
    if any(is_cjk(char) for char in words):
        return len(words) >= _LEAST_CJK or len(words.split()) > 1
    return len(words.split()) > 1


def given_first(words: str) -> str:
    """A name as it is spoken: "Aya Mori" for "Mori, Aya"; other words as they are."""
    found = _LAST_FIRST.fullmatch(words)
    return f"{found['first']} {found['last']}" if found else words


def who(words: str) -> str:
    """The type of the person or organization that a display name names; empty where it is neither for sure."""
    if (kind := kind_by_form(words)) and kind != EntityType.PERSON:
        return kind if kind == EntityType.ORGANIZATION and is_name(words, kind) else ""
    return EntityType.PERSON if is_full_name(given_first(words)) and not _DESK.search(words) else ""


def is_role_mailbox(address: str) -> bool:
    """Whether an address is that of a desk or a machine, whatever name it bears."""
    return _ROLE_MAILBOX.match(address) is not None


def is_place(words: str) -> bool:
    """Whether a calendar's location names a place that others could name, not a call or a room."""
    return is_name(words, EntityType.PLACE) and not _NO_PLACE.match(key(words))


def link_name(target: str, shown: str) -> str:
    """The name that a link means: its target without folders and heading; what it shows where that is a file's.

    Empty for a file that is no note.
    """
    note = _NOTE_FILE.sub("", _ANCHOR.sub("", target).rpartition("/")[2].strip())
    if _OTHER_FILE.search(note):
        return ""
    slug = "-" in note and " " not in note and note == note.lower() and note.isascii()
    return shown if slug and is_proper(shown) else note


def absolute_date(words: str) -> TimeExpression | None:
    """The time that the words mean on whatever day they are written; None when they need that day, or tell none."""
    one, other = (resolve(words, day) for day in _SOME_DAYS)
    return one if one == other else None
