"""Settings come from a file and the environment; whatever does not fit is named, with the way out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.settings.loading import Settings, load_settings


def write(folder: Path, text: str) -> Path:
    (folder / "config.toml").write_text(text)
    return folder


def refused(folder: Path, **environ: str) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(folder, environ)
    return caught.value


def test_without_file_and_environment_all_is_default(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert settings == Settings()
    assert settings.library.dataset == "personal"
    assert settings.library.encryption == "on"
    assert settings.embedder.model == "multilingual-e5-small-q4"


def test_the_file_is_read(tmp_path: Path) -> None:
    write(tmp_path, '[library]\ndataset = "work"\n[search]\nlimit = 20\n')
    settings = load_settings(tmp_path, {})
    assert (settings.library.dataset, settings.search.limit) == ("work", 20)


def test_the_environment_wins_key_by_key(tmp_path: Path) -> None:
    write(tmp_path, '[library]\ndataset = "work"\nencryption = "off"\n')
    library = load_settings(tmp_path, {"TSUZURI_LIBRARY__DATASET": "home"}).library
    assert (library.dataset, library.encryption) == ("home", "off")


def test_variables_are_converted_and_empty_ones_do_not_count(tmp_path: Path) -> None:
    environ = {"TSUZURI_READING__TIMEOUT_S": "7.5", "TSUZURI_CHAT__ENABLED": "false", "TSUZURI_SEARCH__LIMIT": ""}
    settings = load_settings(tmp_path, environ)
    assert settings.reading.timeout_s == 7.5
    assert not settings.chat.enabled
    assert settings.search.limit == 10


def test_variables_that_are_no_settings_are_left_alone(tmp_path: Path) -> None:
    assert load_settings(tmp_path, {"TSUZURI_HOME": "/somewhere", "TSUZURI_KEY": "x", "PATH": "/bin"}) == Settings()


def test_an_unknown_key_names_file_key_and_the_nearest(tmp_path: Path) -> None:
    error = refused(write(tmp_path, '[library]\ndatset = "work"\n'))
    assert str(tmp_path / "config.toml") in error.message
    assert "library.datset" in error.message
    assert error.hint == "did you mean library.dataset?"


def test_an_unknown_section_names_the_nearest(tmp_path: Path) -> None:
    assert refused(write(tmp_path, "[serch]\nlimit = 3\n")).hint == "did you mean search?"
    assert "library, chat, embedder" in refused(write(tmp_path, "[zzz]\n")).hint


def test_an_unknown_variable_is_named(tmp_path: Path) -> None:
    error = refused(tmp_path, TSUZURI_SERCH__LIMIT="3")
    assert "TSUZURI_SERCH__LIMIT" in error.message
    assert error.hint == "did you mean search?"
    error = refused(tmp_path, TSUZURI_SEARCH__LIMT="3")
    assert "TSUZURI_SEARCH__LIMT" in error.message
    assert error.hint == "did you mean search.limit?"


def test_a_malformed_value_names_where_it_stands_and_what_it_means(tmp_path: Path) -> None:
    error = refused(write(tmp_path, "[search]\nlimit = 0\n"))
    assert "config.toml: search.limit:" in error.message
    assert "How many hits" in error.hint
    assert "TSUZURI_SEARCH__LIMIT: search.limit:" in refused(tmp_path, TSUZURI_SEARCH__LIMIT="many").message


@pytest.mark.parametrize("text", ["library = 3\n", "[library]\nencryption = false\n", '[library]\ndataset = "../x"\n'])
def test_values_of_a_wrong_kind_are_refused(tmp_path: Path, text: str) -> None:
    assert "library" in refused(write(tmp_path, text)).message


def test_a_refused_value_is_not_repeated(tmp_path: Path) -> None:
    error = refused(write(tmp_path, '[interface]\ntheme = "hunter2"\n'))
    assert "hunter2" not in error.message + error.hint


def test_broken_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert "line 2" in refused(write(tmp_path, "[library]\ndataset = \n")).message


def test_a_file_that_is_not_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe\x00")
    assert "not valid TOML" in refused(tmp_path).message


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ('[chat]\nmodel = "some-chat"\n', "embedder.model is not"),
        ('[embedder]\nmodel = "some-embedder"\n', "chat.model is not"),
    ],
)
def test_half_a_pair_of_models_names_the_missing_half(tmp_path: Path, text: str, missing: str) -> None:
    error = refused(write(tmp_path, text))
    assert missing in error.message
    assert "model = " in error.hint


def test_a_pair_of_models_may_come_from_both_places(tmp_path: Path) -> None:
    write(tmp_path, '[chat]\nmodel = ""\n')
    settings = load_settings(tmp_path, {"TSUZURI_EMBEDDER__MODEL": "some-embedder"})
    assert (settings.chat.model, settings.embedder.model) == ("", "some-embedder")


@pytest.mark.parametrize(
    "text", ['api_key = "x"\n', '[chat]\napi_key = "x"\n', '[library]\npassphrase = "x"\n', '[hub]\ntoken = "x"\n']
)
def test_a_secret_in_the_file_is_refused_with_the_way_out(tmp_path: Path, text: str) -> None:
    error = refused(write(tmp_path, text))
    assert "secret" in error.message
    assert "TSUZURI_KEY" in error.hint
    assert "keyring" in error.hint


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        Settings().search.limit = 3


def sections() -> Iterator[tuple[str, type[BaseModel]]]:
    for name, field in Settings.model_fields.items():
        yield name, type(field.default)


@pytest.mark.parametrize(("name", "section"), list(sections()))
def test_every_setting_is_described(name: str, section: type[BaseModel]) -> None:
    assert all(field.description for field in section.model_fields.values())
    assert section.model_config.get("extra") == "forbid"
