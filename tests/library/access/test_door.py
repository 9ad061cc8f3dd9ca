"""Nobody comes further than was granted: not by search, by name, by number, by guessing, nor by what is let slip."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, is_dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.library.worlds import FakeInstallation, configure, installed_at, write_notes
from tsuzuri.core.access import Agent, Permission, Ruling
from tsuzuri.core.answers import Answer
from tsuzuri.core.errors import ConfigurationError, LibraryLocked, NotAllowed, RateLimited, UsageError
from tsuzuri.core.results import Strategy
from tsuzuri.library.access.audit import Audit
from tsuzuri.library.access.door import Datasets, Door
from tsuzuri.library.access.entrance import agents_of, audit_of, open_door, token_given
from tsuzuri.library.access.limits import Bucket, Limits
from tsuzuri.library.facade import Library
from tsuzuri.library.pool import Pool
from tsuzuri.library.several import FoundInSeveral

READ, WRITE, DELETE = Permission.READ, Permission.WRITE, Permission.DELETE
EVERYTHING = frozenset(Permission)
SECRET = ("Wilhelmina", "Starling", "Ottoline", "鷺沼")

REQUESTS: dict[str, Callable[[Door, str], object]] = {
    "datasets": lambda door, _: door.datasets(),
    "search": lambda door, dataset: door.search("Starling", datasets=[dataset]).hits,
    "ask": lambda door, dataset: door.ask("Who is Wilhelmina Starling?", dataset=dataset),
    "entity": lambda door, dataset: door.entity("Wilhelmina Starling", dataset=dataset),
    "timeline": lambda door, dataset: door.timeline("#1", dataset=dataset),
    "categories": lambda door, dataset: door.categories(dataset=dataset),
    "status": lambda door, dataset: door.status(dataset=dataset),
    "source": lambda door, dataset: door.source(dataset, 1),
    "passage": lambda door, dataset: door.passage(dataset, 1),
    "remember": lambda door, dataset: door.remember("a note", dataset=dataset),
    "forget": lambda door, dataset: door.forget([1], dataset=dataset),
}
"""One of each; a test fails when the door has another."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> FakeInstallation:
    """Two datasets: `work`, which the agent may read, and `private`, of which it must learn nothing."""
    folder = tmp_path_factory.mktemp("door")
    made = installed_at(folder / "home")
    notes = write_notes(folder / "notes")
    private = folder / "private"
    private.mkdir()
    (private / "diary.md").write_text(
        "# Diary\n\nWilhelmina Starling joined Ottoline Bank in May 2021. Wilhelmina Starling lives in Kobe.\n", "utf-8"
    )
    (private / "鷺沼.txt").write_text("鷺沼 蛍は2019年に樫鋳造に入社した。\n", "utf-8")
    for name, place in (("work", notes), ("private", private)):
        with made.open(name) as library:
            library.add([place])
    return made


@pytest.fixture
def token(here: FakeInstallation) -> Iterator[str]:
    file = agents_of(here)
    given = file.add("claude", here.clock())
    file.grant("claude", "work", frozenset({READ}))
    yield given
    file.remove("claude")


def rulings(here: FakeInstallation) -> list[Ruling]:
    return [entry.ruling for entry in audit_of(here).entries()]


class NoDatasets:
    """Fails the test when a dataset is opened."""

    def names(self) -> tuple[str, ...]:
        return ("private",)

    def default(self) -> str:
        return "private"

    def get(self, dataset: str) -> Library:
        raise AssertionError(f"{dataset} was touched")


