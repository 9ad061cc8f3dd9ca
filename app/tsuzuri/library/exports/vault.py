"""A dataset as a folder of Markdown notes with wikilinks, as Obsidian and its like read them.

A note an entity, one a category and one a source. They are for reading elsewhere: nothing reads them back.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tsuzuri.core.errors import UsageError
from tsuzuri.core.temporal import period
from tsuzuri.library.step import OnProgress, Step

if TYPE_CHECKING:
    from tsuzuri.core.ids import EntityId
    from tsuzuri.core.values import Entity, Source
    from tsuzuri.library.facade import Library
    from tsuzuri.library.views import EntityCard, FactView

_PAGE = 500
_MENTIONS = 20
_LONGEST_NAME = 80
# What file systems or wikilinks give a meaning to, and what cannot be seen.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|#^\[\]]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~])")


def write_vault(library: "Library", folder: Path, *, on_progress: OnProgress | None = None) -> int:
    """Write the notes below the folder, which is made, and must be empty; how many there are.

    Raises:
        UsageError: there is something in the folder.
        OSError: it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not empty", hint="name a new folder")
    vault = _Vault(library, folder, on_progress)
    vault.write()
    return vault.notes


class _Vault:
    def __init__(self, library: "Library", folder: Path, on_progress: OnProgress | None) -> None:
        counts = library.counts()
        self._library = library
        self._folder = folder
        self._step = Step("writing notes", counts.entities + counts.sources, on_progress)
        self._taken: set[str] = set()
        self._entities: dict[EntityId, str] = {}
        self._sources: dict[str, str] = {}
        self.notes = 0

    def write(self) -> None:
        sources, entities = list(self._every_source()), list(self._every_entity())
        self._sources = {source.uri: self._name("sources", _title(source)) for source in sources}
        self._entities = {entity.id: self._name("entities", entity.name) for entity in entities}
        for source in sources:
            self._put(self._sources[source.uri], self._source(source))
        for entity in entities:
            if (card := self._library.card(entity.id)) is not None:
                self._put(self._entities[entity.id], self._entity(card))
        top = self._categories()
        self._put("index", ["# Tsuzuri", "", *(f"- {link}" for link in top)])

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
        lines = ["---", f"type: {entity.type}"]
        if entity.aliases:
            lines.append(f"aliases: [{', '.join(map(_quoted, entity.aliases))}]")
        lines += ["---", f"# {_plain(entity.name)}", ""]
        categories = self._library.hierarchy.of_entity(entity.id)
        if categories:
            lines += [f"In {', '.join(_plain(category.name) for category in categories)}.", ""]
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
        words = f"{subject} {fact.relation.replace('_', ' ')} {object_ or _plain(fact.object_name)}"
        yield f"- {words}{f' ({held})' if held else ''}"
        uri = view.passage.source_uri
        yield f"    > {_plain(' '.join(view.sentence.split()))} — {self._link(self._sources.get(uri), uri)}"

    def _source(self, source: "Source") -> list[str]:
        said = [f"date: {source.said.at.date().isoformat()}"] if source.said else []
        state = f"{source.facts} facts, {source.passages} passages" if not source.reason else _plain(source.reason)
        return ["---", f"source: {_quoted(source.uri)}", *said, "---", f"# {_plain(_title(source))}", "", state]

    def _categories(self) -> list[str]:
        """Write a note a category, from the top; the links to those of the top."""
        hierarchy, names = self._library.hierarchy, dict[int, str]()
        waiting = list(hierarchy.top())
        top = [category.id for category in waiting]
        for category in waiting:
            names.setdefault(category.id, self._name("categories", category.name))
        layer = waiting
        while layer:
            views = hierarchy.views([category.id for category in layer])
            below = {child.id: child for view in views for child in view.children}
            for child in below.values():
                names.setdefault(child.id, self._name("categories", child.name))
            for view in views:
                category = view.category
                lines = [f"# {_plain(category.name)}", "", _plain(category.summary), ""]
                lines += [f"- {self._link(names[child.id], child.name)}" for child in view.children]
                lines += [f"- {self._link(self._entities.get(one.id), one.name)}" for one in view.entities]
                self._put(names[category.id], lines)
            layer = list(below.values())
        return [f"[[{names[id_]}]]" for id_ in top]

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
        self._step.reach(self.notes)


def _title(source: "Source") -> str:
    return source.title or PurePosixPath(source.uri).name or source.uri


def _safe(name: str) -> str:
    """A name that every file system takes, and that no link reads as more than a name."""
    cut = _UNSAFE.sub(" ", name)[:_LONGEST_NAME].strip(" .") or "unnamed"
    return f"{cut}_" if _RESERVED.fullmatch(cut) else cut


def _plain(text: str) -> str:
    """Words as words: what Markdown would take for markup is escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _quoted(text: str) -> str:
    """A string as YAML's double-quoted scalar, which JSON's strings are."""
    import json

    return json.dumps(text, ensure_ascii=False)
