"""From files to answers with the real embedder, each command a process of its own."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.library.worlds import write_notes


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    folder: Path = tmp_path_factory.mktemp("end-to-end")
    shell = Shell(folder / "home")
    done = shell.run("add", "--no-model", write_notes(folder / "notes"))
    assert done.code == 0, done.err
    return shell


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("the city where she has her home", "foundry.md"),
        ("会社に入った人", "入社.txt"),
        ("鋳造", "入社.txt"),
        ("Lumen", "rumour.txt"),
    ],
)
def test_what_is_meant_is_found_in_both_languages(shell: Shell, words: str, file: str) -> None:
    done = shell.run("search", "--json", words)
    assert done.code == 0, done.err
    assert Path(json.loads(done.out)["result"]["hits"][0]["source_uri"]).name == file


def test_the_status_counts_and_names_the_models(shell: Shell) -> None:
    status = json.loads(shell.run("status", "--json").out)["status"]
    assert status["encrypted"] is True
    assert (status["counts"]["passages"], status["counts"]["vectors"], status["counts"]["pending"]) == (4, 4, 4)
    assert status["embedder"] == "multilingual-e5-small-q4"
    assert status["chat_installed"] is False


def test_an_entity_is_unknown_before_the_model_has_read(shell: Shell) -> None:
    done = shell.run("entity", "Rina Hayami")
    assert (done.code, done.out) == (1, "")


def test_facts_wait_for_the_model_and_say_so(shell: Shell) -> None:
    done = shell.run("search", "--strategy", "facts", "Rina Hayami")
    assert (done.code, "4 passages wait for the model" in done.err) == (1, True)


def test_adding_again_reads_nothing_again(shell: Shell) -> None:
    done = shell.run("add", "--no-model", "--json", shell.home.parent / "notes")
    assert all(one["unchanged"] for one in json.loads(done.out)["report"]["indexed"])
