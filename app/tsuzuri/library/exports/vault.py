"""A dataset as a folder of Markdown notes with wikilinks, as Obsidian and its like read them.

A note an entity, one a category and one a source. They are for reading elsewhere: nothing reads them back.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tsuzuri.core.errors import UsageError
from tsuzuri.core.temporal import period
from tsuzuri.library.step import OnProgress, Step

if TYPE_CHECKING:
    from tsuzuri.core.ids import CategoryId, EntityId
    from tsuzuri.core.values import Entity, Source
    from tsuzuri.library.facade import Library
    from tsuzuri.library.hierarchy import CategoryView
    from tsuzuri.library.views import EntityCard, FactView

_PAGE = 500
_MENTIONS = 20
_LONGEST_NAME = 200
"""Bytes of a note's name in UTF-8: file systems take 255, of which a number and the ending are some."""

# What file systems or wikilinks give a meaning to, and what cannot be seen.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff/\\:*?"<>|#^%\[\]]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
# Of CommonMark and HTML, and what Obsidian adds: $formulas$, ==marks==, %%what is not shown%%.
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&$=%])")
# What JSON leaves in a string and YAML does not (https://yaml.org/spec/1.2.2/, 5.1).
_NO_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def write_vault(library: "Library", folder: Path, *, on_progress: OnProgress | None = None) -> int:
    """Write the notes below the folder, which is made for its owner alone, or must be empty; how many there are.

    Raises:
        UsageError: there is something in the folder.
        OSError: it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not empty", hint="name a new folder")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    vault = _Vault(library, folder, on_progress)
    vault.write()
    return vault.notes


class _Vault:
    def __init__(self, library: "Library", folder: Path, on_progress: OnProgress | None) -> None:
        self._library = library
        self._folder = folder
        self._on_progress = on_progress
        self._taken: set[str] = set()
        self._entities: dict[EntityId, str] = {}
        self._sources: dict[str, str] = {}
        self._categories: dict[CategoryId, str] = {}
        self.notes = 0

    def write(self) -> None:
        sources, entities, categories = list(self._every_source()), list(self._every_entity()), self._every_category()
        self._sources = {source.uri: self._name("sources", _title(source)) for source in sources}
        self._entities = {entity.id: self._name("entities", entity.name) for entity in entities}
        self._categories = {one.category.id: self._name("categories", one.category.name) for one in categories}
        step = Step("writing notes", len(sources) + len(entities) + len(categories) + 1, self._on_progress)
        for source in sources:
            self._put(self._sources[source.uri], self._source(source))
            step.advance()
        for entity in entities:
            if (card := self._library.card(entity.id)) is not None:
                self._put(self._entities[entity.id], self._entity(card))
            step.advance()
        for view in categories:
            self._put(self._categories[view.category.id], self._category(view))
            step.advance()
        self._put("index", ["# Tsuzuri", "", *self._index()])
        step.advance()

    def _every_source(self) -> Iterator["Source"]:
        after: str | None = None
        while True:
            page = self._library.sources(after=after, limit=_PAGE)
            yield from page.items
            if (after := page.after) is None:
                return

    def _every_entity(self) -> Iterator["Entity"]:
        after: str | None = None
        while True:
            page = self._library.entities(after=after, limit=_PAGE)
            yield from page.items
            if (after := page.after) is None:
                return

    def _entity(self, card: "EntityCard") -> list[str]:
        entity = card.entity
        lines = ["---", f"type: {_quoted(entity.type)}"]
        if entity.aliases:
            lines.append(f"aliases: [{', '.join(map(_quoted, entity.aliases))}]")
        lines += ["---", f"# {_plain(entity.name)}", ""]
        categories = self._library.hierarchy.of_entity(entity.id)
        if categories:
            named = (self._link(self._categories.get(one.id), one.name) for one in categories)
            lines += [f"In {', '.join(named)}.", ""]
        lines += [line for view in card.facts for line in self._fact(view)]
        places = dict.fromkeys(view.passage.source_uri for view in card.mentions[:_MENTIONS])
        if places:
            lines += ["", "## Mentioned in", ""]
            lines += [f"- {self._link(self._sources.get(uri), uri)}" for uri in places]
        return lines

    def _fact(self, view: "FactView") -> Iterator[str]:
        fact = view.fact
        subject = self._link(self._entities.get(fact.subject_id), fact.subject_name)
        object_ = self._link(self._entities.get(fact.object_id), fact.object_name) if fact.object_id else ""
        held = period(fact.held)
        words = f"{subject} {_plain(fact.relation.replace('_', ' '))} {object_ or _plain(fact.object_name)}"
        yield f"- {words}{f' ({held})' if held else ''}"
        uri = view.passage.source_uri
        yield f"    > {_plain(' '.join(view.sentence.split()))} — {self._link(self._sources.get(uri), uri)}"

    def _source(self, source: "Source") -> list[str]:
        said = [f"date: {source.said.at.date().isoformat()}"] if source.said else []
        state = f"{source.facts} facts, {source.passages} passages" if not source.reason else _plain(source.reason)
        return ["---", f"source: {_quoted(source.uri)}", *said, "---", f"# {_plain(_title(source))}", "", state]

    def _every_category(self) -> list["CategoryView"]:
        """Each once, layer by layer from the top, also where it is below several."""
        hierarchy = self._library.hierarchy
        found: dict[CategoryId, CategoryView] = {}
        layer = [category.id for category in hierarchy.top()]
        while layer:
            views = hierarchy.views(layer)
            found.update((view.category.id, view) for view in views)
            layer = [
                id_ for id_ in dict.fromkeys(one.id for view in views for one in view.children) if id_ not in found
            ]
        return list(found.values())

    def _category(self, view: "CategoryView") -> list[str]:
        category = view.category
        lines = [f"# {_plain(category.name)}", "", _plain(category.summary), ""]
        lines += [f"- {self._link(self._categories.get(child.id), child.name)}" for child in view.children]
        lines += [f"- {self._link(self._entities.get(one.id), one.name)}" for one in view.entities]
        return lines

    def _index(self) -> list[str]:
        """Links to the categories of the top."""
        top = self._library.hierarchy.top()
        return [f"- [[{self._categories[one.id]}]]" for one in top if one.id in self._categories]

    def _name(self, kind: str, wanted: str) -> str:
        """A path for a note that no other has, also where case does not count."""
        stem = _safe(wanted)
        path, number = f"{kind}/{stem}", 1
        while path.casefold() in self._taken:
            number += 1
            path = f"{kind}/{stem} ({number})"
        self._taken.add(path.casefold())
        return path

    def _link(self, path: str | None, shown: str) -> str:
        text = _plain(" ".join(shown.split()))
        return f"[[{path}|{_safe(shown)}]]" if path else text

    def _put(self, path: str, lines: list[str]) -> None:
        file = self._folder / f"{path}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.notes += 1


def _title(source: "Source") -> str:
    return source.title or PurePosixPath(source.uri).name or source.uri


def _safe(name: str) -> str:
    """A name that every file system takes, and that no link reads as more than a name."""
    # One form of what can be written in several: some file systems take them for one name, and others do not.
    whole = " ".join(_UNSAFE.sub(" ", unicodedata.normalize("NFC", name)).split())
    cut = whole.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .") or "unnamed"
    return f"{cut}_" if _RESERVED.fullmatch(cut) else cut


def _plain(text: str) -> str:
    """Words as words: what Markdown would take for markup is escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _quoted(text: str) -> str:
    """A string as YAML's double-quoted scalar, which JSON's strings are but for some characters."""
    return _NO_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
