"""The agents that the owner lets in, in one small file: their grants, and the hashes of their tokens.

A token is 256 random bits, so its SHA-256 is kept as it is: a slow hash is for what people think up.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import secrets as entropy
import stat
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tsuzuri.core.access import Agent, Grant, Permission
from tsuzuri.core.errors import ConfigurationError, UsageError
from tsuzuri.locks import lock

NAME = r"[a-z0-9][a-z0-9_-]{0,31}"
"""What an agent may be called, but `owner`: so programs are called that came without a token."""

OWNER = "owner"
TOKEN_PREFIX = "tsz_"
_SCHEMA = 1
_TOKEN_BYTES = 32


class AgentsFile:
    """The file. It is read anew when it has changed, so that a revocation counts at once, in every process."""

    def __init__(self, path: Path, *, random: Callable[[int], bytes] = entropy.token_bytes) -> None:
        self._path = path
        self._random = random
        self._lock = threading.Lock()
        self._read: tuple[object, tuple[Agent, ...]] = (None, ())

    def agents(self) -> tuple[Agent, ...]:
        """All of them, by name.

        Raises:
            ConfigurationError: the file is damaged, or others may write to it. Nobody is let in then.
        """
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return ()
        version = (found.st_mtime_ns, found.st_size, found.st_ino)
        with self._lock:
            if self._read[0] != version:
                if sys.platform != "win32" and stat.S_IMODE(found.st_mode) & 0o022:
                    raise ConfigurationError(
                        f"others may write to {self._path}, so nobody is let in", hint=f"chmod 600 {self._path}"
                    )
                self._read = (version, _parse(self._path))
            return self._read[1]

    def of_token(self, token: str) -> Agent | None:
        """Who has this token; None if nobody has."""
        digest = _digest(token)
        found = None
        for agent in self.agents():
            # All are compared, so that how long it takes does not tell which one it was near.
            if hmac.compare_digest(agent.token_sha256, digest):
                found = agent
        return found

    def add(self, name: str, now: datetime, *, expires_at: datetime | None = None) -> str:
        """Let an agent in that may do nothing yet; its token, which is told this once.

        Raises:
            UsageError: there is one of that name, or it cannot be one.
        """
        if not re.fullmatch(NAME, name) or name == OWNER:
            raise UsageError(f"{name!r} cannot be the name of an agent", hint="use lower-case letters, digits, - and _")
        token = TOKEN_PREFIX + base64.urlsafe_b64encode(self._random(_TOKEN_BYTES)).decode().rstrip("=")
        with self._changing() as agents:
            if name in agents:
                raise UsageError(f"there is an agent {name} already", hint="remove it first, or choose another name")
            agents[name] = Agent(name, _digest(token), now, expires_at)
        return token

    def grant(self, name: str, dataset: str, permissions: frozenset[Permission]) -> Agent:
        """What an agent may do with a dataset from now on; nothing, if there are none.

        Raises:
            UsageError: there is no such agent.
        """
        with self._changing() as agents:
            agent = _named(agents, name)
            others = tuple(grant for grant in agent.grants if grant.dataset != dataset)
            new = (Grant(dataset, permissions),) if permissions else ()
            agents[name] = replace(agent, grants=tuple(sorted((*others, *new), key=lambda one: one.dataset)))
            return agents[name]

    def follow(self, dataset: str, new: str = "") -> None:
        """Let the grants on a dataset be on one of another name from now on; without one they end.

        What was granted on a dataset of the new name before was not meant for this one, and ends too.
        """
        touched = {dataset, new}
        if not any(grant.dataset in touched for agent in self.agents() for grant in agent.grants):
            return
        with self._changing() as agents:
            for name, agent in agents.items():
                others = tuple(grant for grant in agent.grants if grant.dataset not in touched)
                moved = tuple(
                    Grant(new, grant.permissions) for grant in agent.grants if new and grant.dataset == dataset
                )
                agents[name] = replace(agent, grants=tuple(sorted((*others, *moved), key=lambda one: one.dataset)))

    def revoke(self, name: str, now: datetime) -> Agent:
        """Let it in no more; its record stays, for whoever reads the log. Raises as `grant` does."""
        with self._changing() as agents:
            agents[name] = replace(_named(agents, name), revoked_at=now)
            return agents[name]

    def remove(self, name: str) -> None:
        """Take it out of the file. Raises as `grant` does."""
        with self._changing() as agents:
            _named(agents, name)
            del agents[name]

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Agent]]:
        """The agents to change, written as a whole at the end; one process at a time."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.with_suffix(".lock").open("a+") as guard:
            lock(guard, wait=True)
            agents = {agent.name: agent for agent in self.agents()}
            yield agents
            draft = self._path.with_suffix(".draft")
            draft.unlink(missing_ok=True)
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"schema": _SCHEMA, "agents": [_told(agents[name]) for name in sorted(agents)]}, file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)


def _named(agents: Mapping[str, Agent], name: str) -> Agent:
    if name not in agents:
        raise UsageError(f"there is no agent {name}", hint="see them all: tsuzuri agents")
    return agents[name]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _told(agent: Agent) -> dict[str, object]:
    return {
        "name": agent.name,
        "token_sha256": agent.token_sha256,
        "created_at": agent.created_at.isoformat(),
        "expires_at": agent.expires_at.isoformat() if agent.expires_at else None,
        "revoked_at": agent.revoked_at.isoformat() if agent.revoked_at else None,
        "grants": {grant.dataset: sorted(grant.permissions) for grant in agent.grants},
    }


def _parse(path: Path) -> tuple[Agent, ...]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["schema"] != _SCHEMA:
            raise ConfigurationError(f"{path} was written by a newer version", hint="upgrade Tsuzuri")
        return tuple(_agent(one) for one in kept["agents"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ConfigurationError(
            f"{path} is damaged, so nobody is let in", hint="restore it, or delete it and add the agents again"
        ) from error


def _agent(one: Mapping[str, Any]) -> Agent:
    digest = bytes.fromhex(one["token_sha256"])
    if len(digest) != hashlib.sha256().digest_size:
        raise ValueError("not a SHA-256")
    grants = tuple(Grant(str(name), frozenset(map(Permission, given))) for name, given in one["grants"].items())
    return Agent(
        str(one["name"]),
        digest.hex(),
        _moment(one["created_at"]),
        _moment(one["expires_at"]) if one["expires_at"] else None,
        _moment(one["revoked_at"]) if one["revoked_at"] else None,
        grants,
    )


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment
