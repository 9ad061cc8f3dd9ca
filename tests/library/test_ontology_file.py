"""The ontology's file: read whole, or refused with the place of its first mistake."""

from pathlib import Path

import pytest

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.core.ontology import VALUE, Cardinality, Verdict
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped

RELATION = """
[[relations]]
name = "plays_in"
description = "is a member of an ensemble"
domain = ["person"]
range = ["organization", "value"]
cardinality = "many"
lasting = true
synonyms = ["member_of"]
swap = ["has_player"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ontology.toml"


def test_a_relation_is_read_with_all_its_names(file: Path) -> None:
    file.write_text(RELATION, encoding="utf-8")
    (relation,) = load_ontology(file).relations
    assert (relation.name, relation.description) == ("plays_in", "is a member of an ensemble")
    assert relation.domain == frozenset({"person"})
    assert relation.range == frozenset({"organization", VALUE})
    assert (relation.cardinality, relation.lasting) == (Cardinality.MANY, True)
    assert (relation.synonyms, relation.swapped) == (("member_of",), ("has_player",))


def test_the_shipped_ontology_is_sound() -> None:
    ontology = load_ontology(shipped("assets/ontology.toml"))
    assert ontology.validate("employs", "organization", "person").verdict is Verdict.MAPPED


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("lasting = true", ""), "lasting"),
        (('cardinality = "many"', 'cardinality = "few"'), "cardinality"),
        (('domain = ["person"]', 'domain = ["robot"]'), "domain"),
        (('domain = ["person"]', "domain = []"), "domain"),
        (('name = "plays_in"', 'name = "Plays In"'), "name"),
        (("swap =", "swop ="), "swop"),
    ],
)
def test_a_mistake_is_told_with_file_and_place(file: Path, change: tuple[str, str], told: str) -> None:
    file.write_text(RELATION + RELATION.replace(*change), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"ontology\.toml, relations > 1 > {told}"):
        load_ontology(file)


def test_what_is_not_toml_is_told(file: Path) -> None:
    file.write_text("[[relations", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"ontology\.toml is not TOML"):
        load_ontology(file)


def test_a_file_that_cannot_be_read_is_told(file: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"ontology\.toml cannot be read: No such file"):
        load_ontology(file)