class OneLocked:
    """Two datasets, the second of them locked."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def names(self) -> tuple[str, ...]:
        return ("work", "private")

    def default(self) -> str:
        return "work"

    def get(self, dataset: str) -> Library:
        if dataset == "private":
            raise LibraryLocked("the keyring is locked", hint="unlock it")
        return self._library


def shut(here: FakeInstallation, tmp_path: Path, token: str | None, offered: frozenset[Permission]) -> Door:
    return door_to(NoDatasets(), here, tmp_path, token, offered)


def door_to(
    datasets: Datasets,
    here: FakeInstallation,
    tmp_path: Path,
    token: str | None,
    offered: frozenset[Permission],
    limits: Limits | None = None,
) -> Door:
    return Door(
        datasets,
        agents_of(here),
        Audit(tmp_path / "audit.jsonl"),
        token=token,
        offered=offered,
        clock=here.clock,
        new_id=lambda: "id",
        limits=limits,
    )


def test_every_way_through_the_door_is_known_here() -> None:
    public = {name for name in dir(Door) if not name.startswith("_")}
    assert public == {*REQUESTS, "usual", "stop_asking", "limits", "offered"}  # the last four give nothing of a dataset


@pytest.mark.parametrize("request_", REQUESTS)
def test_what_is_denied_touches_nothing_and_is_written_down(
    here: FakeInstallation, token: str, tmp_path: Path, request_: str
) -> None:
    for someone in (token, "tsz_unknown"):
        door = shut(here, tmp_path, someone, EVERYTHING)
        assert not REQUESTS[request_](door, "private")
        assert not REQUESTS[request_](door, "nowhere")
        assert not REQUESTS[request_](door, "")
    entries = list(Audit(tmp_path / "audit.jsonl").entries())
    assert {entry.ruling for entry in entries} == {Ruling.NOT_GRANTED, Ruling.UNKNOWN_TOKEN}
    assert {entry.items for entry in entries} == {0}


@pytest.mark.parametrize("request_", ["remember", "forget"])
def test_a_door_is_read_only_unless_it_was_opened_otherwise(
    here: FakeInstallation, tmp_path: Path, request_: str
) -> None:
    assert not REQUESTS[request_](shut(here, tmp_path, None, frozenset({READ})), "private")
    assert [entry.ruling for entry in Audit(tmp_path / "audit.jsonl").entries()] == [Ruling.NOT_OFFERED]


def test_a_locked_dataset_keeps_nobody_from_the_others(here: FakeInstallation, tmp_path: Path) -> None:
    with here.open("work") as library:
        door = door_to(OneLocked(library), here, tmp_path, None, frozenset({READ}))
        found = door.search("foundry")
        assert {one.dataset for one in found.hits} == {"work"}
        assert found.refused == {"private": "the keyring is locked"}
        with pytest.raises(LibraryLocked):
            door.status(dataset="private")


def test_what_is_granted_is_given(here: FakeInstallation, token: str) -> None:
    with open_door(here, token) as door:
        assert door.datasets() == ("work",)
        found = door.search("foundry")
        assert {one.dataset for one in found.hits} == {"work"}
        assert door.entity("Rina Hayami", dataset="work")
        assert door.status(dataset="work") is not None
        assert door.passage("work", 1) is not None
        assert door.source("work", 1) is not None


def test_a_revocation_counts_at_once(here: FakeInstallation) -> None:
    file = agents_of(here)
    token = file.add("passing", here.clock())
    file.grant("passing", "work", frozenset({READ}))
    with open_door(here, token) as door:
        assert door.search("foundry").hits
        file.revoke("passing", here.clock())
        assert not door.search("foundry").hits
        assert door.datasets() == ()
    with pytest.raises(NotAllowed, match="revoked"), open_door(here, token):
        pass
    file.remove("passing")


def test_a_token_lasts_as_long_as_was_said(here: FakeInstallation) -> None:
    file = agents_of(here)
    token = file.add("brief", here.clock(), expires_at=here.clock() + timedelta(microseconds=1))
    with pytest.raises(NotAllowed, match="expired"), open_door(here, token):
        pass
    file.remove("brief")


class WithoutPrivate:
    """The same datasets, but that `private` never was."""

    def __init__(self, datasets: Datasets) -> None:
        self._datasets = datasets

    def names(self) -> tuple[str, ...]:
        return tuple(name for name in self._datasets.names() if name != "private")

    def default(self) -> str:
        return self._datasets.default()

    def get(self, dataset: str) -> Library:
        assert dataset != "private"
        return self._datasets.get(dataset)


def found_by(found: FoundInSeveral) -> object:
    """A search's answer but for how long it took and its number."""
    results = {name: (one.outcome, one.message, one.categories) for name, one in found.results.items()}
    return found.hits, found.outcome, found.refused, results


def answered(answer: Answer | None) -> object:
    return answer and (answer.text, answer.citations, answer.hits, answer.message)


