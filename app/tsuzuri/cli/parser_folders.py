"""The words of `tsuzuri watch`, `jobs` and `service`: folders that the library follows, and what keeps it."""

import argparse
from pathlib import Path

_WATCH = """\
Folders that the library follows: what is saved, moved or deleted there is so in the library, moments later. This needs
the interface to be open, or the service to run (see: tsuzuri service).

  tsuzuri watch add ~/notes ~/Documents     # from now on
  tsuzuri watch list                        # how each was found at the last look
  tsuzuri watch add --poll /mnt/share       # a network drive that tells of no changes (found out by itself on Linux)
  tsuzuri watch pause ~/notes               # and later: resume
  tsuzuri watch confirm ~/notes             # so many files are gone that it waits: yes, they are

A folder that is not there is offline, and what it held stays. Hidden files, those that .gitignore or .tsuzuriignore
name, and temporary ones are passed over.
"""

_JOBS = """\
Files that wait to be read, are being read, or could not be.

  tsuzuri jobs                              # what needs a look, and how much is left in each stage
  tsuzuri jobs list --state aside           # those that failed every time, each with its reason
  tsuzuri jobs retry ~/notes/plan.docx      # without a path: all of them
  tsuzuri jobs pause                        # the whole library rests, whoever keeps it, until: tsuzuri jobs resume
"""

_SERVICE = """\
Keeps the library in line with its watched folders, reads, embeds, and lets the model read, in the background. Only one
process does so at a time; the interface does it too, while it is open and no service runs.

  tsuzuri service run                       # here, until Ctrl+C
  tsuzuri service install                   # now and whenever you log in (systemd or launchd, for this user alone)
  tsuzuri service status                    # who keeps the library, and how far it is; exit code 1: nobody
"""

JOB_STATES = ("waiting", "retrying", "running", "aside", "cancelled")


def add_folders(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser
) -> None:
    """Add the commands; `common` are the options that every command has."""
    _watch(commands, common)
    _jobs(commands, common)
    _service(commands, common)


def _watch(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    actions = _with_actions(commands, common, "watch", "folders that the library follows", _WATCH)
    add = _on_paths(actions, common, "add", "follow folders")
    add.add_argument("--poll", action="store_true", help="look again and again: the system tells of no changes there")
    add.add_argument("--force", action="store_true", help="even a whole home folder or disk")
    actions.add_parser("list", parents=[common], help="every folder, and how it was found (the default)")
    _on_paths(actions, common, "remove", "follow them no longer; what was read stays")
    _on_paths(actions, common, "pause", "look at them no more for now")
    _on_paths(actions, common, "resume", "look at them again")
    _on_paths(actions, common, "confirm", "believe that what is missing there was deleted")


def _jobs(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    state = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    state.add_argument("--state", choices=JOB_STATES, help="only those (default: all but waiting)")
    command = commands.add_parser(
        "jobs",
        parents=[common, state],
        help="files that wait to be read, or could not be",
        description=_JOBS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="jobs:jobs", state="")
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("list", parents=[common, state], help="what needs a look, and how much is left (the default)")
    _on_paths(actions, common, "retry", "read again what failed, was set aside or cancelled; without PATH, all", "*")
    _on_paths(actions, common, "cancel", "let these wait no longer, until they change")
    actions.add_parser("pause", parents=[common], help="let the whole library rest")
    actions.add_parser("resume", parents=[common], help="let it go on")


def _service(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    actions = _with_actions(commands, common, "service", "keep the library in the background", _SERVICE)
    run = actions.add_parser("run", parents=[common], help="keep it here, until ended")
    run.add_argument("--wait", action="store_true", help="wait while another process keeps it, instead of failing")
    actions.add_parser("install", parents=[common], help="have the system run it, now and at every login")
    actions.add_parser("uninstall", parents=[common], help="end it, and have the system forget it")
    actions.add_parser("status", parents=[common], help="who keeps the library, and how far it is (the default)")
    actions.add_parser("stop", parents=[common], help="end the service that runs")


def _with_actions(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    name: str,
    help: str,
    description: str,
) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    command = commands.add_parser(
        name,
        parents=[common],
        help=help,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler=f"{name}:{name}")
    return command.add_subparsers(dest="action", metavar="ACTION", title="actions")


def _on_paths(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    name: str,
    help: str,
    number: str = "+",
) -> argparse.ArgumentParser:
    action = actions.add_parser(name, parents=[common], help=help)
    action.add_argument("paths", nargs=number, type=Path, metavar="PATH", help="a file or a folder")
    return action
