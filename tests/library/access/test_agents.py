"""The agents' file: tokens are kept as hashes, every change counts at once, and what is damaged lets nobody in."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tsuzuri.core.access import Agent, Grant, Owner, Permission, Ruling, decide
from tsuzuri.core.errors import ConfigurationError, UsageError
from tsuzuri.library.access.agents import AgentsFile

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
READ = frozenset({Permission.READ})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "access.json"


def test_a_token_is_told_once_and_kept_as_a_hash(path: Path) -> None:
    token = AgentsFile(path).add("claude", NOW)
    assert token.startswith("tsz_")
    assert len(token) == 47
    assert token not in path.read_text()
    agent = AgentsFile(path).of_token(token)
    assert agent is not None
    assert agent.name == "claude"
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_two_tokens_are_alike_and_no_other_token_lets_in(path: Path) -> None:
    file = AgentsFile(path)
    one, other = file.add("one", NOW), file.add("other", NOW)
    assert one != other
    for wrong in ("", "tsz_", one[:-1], one + "A", one.lower(), "\udc80", "x" * 10_000):
        assert file.of_token(wrong) is None


def test_grants_take_the_place_of_former_ones_for_the_same_dataset(path: Path) -> None:
    file = AgentsFile(path)
    file.add("claude", NOW)
    file.grant("claude", "work", READ | {Permission.WRITE})
    file.grant("claude", "home", READ)
    agent = file.grant("claude", "work", READ)
    assert agent.grants == (Grant("home", READ), Grant("work", READ))
    assert file.grant("claude", "home", frozenset()).grants == (Grant("work", READ),)


def test_a_revocation_is_seen_by_whoever_has_the_file_open(path: Path) -> None:
    file, elsewhere = AgentsFile(path), AgentsFile(path)
    token = file.add("claude", NOW)
    assert elsewhere.of_token(token) is not None
    file.revoke("claude", NOW)
    agent = elsewhere.of_token(token)
    assert agent is not None
    assert agent.revoked_at == NOW
    file.remove("claude")
    assert elsewhere.of_token(token) is None


@pytest.mark.parametrize("name", ["", "owner", "Claude", "a b", "../x", "x" * 40, "é"])
def test_what_cannot_be_a_name_is_refused(path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        AgentsFile(path).add(name, NOW)
    assert not path.exists()


def test_a_name_is_given_once(path: Path) -> None:
    AgentsFile(path).add("claude", NOW)
    with pytest.raises(UsageError, match="already"):
        AgentsFile(path).add("claude", NOW)


@pytest.mark.parametrize(
    "deed", [lambda f: f.revoke("x", NOW), lambda f: f.remove("x"), lambda f: f.grant("x", "d", READ)]
)
def test_an_agent_that_is_not_there_is_named(path: Path, deed: object) -> None:
    assert callable(deed)
    with pytest.raises(UsageError, match="no agent x"):
        deed(AgentsFile(path))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"schema": 2, "agents": []}',
        '{"schema": 1, "agents": [{}]}',
        '{"schema": 1, "agents": 3}',
        "[" * 9999,
    ],
)
def test_a_damaged_file_lets_nobody_in(path: Path, content: str) -> None:
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(ConfigurationError):
        AgentsFile(path).of_token("x")


def test_a_file_that_others_may_write_lets_nobody_in(path: Path) -> None:
    token = AgentsFile(path).add("claude", NOW)
    path.chmod(0o666)
    with pytest.raises(ConfigurationError, match="others may write"):
        AgentsFile(path).of_token(token)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changed=st.binary(max_size=4), at=st.integers(0, 400))
def test_a_byte_that_is_changed_never_gives_a_right(path: Path, changed: bytes, at: int) -> None:
    path.unlink(missing_ok=True)
    file = AgentsFile(path, random=lambda n: bytes(range(n)))
    token = file.add("claude", NOW)
    file.grant("claude", "work", READ)
    content = path.read_bytes()
    path.write_bytes(content[:at] + changed + content[at + 1 :])
    try:
        agent = AgentsFile(path).of_token(token)
    except ConfigurationError:
        return
    assert agent is None or Permission.DELETE not in agent.may("work")


class TestARequest:
    """`core.access.decide`."""

    AGENT = Agent("a", "00" * 32, NOW, None, None, (Grant("work", READ | {Permission.WRITE}),))

    def ruling(
        self,
        principal: Agent | Owner | None,
        dataset: str = "work",
        permission: Permission = Permission.READ,
        *,
        offered: frozenset[Permission] = READ,
        now: datetime = NOW,
    ) -> Ruling:
        return decide(principal, dataset, permission, datasets=("work", "home"), offered=offered, now=now)

    def test_is_allowed_as_granted_and_offered(self) -> None:
        assert self.ruling(self.AGENT) is Ruling.ALLOWED
        assert self.ruling(self.AGENT, permission=Permission.WRITE) is Ruling.NOT_OFFERED
        assert self.ruling(self.AGENT, permission=Permission.WRITE, offered=READ | {Permission.WRITE}) is Ruling.ALLOWED

    def test_is_denied_for_each_reason(self) -> None:
        late = Agent("a", "00" * 32, NOW, NOW + timedelta(days=1), None, self.AGENT.grants)
        gone = Agent("a", "00" * 32, NOW, None, NOW, self.AGENT.grants)
        assert self.ruling(None) is Ruling.UNKNOWN_TOKEN
        assert self.ruling(self.AGENT, "home") is Ruling.NOT_GRANTED
        assert self.ruling(self.AGENT, "nowhere") is Ruling.NOT_GRANTED
        assert self.ruling(self.AGENT, permission=Permission.DELETE) is Ruling.NOT_GRANTED
        assert self.ruling(late) is Ruling.ALLOWED
        assert self.ruling(late, now=NOW + timedelta(days=1)) is Ruling.EXPIRED
        assert self.ruling(gone) is Ruling.REVOKED

    def test_of_the_owner_is_limited_by_what_is_offered_alone(self) -> None:
        assert self.ruling(Owner(), "home") is Ruling.ALLOWED
        assert self.ruling(Owner(), "nowhere") is Ruling.NO_DATASET
        assert self.ruling(Owner(), permission=Permission.DELETE) is Ruling.NOT_OFFERED
