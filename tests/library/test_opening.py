"""From an installation to an open library: which folder, which key, which models, and what is made on first use."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.library.worlds import KEY, OTHER_KEY, FakeInstallation, NoKeyringHere, configure, installed_at
from tsuzuri.core.errors import ConfigurationError, LibraryBusy, LibraryDamaged, LibraryLocked, UsageError
from tsuzuri.library.lock import writer_lock
from tsuzuri.library.opening import DEMO, Installation
from tsuzuri.models.tuning import Tuning
from tsuzuri.paths import Paths

SQLITE = b"SQLite format 3\x00"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def head(file: Path) -> bytes:
    return file.read_bytes()[: len(SQLITE)]


def real(home: Path, **environ: str) -> Installation:
    return Installation(Paths.default({"TSUZURI_HOME": str(home)}), environ, keyring=NoKeyringHere())


class TestEncryption:
    def test_is_on_by_default(self, home: Path) -> None:
        here = installed_at(home)
        with here.open() as library:
            assert library.status().encrypted
        assert head(here.library_path("personal")) != SQLITE
        assert here.in_clear("personal") is False

    def test_is_off_where_the_settings_say_so(self, home: Path) -> None:
        configure(home, '[library]\nencryption = "off"\n')
        here = installed_at(home)
        with here.open() as library:
            assert not library.status().encrypted
        assert head(here.library_path("personal")) == SQLITE
        assert here.in_clear("personal") is True

    def test_of_an_existing_file_is_read_off_the_file(self, home: Path) -> None:
        installed_at(home).open().close()
        configure(home, '[library]\nencryption = "off"\n')
        with installed_at(home).open() as library:
            assert library.status().encrypted
        with installed_at(home).open("work") as library:
            assert not library.status().encrypted
        configure(home, "")
        with installed_at(home).open("work") as library:
            assert not library.status().encrypted

    def test_the_demo_needs_none_and_no_key(self, home: Path) -> None:
        here = installed_at(home, {})
        with here.open(DEMO) as library:
            assert not library.status().encrypted
        assert head(here.library_path(DEMO)) == SQLITE

    def test_a_passphrase_will_do(self, home: Path) -> None:
        installed_at(home, {"TSUZURI_KEY": "correct horse"}).open().close()
        installed_at(home, {"TSUZURI_KEY": "correct horse"}).open().close()
        with pytest.raises(LibraryLocked, match="the passphrase is not that of"):
            installed_at(home, {"TSUZURI_KEY": "wrong horse"}).open()


class TestWithoutItsKey:
    def test_a_library_is_not_made(self, home: Path) -> None:
        here = installed_at(home, {})
        with pytest.raises(LibraryLocked, match="no keyring") as locked:
            here.open()
        for way in ("TSUZURI_KEY", "keyring", "terminal", 'encryption = "off"'):
            assert way in locked.value.hint
        assert not here.library_path("personal").exists()
        assert here.in_clear("personal") is None

    def test_a_library_is_not_opened(self, home: Path) -> None:
        installed_at(home).open().close()
        with pytest.raises(LibraryLocked):
            installed_at(home, {}).open()

    def test_or_with_another_key_it_stays_as_it_is(self, home: Path) -> None:
        here = installed_at(home)
        here.open().close()
        before = here.library_path("personal").read_bytes()
        with pytest.raises(LibraryLocked, match="does not open"):
            installed_at(home, {"TSUZURI_KEY": OTHER_KEY}).open()
        assert here.library_path("personal").read_bytes() == before
        here.open().close()


class TestMaking:
    def test_is_for_one_process_at_a_time(self, home: Path) -> None:
        here = installed_at(home)
        with writer_lock(here.library_path("personal")), pytest.raises(LibraryBusy):
            here.open()
        assert not here.library_path("personal").exists()

    def test_is_not_hindered_by_an_empty_file_from_a_run_that_was_broken_off(self, home: Path) -> None:
        here = installed_at(home)
        here.paths.data_dir.mkdir(parents=True)
        here.library_path("personal").touch()
        assert here.in_clear("personal") is None
        with here.open() as library:
            assert library.check() == ()

    def test_comes_after_the_settings_have_been_checked(self, home: Path) -> None:
        configure(home, '[library]\nencryption = "off"\n').with_name("ontology.toml").write_text("[[")
        here = installed_at(home)
        with pytest.raises(ConfigurationError, match=r"ontology\.toml"):
            here.open()
        assert not here.paths.data_dir.exists()

    def test_is_not_waited_for_by_who_opens_what_is_there(self, home: Path) -> None:
        here = installed_at(home)
        here.open().close()
        with writer_lock(here.library_path("personal")), here.open() as library:
            assert library.counts().sources == 0


class TestDatasets:
    def test_each_is_a_file_of_its_own(self, home: Path) -> None:
        here = installed_at(home)
        here.open("work").close()
        here.open("home-2").close()
        assert sorted(file.name for file in here.paths.data_dir.glob("*.tsuzuri")) == ["home-2.tsuzuri", "work.tsuzuri"]

    def test_the_usual_one_is_named_by_the_settings(self, home: Path) -> None:
        configure(home, '[library]\ndataset = "work"\n')
        with installed_at(home).open() as library:
            assert library.status().dataset == "work"

    @pytest.mark.parametrize("name", ["../elsewhere", "/tmp/x", "My Files", ".hidden", "日記", "x" * 65])
    def test_a_name_that_cannot_be_a_files_is_refused(self, home: Path, name: str) -> None:
        with pytest.raises(UsageError, match="cannot be the name of a dataset") as refused:
            installed_at(home).open(name)
        assert "lower-case" in refused.value.hint
        assert not home.exists()

    def test_another_programs_file_is_refused(self, home: Path) -> None:
        here = installed_at(home)
        here.paths.data_dir.mkdir(parents=True)
        here.library_path("personal").write_bytes(b"a letter to nobody, which is no database" * 50)
        with pytest.raises(LibraryDamaged, match="not a library"):
            here.open()


class TestOntology:
    def test_is_the_shipped_one_with_the_persons_own(self, home: Path) -> None:
        here = installed_at(home)
        assert here.ontology() == here.shipped_ontology()
        configure(home, "")
        here.own_ontology.write_text('mode = "closed"\nkeep = ["lives_in"]\n', encoding="utf-8")
        assert [relation.name for relation in here.ontology().relations] == ["lives_in"]
        assert here.ontology().closed
        here.open().close()

    def test_its_mistakes_are_told(self, home: Path) -> None:
        configure(home, "").with_name("ontology.toml").write_text("relation = []\n", encoding="utf-8")
        with pytest.raises(ConfigurationError, match="relation"):
            installed_at(home).open()


class TestModels:
    def test_are_those_of_the_settings_and_no_process_runs_yet(self, home: Path) -> None:
        models = real(home).models()
        assert models.chat is not None
        assert models.chat_name.startswith("qwen")
        assert not models.chat_installed
        assert models.embedder.space.model == "multilingual-e5-small-q4"
        assert not (home / "logs").exists()

    def test_cost_no_more_than_the_settings_say(self, home: Path) -> None:
        assert (real(home).models().budget.tokens_per_day, real(home).models().max_write_llm_calls) == (None, 3)
        configure(home, "[chat]\ntokens_per_day = 5000\nmax_write_llm_calls = 1\n")
        assert (real(home).models().budget.tokens_per_day, real(home).models().max_write_llm_calls) == (5000, 1)

    @pytest.mark.parametrize(
        "setting", ["enabled = false", 'model = ""\n[embedder]\nmodel = "multilingual-e5-small-q4"']
    )
    def test_a_chat_model_may_be_left_out(self, home: Path, setting: str) -> None:
        configure(home, f"[chat]\n{setting}\n")
        models = real(home).models()
        assert (models.chat, models.chat_name, models.chat_installed) == (None, "", False)

    def test_one_that_is_not_in_the_table_is_refused_with_the_nearest(self, home: Path) -> None:
        configure(home, '[chat]\nmodel = "qwen2.5-coder"\n[embedder]\nmodel = "multilingual-e5-small-q4"\n')
        with pytest.raises(ConfigurationError, match=r"no chat model 'qwen2\.5-coder'") as refused:
            real(home).models()
        assert "qwen2.5-coder-" in refused.value.hint

    def test_an_embedder_that_nothing_runs_is_refused_with_the_usual_one(self, home: Path) -> None:
        configure(
            home,
            '[chat]\nmodel = "qwen2.5-coder-1.5b-instruct-q4_k_m"\n[embedder]\nmodel = "qwen3-embedding-0.6b-q8_0"\n',
        )
        with pytest.raises(ConfigurationError, match="cannot embed yet") as refused:
            real(home).open()
        assert "multilingual-e5-small-q4" in refused.value.hint
        assert not (home / "data").exists()

    def test_threads_of_the_settings_win(self, home: Path) -> None:
        configure(home, "[chat]\nthreads = 7\n")
        here = real(home)
        assert here.tuning(here.catalogue.models[0]) == Tuning(threads=7)

    def test_a_persons_table_adds_to_ours(self, home: Path) -> None:
        configure(home, "").with_name("models.toml").write_text(
            '[[model]]\nid = "mine"\nkind = "chat"\nruntime = "llama.cpp"\nfile = "mine.gguf"\nbytes = 1\n'
            f'sha256 = "{"0" * 64}"\nlicence = "MIT"\ncontext = 2048\nmemory_mb = 1\n'
            '[[model.source]]\ntype = "file"\npath = "/nowhere/mine.gguf"\n',
            encoding="utf-8",
        )
        assert real(home).catalogue.get("mine").context == 2048


def test_the_keyring_and_the_environment_come_in_as_arguments(home: Path) -> None:
    here = FakeInstallation(Paths.default({"TSUZURI_HOME": str(home)}), {"TSUZURI_KEY": KEY})
    assert here.keys.library_key("personal", create=False) == bytes.fromhex(KEY)
    assert replace(here, environ={"TSUZURI_KEY": OTHER_KEY}).keys.library_key("x", create=False) != bytes.fromhex(KEY)