def test_ten_thousand_random_requests_learn_nothing_of_another_dataset(
    here: FakeInstallation, token: str, tmp_path: Path
) -> None:
    """Each is answered just as it would be if the other dataset were not there: by an agent who may read one of two."""
    chance = random.Random(7)
    foreign = ("private", "Private", "../private", "private/", "work,private", "", "nowhere", "private\x00", "personal")
    words = (
        *SECRET,
        "joined",
        "Kobe",
        "*",
        "type:person",
        "in:diary",
        'with:"Wilhelmina Starling"',
        "#1",
        "#2",
        "#9" * 9,
    )

    def dataset() -> str:
        return "work" if chance.random() < 0.03 else chance.choice(foreign)

    def search() -> Callable[[Door], object]:
        text, how = chance.choice(words), chance.choice((Strategy.SYSTEM1, Strategy.FACTS, Strategy.GRAPH))
        named = [dataset() for _ in range(chance.randint(0 if chance.random() < 0.03 else 1, 3))]
        return lambda door: found_by(door.search(text, datasets=named, strategy=how))

    def request() -> Callable[[Door], object]:
        text, name, number = chance.choice(words), dataset(), chance.choice((chance.randint(-5, 40), 2**64))
        requests: tuple[Callable[[Door], object], ...] = (
            lambda door: door.datasets(),
            lambda door: door.entity(text, dataset=name),
            lambda door: door.timeline(text, dataset=name),
            lambda door: door.categories(text, dataset=name),
            lambda door: door.source(name, number),
            lambda door: door.passage(name, number),
            lambda door: door.status(dataset=name),
            lambda door: door.remember("x", dataset=name),
            lambda door: door.forget([number], dataset=name),
            lambda door: answered(door.ask(text, dataset=name)),
        )
        return search() if chance.random() < 0.2 else chance.choice(requests)

    generous = Limits(requests_per_minute=10**9, remembered_per_day=10**9)
    with Pool(here) as pool:
        one, other = (
            door_to(datasets, here, tmp_path, token, EVERYTHING, generous) for datasets in (pool, WithoutPrivate(pool))
        )
        for _ in range(10_000):
            asked = request()
            assert asked(one) == asked(other)
        everything = told([one.search(word).hits for word in words])
        assert not any(secret in everything for secret in SECRET)


def told(answer: object) -> str:
    """All of an answer as text."""

    def plain(value: object) -> object:
        return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)

    return json.dumps(answer, default=plain, ensure_ascii=False)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=12), request_=st.sampled_from(sorted(REQUESTS)))
def test_a_dataset_of_any_name_that_was_not_granted_is_empty(
    here: FakeInstallation, token: str, tmp_path: Path, name: str, request_: str
) -> None:
    door = shut(here, tmp_path, token, EVERYTHING)
    assert REQUESTS[request_](door, name) == REQUESTS[request_](door, "nowhere")
    assert not REQUESTS[request_](door, name)


def test_what_nobody_asked_for_is_not_written_down(here: FakeInstallation, token: str, tmp_path: Path) -> None:
    """A search of all that may be read is no try at what may not."""
    with open_door(here, token) as door:
        before = len(rulings(here))
        door.search("foundry")
        door.datasets()
    assert rulings(here)[before:] == [Ruling.ALLOWED, Ruling.ALLOWED]
    shut(here, tmp_path, token, EVERYTHING).search("foundry")
    (entry,) = Audit(tmp_path / "audit.jsonl").entries()
    assert (entry.dataset, entry.ruling) == ("*", Ruling.NOT_GRANTED)


def test_the_owner_reads_who_asked_for_what_and_no_word_of_it(here: FakeInstallation, token: str) -> None:
    with open_door(here, token) as door:
        door.search("foundry Kobe")
        door.search("zzz", datasets=["private"])
        door.search("zzz", datasets=["Foundry in Kobe"])
    entries = list(audit_of(here).entries())[-3:]
    assert [(entry.agent, entry.operation, entry.dataset, entry.ruling) for entry in entries] == [
        ("claude", "search", "work", Ruling.ALLOWED),
        ("claude", "search", "private", Ruling.NOT_GRANTED),
        ("claude", "search", "?", Ruling.NOT_GRANTED),
    ]
    log = (here.paths.log_dir / "audit.jsonl").read_text(encoding="utf-8")
    assert "foundry" not in log.lower()
    assert "Kobe" not in log


