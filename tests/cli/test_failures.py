"""What can go wrong, through the real command line: one sentence, a way out, the documented exit code, nothing lost."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.shell import Done, Shell
from tests.library.worlds import OTHER_KEY, configure, write_notes
from tsuzuri.child import Child

PLAIN = '[library]\nencryption = "off"\n'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """An encrypted library that has been filled; failures leave it as it is."""
    shell = Shell(tmp_path_factory.mktemp("filled") / "home")
    done = shell.run("add", write_notes(shell.home.parent / "notes"))
    assert done.code == 0, done.err
    return shell


def fails(done: Done, code: int, *words: str) -> None:
    """That it ended with the code, on stderr alone, in a title with its sentence and an indented way out."""
    assert done.code == code, done.err
    assert done.out == ""
    assert "Traceback" not in done.err
    told = [line for line in done.err.splitlines() if not line.startswith(("reading files", "understanding"))]
    assert len(told) == 2, told
    assert told[1].startswith("  ")
    for word in words:
        assert word in done.err


class TestConfiguration:
    def test_an_unknown_key_is_told_with_its_file_and_the_nearest_key(self, shell: Shell, notes: Path) -> None:
        file = configure(shell.home, "[search]\nlimmit = 3\n")
        fails(shell.run("add", notes), 2, "Configuration: ", str(file), "search.limmit", "did you mean search.limit?")
        assert not (shell.home / "data").exists()

    def test_half_a_pair_is_told_with_the_missing_half(self, shell: Shell, notes: Path) -> None:
        configure(shell.home, '[chat]\nmodel = "qwen2.5-coder-0.5b-instruct-q4_k_m"\n')
        fails(shell.run("add", notes), 2, "embedder.model is not", 'model = "multilingual-e5-small-q4"')

    def test_what_is_not_toml_is_told_with_its_line(self, shell: Shell) -> None:
        configure(shell.home, "[search\n")
        fails(shell.run("status"), 2, "config.toml is not valid TOML", "line 1")

    def test_an_unknown_variable_is_told(self, tmp_path: Path) -> None:
        shell = Shell(tmp_path, more={"TSUZURI_SEARCH__LIMMIT": "3"})
        fails(shell.run("status"), 2, "TSUZURI_SEARCH__LIMMIT")

    def test_as_json_it_is_a_document_too(self, shell: Shell) -> None:
        configure(shell.home, "[search]\nlimmit = 3\n")
        done = shell.run("status", "--json")
        assert done.code == 2
        assert json.loads(done.out)["schema"] == 1
        assert "search.limmit" in json.loads(done.out)["error"]["message"]


class TestKey:
    def test_missing_for_a_library_that_is_there(self, filled: Shell) -> None:
        file = filled.home / "data" / "personal.tsuzuri"
        before = file.read_bytes()
        for words in (["status"], ["search", "foundry"], ["add"], ["entity", "Rina"]):
            fails(Shell(filled.home, key="").run(*words), 4, "The library is locked", "TSUZURI_KEY")
        assert file.read_bytes() == before

    def test_missing_for_a_new_library(self, tmp_path: Path, notes: Path) -> None:
        done = Shell(tmp_path / "home", key="").run("add", notes)
        fails(done, 4, "no keyring", "TSUZURI_KEY", "terminal", 'library.encryption = "off"')
        assert list((tmp_path / "home" / "data").glob("*.tsuzuri")) == []

    def test_other_than_the_librarys(self, filled: Shell) -> None:
        fails(Shell(filled.home, key=OTHER_KEY).run("search", "foundry"), 4, "The library is locked: The key does not")
        assert filled.run("search", "--lexical", "foundry").code == 0

    def test_as_json_it_is_a_document_too(self, filled: Shell) -> None:
        done = Shell(filled.home, key="").run("status", "--json")
        assert done.code == 4
        assert json.loads(done.out)["error"]["title"] == "The library is locked"


class TestEncryption:
    def test_is_on_by_default(self, filled: Shell) -> None:
        stored = (filled.home / "data" / "personal.tsuzuri").read_bytes()
        assert not stored.startswith(b"SQLite format 3")
        assert b"Alder Foundry" not in stored
        assert "personal, encrypted" in filled.run("status").out

    def test_is_off_where_the_settings_say_so(self, tmp_path: Path, notes: Path) -> None:
        configure(tmp_path, PLAIN)
        shell = Shell(tmp_path, key="")
        assert shell.run("add", "--no-model", notes).code == 0
        assert (tmp_path / "data" / "personal.tsuzuri").read_bytes().startswith(b"SQLite format 3")
        assert "personal, not encrypted" in shell.run("status").out


class TestFiles:
    def test_a_path_that_is_not_there_is_3_and_the_others_are_taken(self, shell: Shell, notes: Path) -> None:
        done = shell.run("add", "--no-model", notes / "nowhere.txt", notes / "rumour.txt")
        assert done.code == 3
        assert f"not reached: {notes / 'nowhere.txt'}: no such file or directory" in done.err
        assert "1 file: 1 new" in done.out
        assert shell.run("search", "--lexical", "Lumen").code == 0

    def test_a_link_to_nothing_is_3(self, shell: Shell, tmp_path: Path) -> None:
        link = tmp_path / "link.txt"
        link.symlink_to(tmp_path / "gone.txt")
        done = shell.run("add", "--no-model", link)
        assert (done.code, "not reached" in done.err) == (3, True)

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
    def test_one_that_may_not_be_read_is_told_and_the_others_are_taken(self, shell: Shell, notes: Path) -> None:
        (notes / "rumour.txt").chmod(0)
        done = shell.run("add", "--no-model", notes)
        assert done.code == 0
        assert f"not read: {notes / 'rumour.txt'}: it cannot be opened: Permission denied" in done.err
        assert "3 files: 2 new" in done.out

    def test_a_broken_pdf_is_told_and_the_others_are_taken(self, shell: Shell, notes: Path) -> None:
        (notes / "broken.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40)
        done = shell.run("add", "--no-model", notes)
        assert done.code == 0
        assert f"not read: {notes / 'broken.pdf'}: " in done.err
        assert "4 files: 3 new (4 passages), 1 not read" in done.out
        assert "Traceback" not in done.err


def test_a_missing_chat_model_leaves_its_part_for_later(shell: Shell, notes: Path) -> None:
    done = shell.run("add", notes)
    assert done.code == 0
    assert "the model's part waits: " in done.err
    assert "download it with: tsuzuri models pull" in done.err
    assert "4 passages wait for the model" in done.out
    assert shell.run("search", "--lexical", "foundry").code == 0
    assert shell.run("add").code == 3


def test_a_second_writer_waits_for_the_first_and_says_so(filled: Shell, tmp_path: Path) -> None:
    lock = filled.home / "data" / "personal.lock"
    notes = tmp_path / "notes"
    write_notes(notes)
    (notes / "new.txt").write_text("The kiln was lit.", encoding="utf-8")
    with Child("tests.obedient_child") as other:
        other.send(b"hold " + os.fsencode(lock))
        other.receive(20.0)
        with filled.start("add", "--no-model", notes) as adding:
            assert adding.stderr is not None
            while "by another process" not in adding.stderr.readline():
                assert adding.poll() is None
            assert filled.run("search", "--lexical", "foundry").code == 0
            other.close()
            adding.communicate(timeout=60)
            assert adding.returncode == 0
    assert filled.run("search", "--lexical", "kiln").code == 0


def test_a_full_disk_loses_nothing_and_the_same_command_goes_on(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "notes"
    configure(home, PLAIN)
    folder.mkdir()
    for n in range(12):
        rooms = "\n\n".join(f"Room {n}.{k} of the mill held {n * k + 7} sacks of rye." for k in range(12))
        (folder / f"{n:02}.md").write_text(rooms, encoding="utf-8")
    shell = Shell(home)
    assert shell.run("status").code == 0
    pages = (home / "data" / "personal.tsuzuri").stat().st_size // 4096
    # SQLite's own ceiling on the pages of a file: for what writes it is the same as a disk without room.
    program = (
        "import apsw, sys; from tsuzuri.cli.main import main; "
        f"apsw.connection_hooks.append(lambda connection: connection.pragma('max_page_count', {pages + 2})); "
        "raise SystemExit(main(sys.argv[1:]))"
    )
    done = shell.run("add", "--no-model", folder, program=("-c", program))
    fails(done, 3, "The disk is full: ", "free some space and try again")
    kept = json.loads(shell.run("status", "--json").out)["status"]["counts"]
    assert kept["sources"] == 12
    assert kept["passages"] > 0
    assert "library: personal is sound" in shell.run("doctor").out
    again = shell.run("add", "--no-model", folder, "--json")
    assert again.code == 0
    report = json.loads(again.out)
    assert 0 < report["report"]["unchanged"] < 12
    assert report["counts"]["passages"] > kept["passages"]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, notes: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where a folder should be")
    fails(Shell(home).run("add", "--no-model", notes), 3, str(home), "Not a directory")


def test_a_library_that_is_none_is_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "personal.tsuzuri").write_bytes(b"a letter to nobody, which is no database" * 50)
    fails(Shell(tmp_path).run("status"), 3, "The library cannot be read", "backup")


def test_a_name_that_is_no_datasets_is_told(shell: Shell) -> None:
    fails(shell.run("status", "--in", "../elsewhere"), 2, "cannot be the name of a dataset")
