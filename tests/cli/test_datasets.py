"""`tsuzuri datasets`, and a search in several of them, as a person meets them."""

import json
from pathlib import Path

import pytest

from tests.library.file_keyring import FileKeyring
from tests.library.worlds import FakeInstallation, configure, installed_at, write_notes
from tsuzuri.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    home = tmp_path / "home"
    home.mkdir()
    return installed_at(home, {}, keyring=FileKeyring(home / "keyring.json"))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


def run(here: FakeInstallation, capsys: Capture, *words: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(word) for word in words], here=here)
    told = capsys.readouterr()
    return code, told.out, told.err


def listed(here: FakeInstallation, capsys: Capture) -> dict[str, dict[str, object]]:
    _, out, _ = run(here, capsys, "datasets", "--json")
    return {one["name"]: one for one in json.loads(out)["datasets"]}


def test_without_any_the_way_to_the_first_is_told(here: FakeInstallation, capsys: Capture) -> None:
    code, out, err = run(here, capsys, "datasets")
    assert (code, out) == (1, "")
    assert "tsuzuri add PATH" in err


def test_the_list_says_what_each_holds_and_how_it_is_kept(here: FakeInstallation, capsys: Capture, notes: Path) -> None:
    for words in (["create", "work"], ["create", "open", "--in-clear"], ["create", "old"], ["archive", "old"]):
        assert run(here, capsys, "datasets", *words)[0] == 0
    run(here, capsys, "add", "--in", "personal", notes)
    _, out, _ = run(here, capsys, "datasets")
    lines = {line[2:].split()[0]: line for line in out.splitlines()}
    assert list(lines) == ["old", "open", "personal", "work"]
    assert "archived" in lines["old"]
    assert "NOT ENCRYPTED" in lines["open"]
    assert lines["personal"].startswith("*")
    assert "3 sources, " in lines["personal"]
    assert " passages, " in lines["personal"]
    assert "key available" in lines["work"]


def test_a_key_that_is_gone_is_a_state_and_no_error(here: FakeInstallation, capsys: Capture) -> None:
    run(here, capsys, "datasets", "create", "work")
    here.keys.forget("work")
    code, out, _ = run(here, capsys, "datasets")
    assert code == 0
    assert "key missing" in out
    assert "there is no key for it" in out


def test_another_name_tells_what_still_goes_by_the_former_one(tmp_path: Path, capsys: Capture) -> None:
    configure(tmp_path, '[library]\ndataset = "work"\n[datasets.work.chat]\nthreads = 1\n')
    here = installed_at(tmp_path)
    run(here, capsys, "datasets", "create", "work")
    (tmp_path / "config" / "ontology.work.toml").write_text("", encoding="utf-8")
    code, _, err = run(here, capsys, "datasets", "rename", "work", "acme")
    assert code == 0
    for told in ("datasets.work", "library.dataset", "ontology.work.toml", "work is acme now"):
        assert told in err
    assert list(listed(here, capsys)) == ["acme"]


class TestDeleting:
    def test_is_not_done_without_a_word_for_it(self, here: FakeInstallation, capsys: Capture) -> None:
        run(here, capsys, "datasets", "create", "work")
        code, _, err = run(here, capsys, "datasets", "delete", "work")
        assert code == 2
        assert "--yes" in err
        assert list(listed(here, capsys)) == ["work"]

    def test_leaves_a_receipt(self, here: FakeInstallation, capsys: Capture, notes: Path) -> None:
        run(here, capsys, "add", "--in", "work", notes)
        code, out, err = run(here, capsys, "datasets", "delete", "work", "--yes")
        assert code == 0
        assert out.startswith("gone: work: 3 sources, ")
        assert "its key is forgotten" in err
        assert "recovery phrase" in err
        assert listed(here, capsys) == {}

    def test_leaves_a_receipt_as_a_document(self, here: FakeInstallation, capsys: Capture) -> None:
        run(here, capsys, "datasets", "create", "work")
        _, out, _ = run(here, capsys, "datasets", "delete", "work", "--yes", "--json")
        receipt = json.loads(out)["receipt"]
        assert (receipt["name"], receipt["counts"]["sources"]) == ("work", 0)
        assert [Path(file).name for file in receipt["files"]] == ["work.tsuzuri"]

    def test_of_one_that_is_not_there_is_a_slip(self, here: FakeInstallation, capsys: Capture) -> None:
        assert run(here, capsys, "datasets", "delete", "work", "--yes")[0] == 2


def test_moving_tells_what_moved_and_what_is_still_to_do(here: FakeInstallation, capsys: Capture, notes: Path) -> None:
    run(here, capsys, "add", "--in", "home", notes)
    run(here, capsys, "watch", "add", "--in", "home", notes)
    run(here, capsys, "datasets", "create", "work")
    code, out, err = run(here, capsys, "datasets", "move", notes, "--from", "home", "--to", "work")
    assert (code, out) == (0, "moved: 3 files from home to work\n")
    assert f"watched from work now: {notes}" in err
    assert "tsuzuri add --in work" in err
    code, out, _ = run(here, capsys, "datasets", "move", notes, "--from", "home", "--to", "work")
    assert (code, out) == (2, "")


class TestASearch:
    @pytest.fixture(autouse=True)
    def two(self, here: FakeInstallation, capsys: Capture, notes: Path) -> None:
        for name in ("one", "two"):
            run(here, capsys, "add", "--in", name, notes)

    @pytest.mark.parametrize("where", [["--in", "one", "--in", "two"], ["--in", "one,two"], ["--all"]])
    def test_in_several_shows_where_each_hit_is_from(
        self, here: FakeInstallation, capsys: Capture, where: list[str]
    ) -> None:
        code, out, _ = run(here, capsys, "search", *where, "foundry")
        assert code == 0
        assert "one · foundry.md" in out
        assert "two · foundry.md" in out
        _, out, _ = run(here, capsys, "search", *where, "foundry", "--limit", "2", "--json")
        assert [one["dataset"] for one in json.loads(out)["hits"]] == ["one", "two"]

    def test_goes_on_without_one_that_is_locked(self, here: FakeInstallation, capsys: Capture) -> None:
        here.keys.forget("one")
        code, out, err = run(here, capsys, "search", "--all", "foundry")
        assert code == 0
        assert "two · foundry.md" in out
        assert "one: there is no key" in err

    def test_in_one_that_is_not_there_is_a_slip(self, here: FakeInstallation, capsys: Capture) -> None:
        code, _, err = run(here, capsys, "search", "--in", "one,tow", "foundry")
        assert code == 2
        assert "there is no dataset tow" in err

    def test_is_the_only_thing_that_is_done_in_several(self, here: FakeInstallation, capsys: Capture) -> None:
        with pytest.raises(SystemExit) as refused:
            main(["ask", "--in", "one", "--in", "two", "who?"], here=here)
        assert refused.value.code == 2
        assert "only search looks in several datasets" in capsys.readouterr().err