class TestANoteOfAnAgents:
    @pytest.fixture
    def writer(self, here: FakeInstallation) -> Iterator[str]:
        file = agents_of(here)
        given = file.add("scribe", here.clock())
        file.grant("scribe", "work", frozenset({READ, WRITE}))
        yield given
        file.remove("scribe")

    def test_is_found_and_marked_as_its_own(self, here: FakeInstallation, writer: str) -> None:
        with open_door(here, writer, offered=EVERYTHING) as door:
            note = door.remember("Tomas Berg keeps the kiln key.\x1b[31m", title="Kiln", dataset="work")
            assert note is not None
            assert note.uri.startswith("agent:scribe/")
            hit = door.search("kiln key").hits[0].hit
            assert (hit.source_uri, hit.title) == (note.uri, "Kiln")
            assert "\x1b" not in hit.snippet.text

    def test_can_be_forgotten_by_it_and_files_cannot(self, here: FakeInstallation, writer: str) -> None:
        with open_door(here, writer, offered=EVERYTHING) as door:
            note = door.remember("Bells ring at noon.", dataset="work")
            assert note is not None
            assert door.forget([1], dataset="work", dry_run=False) is None
            receipt = door.forget([1, note.source_id], dataset="work", dry_run=False)
            assert receipt is not None
            assert receipt.sources == (note.uri,)

    def test_stays_when_folders_are_looked_at_and_goes_by_its_name(self, here: FakeInstallation, writer: str) -> None:
        with open_door(here, writer, offered=EVERYTHING) as door:
            note = door.remember("The kiln was lit in May 2020.", dataset="work")
        assert note is not None
        with here.open("work") as library:
            library.add([])
            assert library.check() == ()
            sources = library.to_forget([Path(note.uri)])
            assert [source.uri for source in sources] == [note.uri]
            library.forget([source.id for source in sources])

    @pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * 100_001])
    def test_that_is_empty_or_too_long_is_refused(self, here: FakeInstallation, writer: str, text: str) -> None:
        with open_door(here, writer, offered=EVERYTHING) as door, pytest.raises(UsageError):
            door.remember(text, dataset="work")


class TestLimits:
    def test_say_when_to_come_again(self, here: FakeInstallation, token: str) -> None:
        with open_door(here, token, limits=Limits(requests_per_minute=2)) as door:
            door.datasets()
            door.datasets()
            with pytest.raises(RateLimited) as told_off:
                door.datasets()
        assert 0 < told_off.value.retry_after <= 30

    def test_fill_up_again(self) -> None:
        now = 0.0
        bucket = Bucket(10, 60.0, "things", lambda: now)
        bucket.take(10)
        with pytest.raises(RateLimited) as told_off:
            bucket.take()
        assert told_off.value.retry_after == pytest.approx(6.0)
        now = 6.0
        bucket.take()

    def test_hold_for_questions_and_hits(self, here: FakeInstallation, token: str) -> None:
        with open_door(here, token, limits=Limits(question=10, hits=2)) as door:
            with pytest.raises(UsageError, match="at most 10"):
                door.search("x" * 11)
            assert len(door.search("foundry", limit=10_000).hits) <= 2


class TestWhoMayOpenIt:
    def test_without_a_token_the_owner_where_there_is_no_control(self, here: FakeInstallation) -> None:
        with open_door(here, None) as door:
            assert set(door.datasets()) == {"private", "work"}

    def test_nobody_without_a_token_where_there_is(self, tmp_path: Path) -> None:
        configure(tmp_path, '[access]\ncontrol = "on"\n')
        with pytest.raises(NotAllowed, match="needs its token"), open_door(installed_at(tmp_path), None):
            pass

    def test_nobody_with_a_token_that_nobody_has(self, here: FakeInstallation) -> None:
        with pytest.raises(NotAllowed, match="unknown"), open_door(here, "tsz_x"):
            pass

    def test_control_without_authentication_is_refused_by_name(self, tmp_path: Path) -> None:
        configure(tmp_path, '[access]\ncontrol = "on"\nauthentication = "off"\n')
        with pytest.raises(ConfigurationError, match=r"access\.control.*access\.authentication"):
            installed_at(tmp_path).settings  # noqa: B018

    def test_a_token_comes_from_the_environment_or_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "t").write_text("tsz_a\n")
        assert token_given({"TSUZURI_AGENT_TOKEN": "tsz_b"}) == "tsz_b"
        assert token_given({"TSUZURI_AGENT_TOKEN": "tsz_b"}, tmp_path / "t") == "tsz_a"
        assert token_given({}) is None
        (tmp_path / "t").write_text("\n")
        with pytest.raises(UsageError):
            token_given({}, tmp_path / "t")


def test_an_as_of_day_and_an_agent_are_values(here: FakeInstallation, token: str) -> None:
    with open_door(here, token) as door:
        assert door.entity("Rina Hayami", dataset="work", as_of=date(2019, 1, 1))
    assert isinstance(agents_of(here).agents()[0], Agent)
