"""Who may do what with which dataset: principals, grants, and the rule that decides."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath

AGENT = "agent:"
"""How the uri of a source begins that no file is behind, but a note of an agent's: `agent:NAME/ID`."""


def teller(uri: str) -> str:
    """The agent that told a source; empty where it is a file."""
    return uri.removeprefix(AGENT).partition("/")[0] if uri.startswith(AGENT) else ""


def place_name(uri: str) -> str:
    """What a person is told of where a source is from: the name of its file, or "agent NAME"."""
    return f"agent {agent}" if (agent := teller(uri)) else PurePath(uri).name


class Permission(StrEnum):
    """What may be done with a dataset."""

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class Grant:
    """What one agent may do with one dataset."""

    dataset: str
    permissions: frozenset[Permission]


@dataclass(frozen=True, slots=True)
class Agent:
    """A program that the owner lets in. Of its token only the SHA-256 is kept, as hex digits.

    `revoked_at` and `expires_at` are None where it was not revoked, and does not expire.
    """

    name: str
    token_sha256: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    grants: tuple[Grant, ...] = ()

    def may(self, dataset: str) -> frozenset[Permission]:
        """What it was granted on a dataset."""
        return frozenset().union(*(grant.permissions for grant in self.grants if grant.dataset == dataset))


@dataclass(frozen=True, slots=True)
class Owner:
    """The person whose library it is: who may do everything. Single-user mode, where nobody else is told apart."""


Principal = Agent | Owner


class Ruling(StrEnum):
    """How a request was decided. All but `ALLOWED` look alike to an agent; only the owner's log tells them apart."""

    ALLOWED = "allowed"
    NO_TOKEN = "no_token"
    UNKNOWN_TOKEN = "unknown_token"
    REVOKED = "revoked"
    EXPIRED = "expired"
    NOT_OFFERED = "not_offered"
    NOT_GRANTED = "not_granted"
    NO_DATASET = "no_dataset"


def decide(
    principal: Principal | None,
    dataset: str,
    permission: Permission,
    *,
    datasets: Collection[str],
    offered: Collection[Permission],
    now: datetime,
) -> Ruling:
    """Whether a principal may do something with a dataset at a moment.

    `principal` is None for a token that nobody has. `datasets` are those that exist; `offered` is what this door does
    at all, whoever asks: a server is read-only unless it was started otherwise.
    """
    if principal is None:
        return Ruling.UNKNOWN_TOKEN
    if isinstance(principal, Agent):
        if principal.revoked_at is not None and principal.revoked_at <= now:
            return Ruling.REVOKED
        if principal.expires_at is not None and principal.expires_at <= now:
            return Ruling.EXPIRED
        if permission not in principal.may(dataset):
            return Ruling.NOT_GRANTED
    if permission not in offered:
        return Ruling.NOT_OFFERED
    return Ruling.ALLOWED if dataset in datasets else Ruling.NO_DATASET
