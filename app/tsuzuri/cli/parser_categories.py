"""The words of `tsuzuri categories` and `enrich`."""

import argparse

_CATEGORIES = """\
What the library's people, places and things have in common, in layers: categories of entities, and categories of
those. The library sorts new entities in as they come, and builds the whole anew when enough have come.

  tsuzuri categories                        # from the top
  tsuzuri categories Tea                    # one category, and what is in it
  tsuzuri categories --build                # sort everything anew now; --revert takes that back
"""


def add_categories(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser
) -> None:
    """Add the commands; `common` are the options that every command has."""
    command = commands.add_parser(
        "categories",
        parents=[common],
        help="what the library's entities have in common",
        description=_CATEGORIES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="categories:categories")
    command.add_argument("name", nargs="*", metavar="NAME", help="a category's name, or a piece of one")
    action = command.add_mutually_exclusive_group()
    action.add_argument("--build", action="store_true", help="build it anew now")
    action.add_argument("--revert", action="store_true", help="take the last build back")
    command.add_argument("--no-model", action="store_true", help="with --build: name categories by what is in them")
    enrich = commands.add_parser(
        "enrich", parents=[common], help="sort new entities into categories, and rebuild those if due"
    )
    enrich.set_defaults(handler="categories:enrich")
    enrich.add_argument("--no-model", action="store_true", help="name categories by what is in them")
