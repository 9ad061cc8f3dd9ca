"""The models of an installation: what is told of each, what is chosen, and one that is brought in another process."""

import sys
import threading
from pathlib import Path

import pytest

from tests.library.worlds import installed_at
from tsuzuri.core.errors import ConfigurationError, FetchFailed, UsageError
from tsuzuri.library.models_here import ModelView, bench, fetch_apart, listed, use
from tsuzuri.library.opening import Installation
from tsuzuri.library.preferences import Preferences
from tsuzuri.pipeline.progress import Progress

DEFAULT = "qwen2.5-coder-1.5b-instruct-q4_k_m"
OTHER = "qwen2.5-coder-0.5b-instruct-q4_k_m"
E5 = "multilingual-e5-small-q4"


@pytest.fixture
def here(tmp_path: Path) -> Installation:
    return installed_at(tmp_path / "home")


def view(here: Installation, model_id: str) -> ModelView:
    return next(one for one in listed(here) if one.id == model_id)


def test_each_is_told_with_what_it_needs_and_whether_it_is_in_use(here: Installation) -> None:
    default, e5 = view(here, DEFAULT), view(here, E5)
    assert (default.kind, default.chosen, default.begun, default.installed) == ("chat", True, True, False)
    assert default.bytes > 10**9
    assert "ja" in default.languages
    assert (e5.bytes, e5.installed, e5.unusable) == (0, True, "")
    assert view(here, "bge-reranker-v2-m3-q8_0").unusable


def test_another_is_in_use_from_the_next_start_on(here: Installation) -> None:
    assert here.settings.chat.model == DEFAULT
    assert use(here, OTHER) == (OTHER, E5)
    assert [(view(here, id_).chosen, view(here, id_).begun) for id_ in (DEFAULT, OTHER)] == [
        (False, True),
        (True, False),
    ]


def test_one_that_the_environment_outdoes_is_told(tmp_path: Path) -> None:
    names = {"TSUZURI_CHAT__MODEL": DEFAULT, "TSUZURI_EMBEDDER__MODEL": E5}
    with pytest.raises(ConfigurationError, match="written down and not in use"):
        use(installed_at(tmp_path / "home", environ=names), OTHER)


def test_what_nothing_can_use_is_not_chosen(here: Installation) -> None:
    with pytest.raises(ConfigurationError):
        use(here, "bge-reranker-v2-m3-q8_0")


def test_only_a_chat_model_is_measured(here: Installation) -> None:
    with pytest.raises(UsageError):
        bench(here, E5, print)


class TestBringingOneHere:
    def test_runs_a_command_of_its_own(self, here: Installation, tmp_path: Path) -> None:
        told = tmp_path / "told"
        code = f"import sys, pathlib; pathlib.Path({str(told)!r}).write_text(sys.argv[1])"
        assert fetch_apart(here, OTHER, print, lambda: False, command=[sys.executable, "-c", code])
        assert told.read_text() == OTHER

    def test_says_why_it_did_not_come(self, here: Installation) -> None:
        code = "import sys; print('No source: gone\\n', file=sys.stderr); sys.exit(3)"
        with pytest.raises(FetchFailed, match="No source: gone"):
            fetch_apart(here, OTHER, print, lambda: False, command=[sys.executable, "-c", code])

    def test_tells_how_far_it_is_and_is_stopped(self, here: Installation) -> None:
        folder = here.paths.models_dir
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{OTHER}.gguf.part").write_bytes(b"x" * 1000)
        heard: list[Progress] = []
        stop = threading.Event()

        def hear(progress: Progress) -> None:
            heard.append(progress)
            stop.set()

        code = "import signal; signal.pause()"
        assert not fetch_apart(here, OTHER, hear, stop.is_set, command=[sys.executable, "-c", code])
        assert (heard[0].done, heard[0].total) == (1000, view(here, OTHER).bytes)

    def test_needs_no_process_where_it_comes_with_its_package(self, here: Installation) -> None:
        with pytest.raises(UsageError):
            fetch_apart(here, E5, print, lambda: False)


class TestPreferences:
    def test_say_how_the_dataset_lies_on_the_disk(self, here: Installation) -> None:
        here.open().close()
        file = Preferences(here, "").dataset()
        assert (file.name, file.encrypted, file.key, file.origin) == ("personal", True, "available", "environment")
        assert file.bytes == file.path.stat().st_size > 0

    def test_keep_the_colours_and_what_else_stands_in_the_file(self, here: Installation) -> None:
        preferences = Preferences(here, "")
        preferences.file.parent.mkdir(parents=True, exist_ok=True)
        preferences.file.write_text("# mine\n[search]\nlimit = 5\n", encoding="utf-8")
        preferences.choose_theme("light")
        text = preferences.file.read_text(encoding="utf-8")
        assert text.startswith("# mine\n[search]\nlimit = 5\n")
        assert 'theme = "light"' in text

    def test_do_not_write_where_a_section_is_none(self, here: Installation) -> None:
        preferences = Preferences(here, "")
        preferences.file.parent.mkdir(parents=True, exist_ok=True)
        preferences.file.write_text("interface = 3\n", encoding="utf-8")
        with pytest.raises(ConfigurationError, match="interface is no section"):
            preferences.choose_theme("light")
