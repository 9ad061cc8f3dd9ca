"""`tsuzuri categories` and `tsuzuri enrich`."""

import argparse
from typing import TYPE_CHECKING

from tsuzuri.cli.output import bold, counted, dim, narrate, print_json, progress_line
from tsuzuri.library.hierarchy import CategoryView, Hierarchy, HierarchyStatus
from tsuzuri.library.opening import Installation

if TYPE_CHECKING:
    from tsuzuri.core.categories import Category
    from tsuzuri.library.hierarchy import Built

_SHOWN = 20


def categories(here: Installation, options: argparse.Namespace) -> int:
    """Show the hierarchy from the top or a category, build it anew, or take the last build back."""
    with here.open_existing(options.dataset) as library:
        hierarchy = library.hierarchy
        built = reverted = None
        if options.build:
            built = hierarchy.build(model=not options.no_model, on_progress=progress_line())
            _tell(built)
        elif options.revert:
            reverted = hierarchy.revert()
            narrate("the build before is read again" if reverted else "there is no build before this one")
        name = " ".join(options.name)
        found = hierarchy.named(name) if name else hierarchy.top()
        views = hierarchy.views([one.id for one in found])
        status = hierarchy.status()
        if options.json:
            print_json(status=status, extractive=status.is_extractive, built=built, reverted=reverted, categories=views)
        elif name:
            for view in views:
                _print_category(view)
        else:
            _print_top(views, status, hierarchy)
    if not views:
        narrate(f"no category is called {name}" if name else "there are no categories yet; see: tsuzuri enrich")
    return 0 if views and reverted is not False else 1


def enrich(here: Installation, options: argparse.Namespace) -> int:
    """Give new entities their place, and build the hierarchy anew if that is due."""
    with here.open_existing(options.dataset) as library:
        kept = library.enrich(model=not options.no_model, on_progress=progress_line())
        status = library.hierarchy.status()
    if options.json:
        print_json(kept=kept, status=status)
        return 0
    print(f"{kept.attached:,} new {'entity' if kept.attached == 1 else 'entities'} put into categories")
    if kept.built is None:
        narrate("no rebuild is due" if status.build else "there is too little for categories yet")
    else:
        narrate(f"built anew: {kept.due}")
        _tell(kept.built)
    return 0


def _tell(built: "Built") -> None:
    if built.ended:
        narrate(f"the build is not done: {built.ended}; it goes on from there next time")
        return
    sizes = " + ".join(str(size) for size in built.build.sizes) if built.build else "0"
    narrate(f"{built.entities:,} entities, {sizes} categories by layer, {_cost(built)}")


def _cost(built: "Built") -> str:
    if not built.asked:
        return "no question to a model"
    tokens = built.tokens_read + built.tokens_written
    return f"{counted(built.asked, 'question')} to the model ({tokens:,} tokens)"


def _print_top(views: "tuple[CategoryView, ...]", status: HierarchyStatus, hierarchy: Hierarchy) -> None:
    below = hierarchy.children([one.id for view in views for one in view.children])
    for view in views:
        print(_line(view.category))
        for child in view.children[:_SHOWN]:
            inner = ", ".join(one.name for one in below.get(child.id, ())[:5])
            print(f"  {_line(child)}{f'  {dim(inner)}' if inner else ''}")
        _print_more(len(view.children))
    if status.is_extractive:
        narrate("no model named these: they are clusters, called after what is in them")
    if status.uncategorised:
        narrate(f"{status.uncategorised:,} entities are in no category yet")
    if status.due:
        narrate(f"a rebuild is due: {status.due} (tsuzuri enrich)")


def _print_category(view: CategoryView) -> None:
    print(_line(view.category))
    if view.category.summary:
        print(f"  {dim(view.category.summary)}")
    for child in view.children[:_SHOWN]:
        print(f"  {_line(child)}")
    for entity in view.entities[:_SHOWN]:
        print(f"  {entity.name} {dim(f'({entity.type})')}")
    _print_more(max(len(view.children), len(view.entities)))


def _print_more(number: int) -> None:
    if number > _SHOWN:
        print(dim(f"  … {number - _SHOWN:,} more"))


def _line(category: "Category") -> str:
    return f"{bold(category.name)} {dim(f'({category.entities:,})')}"
