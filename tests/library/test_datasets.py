"""Datasets are apart from each other, can be named, put away and deleted, and files move between them without loss."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.shell import ROOT
from tests.library.file_keyring import FileKeyring
from tests.library.worlds import FakeInstallation, configure, installed_at, write_notes
from tsuzuri.core.access import Permission
from tsuzuri.core.errors import ConfigurationError, LibraryBusy, LibraryLocked, UsageError
from tsuzuri.core.results import Outcome
from tsuzuri.library import datasets
from tsuzuri.library.access.entrance import agents_of
from tsuzuri.library.pool import Pool
from tsuzuri.library.several import opened, search_several


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    (tmp_path / "home").mkdir()
    return installed_at(tmp_path / "home", {}, keyring=FileKeyring(tmp_path / "keyring.json"))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


def filled(here: FakeInstallation, name: str, notes: Path) -> None:
    with here.open(name) as library:
        library.add([notes])


def facts(here: FakeInstallation, name: str) -> list[str]:
    with here.open_existing(name) as library:
        assert library.check() == ()
        return [fact.statement for fact in library.all_facts().items]


def files(here: FakeInstallation) -> list[str]:
    return sorted(path.name for path in here.paths.data_dir.glob("[!.]*"))


def granted(here: FakeInstallation) -> dict[str, list[str]]:
    return {agent.name: [grant.dataset for grant in agent.grants] for agent in agents_of(here).agents()}


def key_of(here: FakeInstallation, name: str) -> bytes:
    return here.keys.library_key(name, create=False)


def test_each_has_a_file_and_a_key_of_its_own(here: FakeInstallation) -> None:
    for name in ("work", "home"):
        datasets.create(here, name)
    assert [one.name for one in datasets.listed(here)] == ["home", "work"]
    assert all((one.encrypted, one.key) == (True, "available") for one in datasets.listed(here))
    assert key_of(here, "work") != key_of(here, "home")


def test_one_in_clear_is_made_deliberately_and_says_so(here: FakeInstallation) -> None:
    datasets.create(here, "open", in_clear=True)
    assert [(one.encrypted, one.key) for one in datasets.listed(here)] == [(False, "")]


def test_one_in_clear_needs_no_keyring(tmp_path: Path) -> None:
    here = installed_at(tmp_path, {})
    datasets.create(here, "open", in_clear=True)
    with pytest.raises(LibraryLocked):
        datasets.create(here, "closed")
    assert [(one.name, one.problem) for one in datasets.listed(here)] == [("open", "")]


def test_a_file_that_a_death_has_left_empty_is_no_dataset(here: FakeInstallation) -> None:
    datasets.create(here, "work")
    (here.paths.data_dir / "home.tsuzuri").touch()
    (here.paths.data_dir / "gone.tsuzuri").symlink_to("nowhere")
    assert [one.name for one in datasets.listed(here)] == ["work"]
    datasets.create(here, "home")
    assert datasets.names(here) == ("home", "work")


def test_one_with_a_passphrase_is_listed_without_asking_for_it(tmp_path: Path) -> None:
    datasets.create(installed_at(tmp_path, {"TSUZURI_KEY": "correct horse"}), "work")

    def ask(new: bool) -> str:
        raise AssertionError(f"asked for a passphrase ({new=})")

    (one,) = datasets.listed(replace(installed_at(tmp_path, {}), prompt=ask))
    assert (one.key, one.counts, one.problem) == ("locked", None, "its key is locked")


def test_one_whose_key_is_gone_is_listed_with_that(here: FakeInstallation, tmp_path: Path) -> None:
    datasets.create(here, "work")
    (tmp_path / "keyring.json").unlink()
    (one,) = datasets.listed(here)
    assert (one.key, one.counts) == ("missing", None)
    assert "no key" in one.problem


@pytest.mark.parametrize("name", ["", "../x", "Work", "a b", "x" * 65])
def test_a_name_that_is_none_is_refused(here: FakeInstallation, name: str) -> None:
    with pytest.raises(UsageError):
        datasets.create(here, name)


def test_another_name_keeps_everything(here: FakeInstallation, notes: Path) -> None:
    filled(here, "work", notes)
    before = facts(here, "work")
    datasets.rename(here, "work", "acme")
    assert datasets.names(here) == ("acme",)
    assert facts(here, "acme") == before
    assert files(here) == ["acme.lock", "acme.tsuzuri"]
    assert (here.keys.state("work"), here.keys.state("acme")) == ("missing", "available")


def test_another_name_keeps_a_passphrase_and_the_copies_of_an_earlier_time(tmp_path: Path, notes: Path) -> None:
    here = installed_at(tmp_path, {"TSUZURI_KEY": "correct horse"})
    filled(here, "work", notes)
    (here.paths.data_dir / "work.tsuzuri.version-8").write_bytes(b"an older schema")
    datasets.archive(here, "work")
    datasets.rename(here, "work", "acme")
    assert files(here) == ["acme.archived", "acme.lock", "acme.salt", "acme.tsuzuri", "acme.tsuzuri.version-8"]
    datasets.unarchive(here, "acme")
    assert facts(here, "acme")


def test_what_agents_may_do_goes_with_a_name_and_ends_with_a_dataset(here: FakeInstallation) -> None:
    datasets.create(here, "work")
    agents = agents_of(here)
    for agent, dataset in (("one", "work"), ("one", "acme"), ("two", "acme"), ("two", "home")):
        if agent not in {known.name for known in agents.agents()}:
            agents.add(agent, here.clock())
        agents.grant(agent, dataset, frozenset({Permission.READ}))
    datasets.rename(here, "work", "acme")
    assert granted(here) == {"one": ["acme"], "two": ["home"]}
    datasets.delete(here, "acme")
    assert granted(here) == {"one": [], "two": ["home"]}


def test_a_name_whose_key_is_of_another_library_is_refused(here: FakeInstallation) -> None:
    for name in ("work", "acme"):
        datasets.create(here, name)
    (here.paths.data_dir / "acme.tsuzuri").unlink()
    with pytest.raises(UsageError, match="a key by the name of acme"):
        datasets.rename(here, "work", "acme")
    here.open_existing("work").close()


def test_a_name_that_is_taken_is_refused(here: FakeInstallation) -> None:
    for name in ("work", "acme"):
        datasets.create(here, name)
    with pytest.raises(UsageError, match="already"):
        datasets.rename(here, "work", "acme")


def test_one_that_is_put_away_is_not_opened_until_it_is_taken_out(here: FakeInstallation, notes: Path) -> None:
    filled(here, "work", notes)
    datasets.archive(here, "work")
    assert datasets.names(here) == ()
    with pytest.raises(UsageError, match="archived"):
        here.open_existing("work")
    with pytest.raises(UsageError, match="archived"):
        here.open("work")
    datasets.unarchive(here, "work")
    assert facts(here, "work")


def test_deleting_leaves_no_file_and_no_key_and_a_receipt(here: FakeInstallation, notes: Path) -> None:
    filled(here, "work", notes)
    datasets.create(here, "other")
    (here.paths.data_dir / "work.tsuzuri.version-8").write_bytes(b"an older schema")
    receipt = datasets.delete(here, "work")
    assert receipt.counts is not None
    assert receipt.counts.sources == 3
    assert files(here) == ["other.lock", "other.tsuzuri"]
    assert here.keys.state("work") == "missing"
    assert here.keys.state("other") == "available"


def test_one_without_a_key_and_an_archived_one_can_be_deleted_too(here: FakeInstallation, tmp_path: Path) -> None:
    for name in ("work", "home"):
        datasets.create(here, name)
    datasets.archive(here, "work")
    datasets.delete(here, "work")
    (tmp_path / "keyring.json").unlink()
    assert datasets.delete(here, "home").counts is None
    assert files(here) == []


def test_an_archived_one_that_is_open_elsewhere_is_not_deleted(here: FakeInstallation, notes: Path) -> None:
    filled(here, "work", notes)
    with here.open("work") as library:
        library.counts()
        datasets.archive(here, "work")
        with pytest.raises(LibraryBusy, match="open elsewhere"):
            datasets.delete(here, "work")
    datasets.unarchive(here, "work")
    assert facts(here, "work")


@pytest.mark.parametrize("deed", ["rename", "delete", "restore"])
def test_a_death_at_any_file_operation_loses_nothing_and_the_same_again_ends_it(tmp_path: Path, deed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.library.dataset_job", str(tmp_path), deed],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'app'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(one["died"] for one in found) > 5
    either, end = {
        "rename": ((["work"], ["acme"]), ["acme"]),
        "delete": ((["work"], []), []),
        "restore": ((["work"],), ["work"]),
    }[deed]
    for one in found:
        assert one["whole"] in either
        assert (one["in the end"], one["names"]) == (end, end)


@pytest.mark.parametrize(
    "change", [datasets.delete, datasets.archive, lambda here, name: datasets.rename(here, name, "b")]
)
def test_one_that_is_kept_by_a_process_is_left_alone(here: FakeInstallation, notes: Path, change: object) -> None:
    assert callable(change)
    filled(here, "work", notes)
    with here.open("work") as library, library.keep(), pytest.raises(LibraryBusy):
        change(here, "work")
    assert facts(here, "work")


def test_one_that_is_open_elsewhere_is_not_deleted(here: FakeInstallation, notes: Path) -> None:
    filled(here, "work", notes)
    with here.open("work") as library:
        library.counts()
        with pytest.raises(LibraryBusy, match="open elsewhere"):
            datasets.delete(here, "work")
    assert facts(here, "work")


def test_files_move_with_all_that_they_say_and_with_their_watching(here: FakeInstallation, notes: Path) -> None:
    filled(here, "personal", notes)
    datasets.create(here, "work")
    with here.open("personal") as library:
        library.folders.add(notes, poll=True)
    moved = datasets.move(here, [notes], "personal", "work")
    assert len(moved.sources) == 3
    assert moved.refused == ()
    assert facts(here, "personal") == []
    with here.open("work") as library:
        library.add([])
        assert [root.path for root in library.folders.roots()] == [str(notes)]
        assert library.counts().sources == 3
    assert facts(here, "work")


def test_files_move_there_and_back(here: FakeInstallation, notes: Path) -> None:
    filled(here, "personal", notes)
    before = facts(here, "personal")
    datasets.create(here, "work")
    with here.open("personal") as library:
        library.folders.add(notes, poll=True)
    datasets.move(here, [notes / "foundry.md"], "personal", "work")
    with here.open("personal") as library, library.keep():
        assert library.counts().sources == 2
    moved = datasets.move(here, [notes / "foundry.md"], "work", "personal")
    assert (len(moved.sources), moved.watched) == (1, ())
    with here.open("personal") as library:
        library.add([])
    assert sorted(facts(here, "personal")) == sorted(before)
    assert facts(here, "work") == []


def test_a_folder_that_cannot_be_watched_from_there_moves_nothing(here: FakeInstallation, notes: Path) -> None:
    filled(here, "personal", notes)
    (notes / "inner").mkdir()
    for name, folder in (("personal", notes), ("work", notes / "inner")):
        with here.open(name) as library:
            library.folders.add(folder, poll=True)
    with pytest.raises(UsageError, match="holds"):
        datasets.move(here, [notes], "personal", "work")
    with here.open("work") as library:
        assert library.counts().sources == 0
    assert facts(here, "personal")


def test_nothing_moves_while_one_of_them_is_kept(here: FakeInstallation, notes: Path) -> None:
    filled(here, "personal", notes)
    datasets.create(here, "work")
    with here.open("personal") as library, library.keep(), pytest.raises(LibraryBusy, match="personal is kept"):
        datasets.move(here, [notes], "personal", "work")
    with here.open("work") as library:
        assert library.counts().sources == 0


def test_a_file_that_is_gone_from_the_disk_stays_where_it_is(here: FakeInstallation, notes: Path) -> None:
    filled(here, "personal", notes)
    datasets.create(here, "work")
    (notes / "foundry.md").unlink()
    moved = datasets.move(here, [notes], "personal", "work")
    assert moved.refused == (str(notes / "foundry.md"),)
    assert facts(here, "personal")


class TestASearchOverSeveral:
    def test_finds_in_each_and_says_in_which(self, here: FakeInstallation, notes: Path) -> None:
        for name in ("one", "two"):
            filled(here, name, notes)
        with Pool(here) as pool:
            found = search_several({name: pool.get(name) for name in pool.names()}, "foundry", limit=4)
        assert {one.dataset for one in found.hits} == {"one", "two"}
        assert len(found.hits) == 4
        assert found.outcome is Outcome.FOUND

    def test_tells_which_cannot_be_opened_and_asks_the_others(self, here: FakeInstallation, notes: Path) -> None:
        for name in ("one", "two"):
            filled(here, name, notes)
        here.keys.forget("one")
        with Pool(here) as pool:
            libraries, refused = opened(pool.names(), pool.get)
            found = search_several(libraries, "foundry", refused=refused)
        assert {one.dataset for one in found.hits} == {"two"}
        assert list(found.refused) == ["one"]

    def test_refuses_one_that_is_not_there(self, here: FakeInstallation) -> None:
        with Pool(here) as pool, pytest.raises(UsageError, match="there is no dataset"):
            opened(["tow"], pool.get)

    def test_shares_the_models_of_datasets_with_equal_settings(self, here: FakeInstallation, notes: Path) -> None:
        for name in ("one", "two"):
            filled(here, name, notes)
        with Pool(here) as pool:
            one, two = pool.get("one"), pool.get("two")
            assert pool.get("one") is one
            assert one is not two

    def test_of_which_one_is_put_away_leaves_it_out(self, here: FakeInstallation, notes: Path) -> None:
        for name in ("one", "two"):
            filled(here, name, notes)
        datasets.archive(here, "two")
        with Pool(here) as pool:
            assert pool.names() == ("one",)
            with pytest.raises(UsageError, match="archived"):
                pool.get("two")


class TestSettingsOfADataset:
    def test_stand_key_by_key_over_the_general_ones(self, tmp_path: Path) -> None:
        configure(tmp_path, "[chat]\ntokens_per_day = 5\nthreads = 2\n[datasets.work.chat]\ntokens_per_day = 7\n")
        settings = installed_at(tmp_path).settings
        assert (settings.of("work").chat.tokens_per_day, settings.of("work").chat.threads) == (7, 2)
        assert settings.of("home").chat.tokens_per_day == 5

    def test_reach_its_library(self, tmp_path: Path) -> None:
        configure(tmp_path, "[datasets.work.chat]\ntokens_per_day = 7\n")
        with installed_at(tmp_path).open("work") as library:
            assert library.status().tokens_per_day == 7

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("[datasets.work.chat]\ntoken_per_day = 7\n", "datasets.work.chat.token_per_day"),
            ("[datasets.work.library]\nencryption = 'off'\n", "datasets.work.library"),
            ("[datasets.'My Work'.chat]\nthreads = 1\n", "My Work"),
            ("[datasets]\nwork = 1\n", "datasets.work"),
            ("datasets = 1\n", "datasets is no table"),
            ("[datasets.work.chat]\nmodel = 'x'\n", "datasets.work.chat.model is set"),
        ],
    )
    def test_that_are_wrong_are_named(self, tmp_path: Path, text: str, complaint: str) -> None:
        configure(tmp_path, text)
        with pytest.raises(ConfigurationError, match=complaint):
            installed_at(tmp_path).settings  # noqa: B018

    def test_may_have_an_ontology_of_its_own(self, tmp_path: Path) -> None:
        configure(tmp_path, "")
        (tmp_path / "config" / "ontology.work.toml").write_text(
            '[[relations]]\nname = "tends"\ndescription = "looks after"\ndomain = ["person"]\nrange = ["thing"]\n'
            'cardinality = "many"\nlasting = true\n'
        )
        here = installed_at(tmp_path)
        assert "tends" in {relation.name for relation in here.ontology(dataset="work").relations}
        assert "tends" not in {relation.name for relation in here.ontology(dataset="home").relations}
