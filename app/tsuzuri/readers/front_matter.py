"""The YAML block at the head of a note."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import yaml

from tsuzuri.core.document import Said, SaidKind
from tsuzuri.readers.moments import moment

_BLOCK = re.compile(r"---[ \t]*\n(?P<yaml>.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE: Final = "title"
_DATES: Final = ("date", "created")
_TAGS: Final = ("tags", "tag")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a note states of itself, and the rest of it as `body`.

    `rows` are all properties but the title, in order, each with its values as they are written.
    """

    body: str
    title: str = ""
    said: Said | None = None
    tags: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()


def split_front_matter(text: str) -> FrontMatter:
    """Take the front matter off a note (clean text, lines ended by a line feed).

    Values stay as they are written: YAML's guesses (dates, numbers, "no" for false) are switched off, so an
    impossible date is a property like any other. `date`, else `created`, is when the note was said. Nested mappings
    are left out; a wikilink without quotation marks, which YAML takes for a list in a list, is a link again. Front
    matter that is not YAML, or no mapping, is ordinary text.
    """
    found = _BLOCK.match(text)
    if found is None:
        return FrontMatter(text)
    try:
        # BaseLoader builds nothing but strings, lists and dictionaries.
        values = yaml.load(found["yaml"], Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return FrontMatter(text)
    if not isinstance(values, dict):
        return FrontMatter(text)
    return _facts(values, text[found.end() :])


def _facts(values: Mapping[object, object], body: str) -> FrontMatter:
    rows = [(name, tuple(_scalars(value))) for name, value in values.items() if isinstance(name, str)]
    scalars = [(name.casefold(), item) for name, items in rows for item in items]
    dates = {name: at for name, item in reversed(scalars) if (at := moment(item)) is not None}
    dated = next((name for name in _DATES if name in dates), None)
    tags = {name: tuple(tag for item in items for tag in _tags(item)) for name, items in rows if _is_tags(name)}
    return FrontMatter(
        body=body,
        title=next((item for name, item in scalars if name == _TITLE), ""),
        said=None if dated is None else Said(dates[dated], SaidKind.FRONT_MATTER),
        tags=tuple(tag for of_one in tags.values() for tag in of_one),
        rows=tuple((name, tags.get(name, items)) for name, items in rows if items and name.casefold() != _TITLE),
    )


def _is_tags(name: str) -> bool:
    return name.casefold() in _TAGS


def _scalars(value: object) -> Iterator[str]:
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, list) and len(item) == 1 and isinstance(item[0], str):
            item = f"[[{item[0]}]]"
        if isinstance(item, str) and item.strip():
            yield item.strip()


def _tags(words: str) -> Iterator[str]:
    for tag in re.split(r"[,\s]+", words):
        if tag.strip("#"):
            yield tag.strip("#")
