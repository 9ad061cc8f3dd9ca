"""`tsuzuri agents` and `tsuzuri audit`."""

import argparse
from collections.abc import Iterator
from datetime import datetime, time
from time import sleep

from tsuzuri.cli.output import narrate, one_line, print_json, print_json_line
from tsuzuri.cli.parser_agents import PERMISSIONS
from tsuzuri.core.access import Agent, Permission, Ruling
from tsuzuri.core.errors import UsageError
from tsuzuri.library.access.agents import OWNER, AgentsFile
from tsuzuri.library.access.audit import Entry
from tsuzuri.library.access.entrance import TOKEN_VARIABLE, agents_of, audit_of
from tsuzuri.library.opening import Installation

_NOTHING = 1
_LOOK_S = 0.5


def agents(here: Installation, options: argparse.Namespace) -> int:
    """List the agents, let one in, say what it may do, or let it in no more."""
    file = agents_of(here)
    match options.action:
        case "add":
            return _add(here, file, options)
        case "grant":
            if not (wanted := _wanted(options)):
                raise UsageError("no dataset is named", hint="say what it may do: --read DATASET")
            _grant(here, file, options.name, wanted)
        case "deny":
            file.grant(options.name, options.dataset, frozenset())
        case "revoke":
            file.revoke(options.name, here.clock())
        case "remove":
            file.remove(options.name)
    return _list(here, file, as_json=options.json)


def audit(here: Installation, options: argparse.Namespace) -> int:
    """Print the log of the doors, oldest first. Exit code 1 when there is nothing."""
    since = datetime.combine(options.since, time.min).astimezone() if options.since else None

    def wanted(entry: Entry) -> bool:
        return (
            options.agent in ("", entry.agent)
            and (since is None or entry.at >= since)
            and not (options.denied and entry.ruling is Ruling.ALLOWED)
        )

    if options.follow:
        return _follow(audit_of(here).entries(wanted, rest=_rest), options)
    entries = list(audit_of(here).entries(wanted))
    if options.json:
        print_json(entries=entries)
    else:
        for one in entries:
            print(_line(one))
        if not entries:
            narrate("nothing of that kind was asked for")
    return 0 if entries else _NOTHING


def _follow(entries: Iterator[Entry], options: argparse.Namespace) -> int:
    """A line, or a document on a line, with each entry, until Ctrl+C."""
    try:
        for one in entries:
            if options.json:
                print_json_line(entry=one)
            else:
                print(_line(one), flush=True)
    except KeyboardInterrupt:
        return 0
    return 0


def _rest() -> bool:
    sleep(_LOOK_S)
    return True


def _line(one: Entry) -> str:
    when = one.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    ruling = one.ruling.replace("_", " ")
    agent, operation, dataset, id_ = (one_line(text) for text in (one.agent, one.operation, one.dataset, one.id))
    return (
        f"{when}  {agent or OWNER:<12} {operation:<10} {dataset:<16} {ruling:<14} "
        f"{one.items:>4}  {one.ms:>7.1f} ms  {id_}"
    )


def _add(here: Installation, file: AgentsFile, options: argparse.Namespace) -> int:
    wanted = _wanted(options)
    for dataset in wanted:
        here.require(dataset)
    now = here.clock()
    token = file.add(options.name, now, expires_at=now + options.expires if options.expires else None)
    _grant(here, file, options.name, wanted)
    if options.json:
        print_json(agent=options.name, token=token)
        return 0
    print(token)
    narrate(f"the token of {options.name}, shown this once; hand it to the program as {TOKEN_VARIABLE}")
    if not wanted:
        narrate(f"it may do nothing yet: tsuzuri agents grant {options.name} --read DATASET")
    return 0


def _grant(here: Installation, file: AgentsFile, name: str, wanted: dict[str, frozenset[Permission]]) -> None:
    for dataset, permissions in wanted.items():
        here.require(dataset)
        file.grant(name, dataset, permissions)


def _wanted(options: argparse.Namespace) -> dict[str, frozenset[Permission]]:
    """What is named for each dataset. Whoever may write may read: it could not see what it has written."""
    wanted: dict[str, set[Permission]] = {}
    for name in PERMISSIONS:
        for dataset in getattr(options, name):
            wanted.setdefault(dataset, {Permission.READ}).add(Permission(name))
    return {dataset: frozenset(permissions) for dataset, permissions in wanted.items()}


def _list(here: Installation, file: AgentsFile, *, as_json: bool) -> int:
    found = file.agents()
    if as_json:
        print_json(agents=[_told(agent, here) for agent in found], control=here.settings.access.control)
        return 0
    for agent in found:
        print(f"{agent.name}  {_standing(agent, here.clock())}")
        for grant in agent.grants:
            print(f"  {grant.dataset}: {', '.join(sorted(grant.permissions))}")
    if not found:
        narrate("no agent is let in; tsuzuri agents add NAME --read DATASET")
    if here.settings.access.control == "off":
        narrate('single-user mode: without a token, tsuzuri serve acts for you (access.control = "on" ends that)')
    return 0 if found else _NOTHING


def _standing(agent: Agent, now: datetime) -> str:
    if agent.revoked_at is not None:
        return f"revoked on {agent.revoked_at:%Y-%m-%d}"
    if agent.expires_at is None:
        return "does not expire"
    return f"{'expired' if agent.expires_at <= now else 'expires'} on {agent.expires_at:%Y-%m-%d}"


def _told(agent: Agent, here: Installation) -> dict[str, object]:
    return {
        "name": agent.name,
        "created_at": agent.created_at,
        "expires_at": agent.expires_at,
        "revoked_at": agent.revoked_at,
        "state": _standing(agent, here.clock()),
        "grants": {grant.dataset: sorted(grant.permissions) for grant in agent.grants},
    }
