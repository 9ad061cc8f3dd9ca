"""Each command on an installation whose models answer at once: what goes to stdout, to stderr, and the exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.worlds import KEY, FakeInstallation, configure, installed_at, write_notes
from tsuzuri.cli.main import main
from tsuzuri.core.results import SCHEMA
from tsuzuri.models.chat import LlamaChat
from tsuzuri.models.tuning import Tuning
from tsuzuri.store.sqlite.connect import unlock


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_notes(tmp_path_factory.mktemp("cli") / "notes")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, notes: Path) -> FakeInstallation:
    """A library that has been filled; commands that only read share it."""
    here = installed_at(tmp_path_factory.mktemp("filled"))
    with here.open() as library:
        library.add([notes])
    return here


@pytest.fixture
def empty(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one JSON document on stdout."""
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["schema"] == SCHEMA
    return found


def alter(here: FakeInstallation, statement: str) -> None:
    """Change the rows of a library behind its back."""
    connection = unlock(here.library_path("personal"), bytes.fromhex(KEY))
    connection.execute(statement)
    connection.close()


class TestAdd:
    def test_tells_what_was_taken_in(
        self, empty: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["add", str(notes)], here=empty) == 0
        out, err = capsys.readouterr()
        assert out.splitlines() == [
            "3 files: 3 new (4 passages), 0 not read",
            "4 passages understood: 4 facts, 1 lines refused, 0 passages set aside",
            "the library holds 3 sources, 4 passages, 7 entities, 4 facts; 0 passages wait for the model",
        ]
        assert "reading files: 3 of 3" in err

    def test_again_finds_nothing_new(
        self, filled: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["add", str(notes)], here=filled) == 0
        assert capsys.readouterr().out.startswith("3 files: 0 new (0 passages), 0 not read\nthe library holds")

    def test_in_two_steps(self, empty: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["add", "--no-model", str(notes)], here=empty) == 0
        assert "4 passages wait for the model" in capsys.readouterr().out
        assert main(["add"], here=empty) == 0
        assert "4 passages understood" in capsys.readouterr().out

    def test_without_anything_to_do_is_not_understood(
        self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["add", "--no-model"], here=empty) == 2
        assert "name a file or a folder" in capsys.readouterr().err

    def test_tells_what_was_not_read(
        self, empty: FakeInstallation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        broken = tmp_path / "broken.pdf"
        broken.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40)
        assert main(["add", str(broken)], here=empty) == 0
        out, err = capsys.readouterr()
        assert out.startswith("1 file: 0 new (0 passages), 1 not read")
        assert f"not read: {broken}: " in err

    def test_as_json(self, empty: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["add", "--json", str(notes)], here=empty) == 0
        found = document(capsys)
        assert found["report"]["understood"] == {
            "passages": 4,
            "facts": 4,
            "refused": 1,
            "set_aside": 0,
            "duplicates": 0,
            "sentences_left_out": 0,
            "sentences_set_aside": 0,
            "tokens_read": 40,
            "tokens_written": 40,
            "verdicts": {"accepted": 4, "mapped": 0, "open": 0, "quarantined": 0, "rejected": 0},
            "restarts": 0,
            "ended": "",
        }
        assert [Path(one["path"]).name for one in found["report"]["indexed"]] == [
            "foundry.md",
            "rumour.txt",
            "入社.txt",
        ]
        assert found["counts"]["facts"] == 4

    def test_without_its_model_the_models_part_waits(
        self, tmp_path: Path, notes: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        missing = LlamaChat("tiny", tmp_path / "none.gguf", Tuning(1))
        here = installed_at(tmp_path / "home", chat=missing, chat_installed=False)
        assert main(["add", str(notes)], here=here) == 0
        out, err = capsys.readouterr()
        assert "4 passages wait for the model" in out
        assert "the model's part waits" in err
        assert "tsuzuri models pull" in err
        assert main(["search", "foundry"], here=here) == 0
        assert main(["add"], here=here) == 3


class TestSearch:
    def test_shows_hits_with_their_sentence_and_place(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["search", "Serrat", "bell"], here=filled) == 0
        out = capsys.readouterr().out
        assert "The bell for Serrat was cast twice." in out
        assert "foundry.md, " in out

    def test_shows_when_a_fact_was_true(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "--strategy", "facts", "速水", "里奈"], here=filled) == 0
        out = capsys.readouterr().out
        assert "2019" in out
        assert "入社.txt" in out

    def test_that_finds_nothing_is_1(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "--lexical", "zebra"], here=filled) == 1
        out, err = capsys.readouterr()
        assert (out, "nothing in the library matches" in err) == ("", True)

    def test_of_an_empty_library_says_how_to_begin(
        self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["search", "zebra"], here=empty) == 1
        assert "tsuzuri add" in capsys.readouterr().err

    @pytest.mark.parametrize("words", ["[/", "NEAR(", "a AND", '"', "会", "東京", "x" * 10_000, "--", "\u200b"])
    def test_words_are_never_commands(
        self, filled: FakeInstallation, words: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["search", "--", words], here=filled) in (0, 1)

    def test_as_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "--json", "foundry"], here=filled) == 0
        result = document(capsys)["result"]
        assert result["outcome"] == "found"
        assert result["strategy_used"] == "system1"
        assert {"kind", "snippet", "source_uri", "locator", "said", "valid"} <= result["hits"][0].keys()
        assert main(["search", "--json", "--lexical", "zebra"], here=filled) == 1
        assert document(capsys)["result"]["outcome"] == "empty"

    def test_shows_no_more_than_the_limit(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        configure(tmp_path, "[search]\nlimit = 2\n")
        here = installed_at(tmp_path)
        with here.open() as library:
            library.add([write_notes(tmp_path / "notes")])
        assert main(["search", "--json", "joined"], here=here) == 0
        assert len(document(capsys)["result"]["hits"]) == 2
        assert main(["search", "--json", "--limit", "1", "joined"], here=here) == 0
        assert len(document(capsys)["result"]["hits"]) == 1

    def test_both_routes_keep_the_limit(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "--json", "--strategy", "dual", "--limit", "1", "who joined"], here=filled) == 0
        assert len(document(capsys)["result"]["hits"]) == 1

    def test_tells_its_steps_when_asked(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "--trace", "foundry"], here=filled) == 0
        err = capsys.readouterr().err
        assert "passage: " in err
        assert " ms" in err

    def test_with_options_that_leave_nothing_is_not_understood(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["search", "--lexical", "--strategy", "chunks_semantic", "x"], here=filled) == 2
        assert "leave out one of the two" in capsys.readouterr().err


