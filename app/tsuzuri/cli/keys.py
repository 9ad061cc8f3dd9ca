"""`tsuzuri keys`."""

import argparse

from tsuzuri.cli.output import bold, narrate, print_json
from tsuzuri.library.opening import Installation


def keys(here: Installation, options: argparse.Namespace) -> int:
    """List the actions with the keys that are in force; exit code 2 where a line of the person's does not hold."""
    from tsuzuri.tui.actions import ACTIONS, key_name  # the interface is loaded for those alone who want it
    from tsuzuri.tui.keymap import FILE_NAME, read_keymap

    file = here.paths.config_dir / FILE_NAME
    keymap = read_keymap(file)
    bound = [(action, keymap.of(action)) for action in ACTIONS if action.keys]
    if options.json:
        print_json(
            keys=[
                {
                    "id": action.id,
                    "keys": held.split(","),
                    "target": action.target,
                    "help": action.help,
                    "own": action.id in keymap.keys,
                }
                for action, held in bound
            ],
            file=file,
            problems=keymap.problems,
        )
    else:
        for action, held in bound:
            names = " ".join(map(key_name, held.split(",")))
            line = f"{action.id:<22} {names:<18} {action.help}"
            print(bold(f"* {line}") if action.id in keymap.keys else f"  {line}")
        narrate(f"* is yours, in {file}" if keymap.keys else f"give actions other keys in {file}")
        for problem in keymap.problems:
            narrate(f"{FILE_NAME}: {problem}")
    return 2 if keymap.problems else 0
