"""`tsuzuri merge` and `tsuzuri split`."""

import argparse
import sys

from tsuzuri.cli.output import bold, dim, narrate, one_line, print_json
from tsuzuri.core.access import place_name
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import EntityId
from tsuzuri.core.values import Entity
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import Installation
from tsuzuri.text.normalise import key

_NOTHING = 1
_CANDIDATES = 12
_DIGITS = 20
"""More of them are no number of an entity."""


def merge(here: Installation, options: argparse.Namespace) -> int:
    """Make two names one. Exit code 1 where a name is unknown or the person says no, 2 where it may be several."""
    with here.open_existing(options.dataset) as library:
        kept, other = _named(library, options.name), _named(library, options.other)
        if kept is None or other is None:
            return _NOTHING
        if not _confirmed(f"Are {_called(kept)} and {_called(other)} the same?", options):
            return _NOTHING
        item = library.review.merge(kept.id, other.id)
        now = library.entity(kept.id)
    if options.json:
        print_json(answered=[item], entity=now)
    else:
        print(f"{_called(other)} is one with {bold(kept.name)} from now on")
        narrate(f"take it back with: tsuzuri review undo {item.id}")
    return 0


def split(here: Installation, options: argparse.Namespace) -> int:
    """Make one name two. Exit codes as for `merge`; 1 too where the library knows no such file."""
    with here.open_existing(options.dataset) as library:
        entity = _named(library, options.name)
        if entity is None:
            return _NOTHING
        sources = library.to_forget(options.paths)
        if not sources:
            narrate("the library holds nothing of these paths")
            return _NOTHING
        files = one_line(", ".join(place_name(source.uri) for source in sources))
        if not _confirmed(f"Is it another {_called(entity)} in {files}?", options):
            return _NOTHING
        items = library.review.split(entity.id, [source.id for source in sources])
    if options.json:
        print_json(answered=items)
    else:
        print(f"another {bold(entity.name)} from now on: in {files}")
        narrate(f"take it back with: tsuzuri review undo {' '.join(str(item.id) for item in items)}")
    return 0


def _named(library: Library, name: str) -> Entity | None:
    """The one entity that is called so, in full, or has that number (#12); None, with a word about it, for none.

    Raises:
        UsageError: there are several, or the name is only a piece of some; they were listed.
    """
    if name.startswith("#") and name[1:].isdecimal() and len(name) < _DIGITS:
        numbered = library.entity(EntityId(int(name[1:])))
        if numbered is None:
            narrate(f"nothing in the library has the number {name}")
        return numbered
    found = library.named(name)
    if not found:
        narrate(f"nothing in the library is called {name}")
        return None
    if len(found) == 1 and key(name) in map(key, (found[0].name, *found[0].aliases)):
        return found[0]
    for entity in found[:_CANDIDATES]:
        also = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
        narrate(f"  #{entity.id} {_called(entity)}{dim(also)}")
    what = "may be several" if len(found) > 1 else "is only a piece of a name"
    raise UsageError(f"{name} {what}", hint='name one in full, or by its number: "#12"')


def _called(entity: Entity) -> str:
    return f"{entity.name} ({entity.type})"


def _confirmed(question: str, options: argparse.Namespace) -> bool:
    """Whether the person says yes, here or by `--yes`.

    Raises:
        UsageError: nobody is there to ask.
    """
    if options.yes:
        return True
    if options.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("there is nobody to ask", hint="say that you mean it with --yes")
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    narrate("nothing was changed")
    return False