class TestEntity:
    def test_shows_all_that_is_known(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["entity", "rina", "hayami"], here=filled) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "Rina Hayami (person)"
        assert any("Rina Hayami joined Alder Foundry (2021-05)  foundry.md" in line for line in lines)
        assert any("Rina Hayami lives in Kobe  foundry.md" in line for line in lines)
        assert any("mentioned in foundry.md" in line for line in lines)

    def test_on_a_day(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["entity", "Rina Hayami", "--as-of", "2020-01-01"], here=filled) == 0
        out = capsys.readouterr().out
        assert "lives in" in out
        assert "joined Alder Foundry (" not in out

    def test_that_is_unknown_is_1(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["entity", "Nobody Atall"], here=filled) == 1
        assert capsys.readouterr() == ("", "nothing in the library is called Nobody Atall\n")

    def test_as_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["entity", "Alder Foundry", "--json"], here=filled) == 0
        (card,) = document(capsys)["entities"]
        assert card["entity"]["name"] == "Alder Foundry"
        assert card["facts"][0]["fact"]["relation"] == "joined"
        assert main(["entity", "Nobody Atall", "--json"], here=filled) == 1
        assert document(capsys)["entities"] == []


class TestStatus:
    def test_tells_what_there_is(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["status"], here=filled) == 0
        out = capsys.readouterr().out
        assert "dataset    personal, encrypted" in out
        assert "facts      4; 1 lines in quarantine" in out
        assert "chat model fake-model 0\n" in out

    def test_of_another_dataset_is_another(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        filled.open("work").close()
        assert main(["--in", "work", "status"], here=filled) == 0
        assert "dataset    work, encrypted\nsources    0," in capsys.readouterr().out

    def test_of_a_dataset_that_is_not_there_makes_none(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for words in (["status"], ["search", "tea"], ["entity", "Mika"]):
            assert main(["--in", "wrok", *words], here=filled) == 2
            assert "there is no dataset wrok" in capsys.readouterr().err
        assert not filled.library_path("wrok").exists()

    def test_as_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["status", "--json"], here=filled) == 0
        status = document(capsys)["status"]
        assert (status["dataset"], status["encrypted"], status["counts"]["sources"]) == ("personal", True, 3)

    def test_says_where_the_chat_model_is_missing(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["status"], here=installed_at(tmp_path, chat_installed=False)) == 0
        assert "not usable here; see: tsuzuri doctor" in capsys.readouterr().out


class TestDoctor:
    def test_prints_every_finding_and_fails_where_one_is_bad(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["doctor"], here=filled) == 3
        out = capsys.readouterr().out
        assert "BAD  chat model: " in out
        assert "ok   library: personal is sound" in out

    def test_is_content_where_all_is_well(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        configure(tmp_path, "[chat]\nenabled = false\n")
        code = main(["doctor"], here=installed_at(tmp_path))
        bad = [line for line in capsys.readouterr().out.splitlines() if line.startswith("BAD")]
        # The runtime is an extra, which need not be installed.
        assert [line for line in bad if not line.startswith("BAD  runtime")] == []
        assert code == (3 if bad else 0)

    def test_as_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["doctor", "--json"], here=filled) == 3
        findings = document(capsys)["findings"]
        assert {finding["health"] for finding in findings} <= {"good", "note", "bad"}

    def test_facts_are_compared_with_their_sources(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["doctor", "--facts"], here=filled) == 0
        out, err = capsys.readouterr()
        assert out == "ok   4 facts with 4 pieces of evidence: all stand in their sources word for word\n"
        assert "checking facts: 4 of 4" in err
        assert "facts a second" in err
        assert main(["doctor", "--facts", "--json"], here=filled) == 0
        told = document(capsys)
        assert told["checked"] == {"facts": 4, "evidence": 4, "bound": 0, "failed": 0}
        assert told["failures"] == []

    def test_a_fact_that_its_source_does_not_state_is_named(
        self, empty: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with empty.open() as library:
            library.add([notes])
        alter(empty, "UPDATE evidence SET object_end = object_end - 1 WHERE fact_id = 1")
        assert main(["doctor", "--facts"], here=empty) == 3
        first, last = capsys.readouterr().out.splitlines()
        assert first.startswith("BAD  fact 1, Rina Hayami joined Alder Foundry: the object 'Alder Foundry' is not")
        assert last.endswith("1 do not stand in their sources")
        assert main(["doctor", "--facts", "--json"], here=empty) == 3
        assert [failure["id"] for failure in document(capsys)["failures"]] == [1]


class TestDemo:
    def test_fills_a_library_in_clear_and_says_so(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        here = installed_at(tmp_path, {})
        assert main(["demo"], here=here) == 0
        out, err = capsys.readouterr()
        assert "not encrypted" in err
        assert 'try: tsuzuri search --in demo "' in out
        assert here.in_clear("demo") is True
        assert main(["demo", "--no-model", "--json"], here=here) == 0
        assert document(capsys)["counts"]["sources"] > 10


class TestModels:
    def test_are_listed_with_those_in_use(self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["models"], here=empty) == 0
        lines = capsys.readouterr().out.splitlines()
        used = [line.split()[1] for line in lines if line.startswith("*")]
        assert used == [empty.settings.chat.model, empty.settings.embedder.model]
        assert main(["models", "list"], here=empty) == 0
        assert capsys.readouterr().out.splitlines() == lines

    def test_as_json(self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["models", "--json"], here=empty) == 0
        models = {model["id"]: model for model in document(capsys)["models"]}
        assert models["multilingual-e5-small-q4"]["installed"]
        assert not models[empty.settings.chat.model]["installed"]

    def test_use_writes_the_pair(self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["models", "use", "qwen2.5-coder-0.5b-instruct-q4_k_m"], here=empty) == 0
        assert "tsuzuri models pull qwen2.5-coder-0.5b-instruct-q4_k_m" in capsys.readouterr().err
        again = installed_at(empty.paths.data_dir.parent)
        assert again.settings.chat.model == "qwen2.5-coder-0.5b-instruct-q4_k_m"
        assert again.settings.embedder.model == "multilingual-e5-small-q4"

    @pytest.mark.parametrize("model", ["qwen3-embedding-0.6b-q8_0", "bge-reranker-v2-m3-q8_0", "qwen2.5-codr"])
    def test_use_refuses_what_cannot_be_used(
        self, empty: FakeInstallation, model: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["models", "use", model], here=empty) == 2
        assert capsys.readouterr().err.count("\n") == 2
        assert not (empty.paths.config_dir / "config.toml").exists()

    def test_pull_of_what_comes_with_its_package_is_not_understood(
        self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["models", "pull", "multilingual-e5-small-q4"], here=empty) == 2
        assert "needs no download" in capsys.readouterr().err

    def test_pull_puts_a_file_in_place(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        import hashlib

        file = tmp_path / "mine.gguf"
        file.write_bytes(b"GGUF")
        configure(tmp_path / "home", "").with_name("models.toml").write_text(
            '[[model]]\nid = "mine"\nkind = "chat"\nruntime = "llama.cpp"\nfile = "mine.gguf"\nbytes = 4\n'
            f'sha256 = "{hashlib.sha256(b"GGUF").hexdigest()}"\nlicence = "MIT"\ncontext = 2048\nmemory_mb = 1\n'
            f'[[model.source]]\ntype = "file"\npath = "{file}"\n',
            encoding="utf-8",
        )
        here = installed_at(tmp_path / "home")
        assert main(["models", "pull", "mine"], here=here) == 0
        assert capsys.readouterr().out == "mine is here and verified\n"
        assert (here.paths.models_dir / "mine.gguf").read_bytes() == b"GGUF"
        assert main(["models", "pull", "mine", "--json"], here=here) == 0
        assert document(capsys)["model"] == "mine"

    def test_bench_needs_a_chat_model_that_is_here(
        self, empty: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["models", "bench", "multilingual-e5-small-q4"], here=empty) == 2
        assert main(["models", "bench"], here=empty) == 3
        assert "tsuzuri models pull" in capsys.readouterr().err


def test_the_interface_needs_a_terminal(empty: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], here=empty) == 2
    assert "tsuzuri --help" in capsys.readouterr().err


class TestBudget:
    def test_that_is_used_up_is_told_with_the_day_on_which_the_model_goes_on(
        self, tmp_path: Path, notes: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        configure(tmp_path / "home", "[chat]\ntokens_per_day = 1\n")
        here = installed_at(tmp_path / "home")
        with here.open() as library:
            library.add([notes])
        more = tmp_path / "more.txt"
        more.write_text("Ida Brook joined Lumen Works in May 2021.", encoding="utf-8")
        assert main(["add", str(more)], here=here) == 0
        assert "1 tokens a day are used up; it goes on at 20" in capsys.readouterr().err
        assert main(["status"], here=here) == 0
        out = capsys.readouterr().out
        assert "80 of 1 tokens used today; it goes on at 20" in out
        assert "1 wait for the model (about " in out
