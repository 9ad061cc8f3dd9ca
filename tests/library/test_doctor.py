"""The doctor looks at everything, says what is wrong, and how to mend it."""

from pathlib import Path

import pytest

from tests.library.worlds import OTHER_KEY, FakeInstallation, configure, installed_at, write_notes
from tsuzuri.library.doctor import Finding, Health, examine
from tsuzuri.models.catalogue import ModelKind
from tsuzuri.models.protocol import Seen
from tsuzuri.models.tuning import Measured, Tuning

CHECKS = [
    "settings",
    "runtime",
    "chat model",
    "speed",
    "embedder",
    "key",
    "files",
    "agents",
    "disk",
    "folders",
    "library",
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def findings(here: FakeInstallation, dataset: str = "", *, gpu: bool = False) -> dict[str, Finding]:
    return {finding.check: finding for finding in examine(here, dataset, look=lambda: Seen("0.3", gpu))}


def test_every_check_is_made_and_whatever_is_bad_has_a_way_out(home: Path) -> None:
    found = findings(installed_at(home))
    assert list(found) == CHECKS
    assert all(finding.message for finding in found.values())
    assert all(finding.hint for finding in found.values() if finding.health is Health.BAD)


def test_a_new_installation_lacks_only_the_chat_model(home: Path) -> None:
    found = findings(installed_at(home))
    assert [name for name, finding in found.items() if finding.health is Health.BAD] == ["chat model"]
    assert "tsuzuri models pull" in found["chat model"].hint
    assert "defaults" in found["settings"].message
    assert "tsuzuri add" in found["library"].hint
    assert not home.exists()


def test_a_chat_model_that_was_cut_short_is_not_taken_for_whole(home: Path) -> None:
    configure(home, '[chat]\nmodel = "mine"\n[embedder]\nmodel = "multilingual-e5-small-q4"\n').with_name(
        "models.toml"
    ).write_text(
        '[[model]]\nid = "mine"\nkind = "chat"\nruntime = "llama.cpp"\nfile = "mine.gguf"\nbytes = 4\n'
        f'sha256 = "{"0" * 64}"\nlicence = "MIT"\ncontext = 2048\nmemory_mb = 1\n'
        '[[model.source]]\ntype = "file"\npath = "/nowhere/mine.gguf"\n',
        encoding="utf-8",
    )
    here = installed_at(home)
    here.paths.models_dir.mkdir(parents=True)
    (here.paths.models_dir / "mine.gguf").write_bytes(b"GGU")
    assert "not on this machine" in findings(here)["chat model"].message
    (here.paths.models_dir / "mine.gguf").write_bytes(b"GGUF")
    found = findings(here)["chat model"]
    assert (found.health, "pull --again" in found.hint) == (Health.BAD, True)


def test_a_chat_model_may_be_left_out(home: Path) -> None:
    configure(home, "[chat]\nenabled = false\n")
    found = findings(installed_at(home))
    assert found["chat model"].health is Health.NOTE
    assert str(home / "config" / "config.toml") in found["settings"].message


@pytest.mark.parametrize(
    ("settings", "gpu", "told"),
    [
        ("", False, "no GPU"),
        ("", True, "the GPU has all layers"),
        ("gpu_layers = 0", True, "the GPU is not used"),
        ("gpu_layers = 8", True, "the GPU has 8 layers"),
    ],
)
def test_the_runtime_says_what_the_gpu_does(home: Path, settings: str, gpu: bool, told: str) -> None:
    configure(home, f"[chat]\n{settings}\n")
    found = findings(installed_at(home), gpu=gpu)["runtime"]
    assert (found.health, told in found.message) == (Health.GOOD, True)


def test_layers_for_a_gpu_that_is_not_there_are_a_mistake(home: Path) -> None:
    configure(home, "[chat]\ngpu_layers = 8\n")
    found = findings(installed_at(home))["runtime"]
    assert (found.health, "chat.gpu_layers" in found.hint) == (Health.BAD, True)


def test_the_speed_of_the_chat_model_is_as_it_was_measured(home: Path) -> None:
    here = installed_at(home)
    before = findings(here)["speed"]
    assert (before.health, "tsuzuri models bench" in before.hint) == (Health.NOTE, True)
    model = here.catalogue.get(here.settings.chat.model, ModelKind.CHAT)
    here.measurements(model).keep_best([Measured(Tuning(2, 4), 80.0, 21.5)])
    after = findings(here)["speed"].message
    assert after == "80 tokens a second read, 21.5 written on 2 threads, 4 passages at once"


def test_a_mistake_in_the_settings_does_not_stop_what_does_not_need_them(home: Path) -> None:
    configure(home, "[chat]\nmodle = 1\n")
    found = findings(installed_at(home))
    assert list(found) == CHECKS
    assert (found["settings"].health, found["disk"].health) == (Health.BAD, Health.GOOD)
    assert "chat.model" in found["settings"].hint


def test_a_library_is_read_through(home: Path, tmp_path: Path) -> None:
    here = installed_at(home)
    with here.open() as library:
        library.add([write_notes(tmp_path / "notes")])
    found = findings(here)
    assert (found["library"].health, found["key"].health) == (Health.GOOD, Health.GOOD)
    assert "3 sources, 4 facts" in found["library"].message


def test_a_library_that_is_damaged_is_told(home: Path, tmp_path: Path) -> None:
    here = installed_at(home)
    with here.open() as library:
        library.add([write_notes(tmp_path / "notes")])
    file = here.library_path("personal")
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    file.write_bytes(whole)
    assert findings(here)["library"].health is Health.BAD


class TestKey:
    def test_missing_for_a_library_that_needs_one(self, home: Path) -> None:
        installed_at(home).open().close()
        found = findings(installed_at(home, {}))
        assert (found["key"].health, "TSUZURI_KEY" in found["key"].hint) == (Health.NOTE, True)
        assert found["library"].health is Health.BAD

    def test_wrong_for_the_library(self, home: Path) -> None:
        installed_at(home).open().close()
        found = findings(installed_at(home, {"TSUZURI_KEY": OTHER_KEY}))
        assert (found["key"].health, found["library"].health) == (Health.GOOD, Health.BAD)

    def test_not_needed_by_a_library_in_clear(self, home: Path) -> None:
        installed_at(home, {}).open("demo").close()
        found = findings(installed_at(home, {}), "demo")
        assert "needs no key" in found["key"].message
        assert found["library"].health is Health.GOOD

    def test_missing_before_there_is_a_library(self, home: Path) -> None:
        found = findings(installed_at(home, {}))
        assert (found["key"].health, "no keyring" in found["key"].message) == (Health.NOTE, True)
