"""What stands inside a line of Org: links, timestamps and emphasis, shown as words (Org Syntax, orgmode.org)."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tsuzuri.core.document import Link, Span
from tsuzuri.readers.draft import Words, one_line

_STAMP = (
    r"[<\[](?P<date{n}>\d{{4}}-\d{{2}}-\d{{2}})(?P<day{n}>[ \t]+[^\s\d<>\[\]+.-][^\s<>\[\]]{{0,15}})?"
    r"(?P<time{n}>[ \t]+\d{{1,2}}:\d{{2}}(?:-\d{{1,2}}:\d{{2}})?)?(?:[ \t]+[.+-][^<>\[\]\n]{{0,40}})?[>\]]"
)
_INLINE = re.compile(
    r"\[\[(?P<target>[^\[\]\n]{1,1000})\](?:\[(?P<label>(?:[^\]]|\](?!\])){1,300}?)\])?\]"
    rf"|{_STAMP.format(n='')}(?:--{_STAMP.format(n='_end')})?"
    # Emphasis has white space or a bracket outside and none inside; there is no end to wait for beyond its line.
    r"|(?<![^\s({'\"\u200b-])(?P<mark>[*/_+=~])(?P<words>[^\s\u200b](?:[^\n]{0,200}?[^\s\u200b])?)(?P=mark)"
    r"(?![^\s)}'\".,;:!?\[、。」\u200b-])"
)
_VERBATIM = "=~"
_DEEPEST = 4
_URI = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z+.-]*):(?=\S)")
_FILE = re.compile(r"(?:file:|(?=\.{0,2}/))(?P<path>[^:]+)(?:::.*)?")
_NOTE_FILE = re.compile(r"\.org(?:_archive)?$", re.IGNORECASE)
_NOTE_SCHEMES = ("id", "roam", "denote")


def words_of(text: str, depth: int = 0) -> Words:
    """A stretch of Org as words: `[[target][label]]` shows its label, `<2026-03-04 Wed +1w>` its date, `*bold*` bold.

    What points into the notes is a link to a name: a search, a heading (`*Heading`), a note's file, or a note's id,
    of which the label is the name. Addresses and other files are not.
    """
    return Words.joined(_runs(text, depth))


def stamp_date(text: str) -> str:
    """The first date and time of a text as its timestamp has it, `2026-03-04 10:00`; the text itself without one."""
    found = _INLINE.search(text)
    if found is None or found["date"] is None:
        return text.strip()
    return " ".join((found["date"], (found["time"] or "").partition("-")[0].strip())).strip()


def _runs(text: str, depth: int) -> Iterator[Words]:
    at = 0
    for found in _INLINE.finditer(text):
        yield Words(text[at : found.start()])
        at = found.end()
        if found["target"]:
            yield _link(found["target"].strip(), one_line(found["label"] or ""))
        elif found["date"]:
            yield Words(" - ".join(filter(None, (_moment(found, ""), _moment(found, "_end")))))
        elif found["mark"] in _VERBATIM or depth == _DEEPEST:
            yield Words(found["words"])
        else:
            yield words_of(found["words"], depth + 1)
    yield Words(text[at:])


def _moment(found: re.Match[str], which: str) -> str:
    parts = (found[f"{part}{which}"] for part in ("date", "day", "time"))
    return " ".join(part.strip() for part in parts if part)


def _link(target: str, label: str) -> Words:
    name, shown = _name(target, label)
    shown = label or shown
    return Words(shown, (Link(name, Span(0, len(shown))),) if name and shown else ())


def _name(target: str, label: str) -> tuple[str, str]:
    """The name that a target points to, empty where it is none, and what shows a link without a label."""
    if file := _FILE.fullmatch(target):
        path = PurePosixPath(file["path"])
        is_note = _NOTE_FILE.search(path.name) is not None
        return (path.stem, path.stem) if is_note else ("", path.name)
    scheme = _URI.match(target)
    if scheme is None:
        return ("", target) if target.startswith(("#", "(")) else (target.lstrip("*").strip(),) * 2
    if scheme["scheme"].lower() in _NOTE_SCHEMES:
        return label, target
    return "", target
