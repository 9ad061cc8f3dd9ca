"""How a door is opened on an installation: whether it may be at all, and with whose token."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from tsuzuri.core.access import Permission, Ruling, decide
from tsuzuri.core.errors import NotAllowed, UsageError
from tsuzuri.library.access.agents import AgentsFile
from tsuzuri.library.access.audit import Audit
from tsuzuri.library.access.door import Door
from tsuzuri.library.access.limits import Limits
from tsuzuri.library.pool import Pool

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation

TOKEN_VARIABLE = "TSUZURI_AGENT_TOKEN"
_LONGEST_TOKEN = 200
READ_ONLY = frozenset({Permission.READ})


def agents_of(installation: "Installation") -> AgentsFile:
    """The agents of an installation."""
    return AgentsFile(installation.paths.data_dir / "access.json")


def audit_of(installation: "Installation") -> Audit:
    """The owner's log of an installation."""
    return Audit(installation.paths.log_dir / "audit.jsonl")


def token_given(environ: Mapping[str, str], file: Path | None = None) -> str | None:
    """The token that a program came with: in a file, else in `TSUZURI_AGENT_TOKEN`; None for none.

    Raises:
        UsageError: the file is empty.
        OSError: it cannot be read.
    """
    if file is None:
        return environ.get(TOKEN_VARIABLE) or None
    with file.open("rb") as opened:
        token = opened.read(_LONGEST_TOKEN).decode("ascii", "replace").strip()
    if not token:
        raise UsageError(f"there is no token in {file}", hint="make one with: tsuzuri agents add NAME")
    return token


@contextmanager
def open_door(
    installation: "Installation",
    token: str | None,
    *,
    offered: frozenset[Permission] = READ_ONLY,
    limits: Limits | None = None,
) -> Iterator[Door]:
    """Open the door, and close every dataset behind it at the end.

    Without a token the door is the owner's own (single-user mode), unless access control is on.

    Raises:
        NotAllowed: access control is on and there is no token, or nobody has it, or it is revoked or out of date.
        ConfigurationError: the settings do not fit together, or the agents' file is damaged.
    """
    agents = agents_of(installation)
    if token is None and installation.settings.access.control == "on":
        raise NotAllowed(
            "access control is on, so an agent needs its token",
            hint=f"set {TOKEN_VARIABLE}; make one with: tsuzuri agents add NAME",
        )
    if token is not None:
        agent = agents.of_token(token)
        ruling = decide(agent, "", Permission.READ, datasets=(), offered=offered, now=installation.clock())
        if ruling in (Ruling.UNKNOWN_TOKEN, Ruling.REVOKED, Ruling.EXPIRED):
            raise NotAllowed(
                f"this token lets nobody in ({ruling.replace('_', ' ')})", hint="see the agents with: tsuzuri agents"
            )
    with Pool(installation) as pool:
        yield Door(
            pool,
            agents,
            audit_of(installation),
            token=token,
            offered=offered,
            clock=installation.clock,
            new_id=lambda: token_hex(6),
            limits=limits,
        )
