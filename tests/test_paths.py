"""Folders follow the platform, or one variable."""

from pathlib import Path

import pytest

from tsuzuri.paths import Paths, shipped


def test_one_home_holds_everything(tmp_path: Path) -> None:
    paths = Paths.default({"TSUZURI_HOME": str(tmp_path)})
    assert paths == Paths(
        config_dir=tmp_path / "config",
        data_dir=tmp_path / "data",
        cache_dir=tmp_path / "cache",
        log_dir=tmp_path / "logs",
        models_dir=tmp_path / "cache" / "models",
    )


def test_models_can_lie_elsewhere(tmp_path: Path) -> None:
    paths = Paths.default({"TSUZURI_HOME": str(tmp_path / "a"), "TSUZURI_MODELS_DIR": str(tmp_path / "shared")})
    assert paths.models_dir == tmp_path / "shared"
    assert paths.cache_dir == tmp_path / "a" / "cache"


def test_without_a_home_the_platform_decides() -> None:
    paths = Paths.default({"TSUZURI_HOME": ""})
    assert all("tsuzuri" in str(folder) for folder in (paths.config_dir, paths.data_dir, paths.log_dir))
    assert paths.models_dir == paths.cache_dir / "models"


def test_a_relative_home_is_made_absolute() -> None:
    assert Paths.default({"TSUZURI_HOME": "here"}).data_dir == Path.cwd() / "here" / "data"


def test_a_tilde_is_the_persons_home() -> None:
    assert Paths.default({"TSUZURI_HOME": "~/t"}).data_dir == Path.home() / "t" / "data"


def test_shipped_files_lie_at_the_top_of_a_checkout() -> None:
    assert shipped("models.toml").is_file()


def test_shipped_files_lie_inside_an_installed_package(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "tsuzuri"
    (package / "shipped" / "assets").mkdir(parents=True)
    (package / "shipped" / "assets" / "sample.txt").write_text("sample")
    assert shipped("assets/sample.txt", package).read_text() == "sample"


def test_a_file_that_is_not_shipped_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.toml"):
        shipped("nothing.toml", tmp_path / "app" / "tsuzuri")
