"""The ontology's file: read whole, or refused with the place of its first mistake."""

from pathlib import Path

import pytest

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.core.ontology import VALUE, Cardinality, Ontology, Verdict
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
    assert "works_at" in ontology.rules().single
    assert ontology.rules().endings_of("works_at") == {"left"}
    assert ontology.rules().endings_of("lives_in") == {"moved_from"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("lasting = true", ""), "lasting"),
        (('cardinality = "many"', 'cardinality = "few"'), "cardinality"),
        (('domain = ["person"]', 'domain = ["robot"]'), "domain"),
        (('domain = ["person"]', "domain = []"), "domain"),
        (('name = "plays_in"', 'name = "Plays In"'), "name"),
        (('name = "plays_in"', ""), "name"),
        (('"voice_of"', '"voice of"'), "synonyms, 0"),
        (("swap =", "swop ="), "swop"),
    ],
)
def test_a_mistake_is_told_with_file_and_place(file: Path, change: tuple[str, str], told: str) -> None:
    other = RELATION.replace("plays_in", "sings_in").replace("member_of", "voice_of").replace("has_player", "has_voice")
    change = (change[0].replace("plays_in", "sings_in"), change[1])
    file.write_text(RELATION + other.replace(*change), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"^ontology\.toml, (?:sings_in|Plays In|relation 2), {told}"):
        load_ontology(file)


def test_what_is_not_toml_is_told(file: Path) -> None:
    file.write_text("[[relations", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"ontology\.toml is not TOML"):
        load_ontology(file)


def test_a_file_that_cannot_be_read_is_told(file: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"ontology\.toml cannot be read: No such file"):
        load_ontology(file)


def test_a_field_that_is_nearly_right_is_named(file: Path) -> None:
    file.write_text(RELATION.replace("swap =", "swop ="), encoding="utf-8")
    with pytest.raises(ConfigurationError) as refused:
        load_ontology(file)
    assert refused.value.hint == "did you mean swap?"


@pytest.mark.parametrize("text", ["", "relations = []", 'mode = "closed"'])
def test_a_file_without_a_relation_is_refused(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"ontology\.toml, relations: it lists none"):
        load_ontology(file)


def test_bytes_that_are_no_text_are_told(file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigurationError, match=r"ontology\.toml is not UTF-8"):
        load_ontology(file)


def written(name: str, synonyms: str = "", swap: str = "") -> str:
    """A relation with other names, given with spaces between them."""
    return f"""
[[relations]]
name = "{name}"
description = "what {name} means"
domain = ["person"]
range = ["person"]
cardinality = "many"
lasting = true
synonyms = {synonyms.split()}
swap = {swap.split()}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (written("a") + written("a"), "a, name: there are two of that name"),
        (written("a", "x") + written("b", "x"), "b, synonyms: x is already a name of a"),
        (written("a", "x x"), "a, synonyms: x is already a name of a"),
        (written("a", "x", "x"), "a, swap: x is already a name of a"),
        (written("a", "b") + written("b", "a"), "a, synonyms: b is already a name of b"),
        (written("a", "a"), "a, synonyms: a is already a name of a"),
    ],
)
def test_a_name_that_means_two_things_is_refused(file: Path, text: str, told: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as refused:
        load_ontology(file)
    assert refused.value.message == f"ontology.toml, {told}"


def test_what_a_relation_ends_is_read(file: Path) -> None:
    file.write_text(written("helps") + written("deserts") + 'ends = ["helps"]', encoding="utf-8")
    assert load_ontology(file).rules().ends == {"deserts": frozenset({"helps"})}


def test_what_it_ends_must_be_a_relation(file: Path) -> None:
    file.write_text(written("helps", "aids") + written("deserts") + 'ends = ["help"]', encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"ontology\.toml, deserts, ends: help is no relation") as refused:
        load_ontology(file)
    assert refused.value.hint == "did you mean helps?"


class TestAPersonsOwn:
    SHIPPED = written("knows", "friend_of", "known_by") + written("helps", "aids")

    def joined(self, file: Path, text: str) -> Ontology:
        file.write_text(text, encoding="utf-8")
        shipped_file = file.with_name("shipped.toml")
        shipped_file.write_text(self.SHIPPED, encoding="utf-8")
        return load_ontology(shipped_file, file)

    def names(self, ontology: Ontology) -> list[str]:
        return [relation.name for relation in ontology.relations]

    def test_comes_to_the_shipped_one(self, file: Path) -> None:
        ontology = self.joined(file, written("sings_with"))
        assert self.names(ontology) == ["knows", "helps", "sings_with"]
        assert not ontology.closed

    def test_takes_the_place_of_a_relation_of_the_same_name(self, file: Path) -> None:
        ontology = self.joined(file, written("knows", "met"))
        assert self.names(ontology) == ["helps", "knows"]
        assert ontology.relations[1].synonyms == ("met",)
        assert ontology.validate("friend_of", "person", "person").verdict is Verdict.OPEN

    def test_makes_a_relation_of_what_was_another_name(self, file: Path) -> None:
        ontology = self.joined(file, written("friend_of", "known_by"))
        assert ontology.validate("friend_of", "person", "person").relation == "friend_of"
        assert ontology.relations[0].synonyms == ontology.relations[0].swapped == ()

    def test_cannot_make_a_shipped_relation_another_name(self, file: Path) -> None:
        with pytest.raises(ConfigurationError, match="friend_of: knows is a shipped relation"):
            self.joined(file, written("friend_of", "knows"))
        assert self.names(self.joined(file, written("friend_of") + written("knows"))) == ["helps", "friend_of", "knows"]

    def test_closes_it(self, file: Path) -> None:
        ontology = self.joined(file, 'mode = "closed"\n' + written("sings_with"))
        assert (self.names(ontology), ontology.closed) == (["sings_with"], True)

    def test_closes_it_but_for_what_it_keeps(self, file: Path) -> None:
        ontology = self.joined(file, 'mode = "closed"\nkeep = ["helps"]\n' + written("sings_with", "knows"))
        assert self.names(ontology) == ["helps", "sings_with"]
        assert self.names(self.joined(file, 'mode = "closed"\nkeep = ["helps"]\n')) == ["helps"]

    def test_may_end_a_shipped_relation(self, file: Path) -> None:
        ontology = self.joined(file, written("deserts") + 'ends = ["helps"]')
        assert ontology.rules().endings_of("helps") == {"deserts"}
        with pytest.raises(ConfigurationError, match="deserts, ends: knows is no relation"):
            self.joined(file, 'mode = "closed"\nkeep = ["helps"]\n' + written("deserts") + 'ends = ["knows"]')

    def test_leaves_out_what_a_kept_relation_would_end(self, file: Path) -> None:
        file.write_text('mode = "closed"\nkeep = ["deserts"]\n', encoding="utf-8")
        shipped_file = file.with_name("shipped.toml")
        shipped_file.write_text(self.SHIPPED + written("deserts") + 'ends = ["helps"]', encoding="utf-8")
        assert load_ontology(shipped_file).rules().ends == {"deserts": frozenset({"helps"})}
        assert load_ontology(shipped_file, file).rules().ends == {}

    @pytest.mark.parametrize(
        ("head", "told"),
        [
            ('mode = "closed"\nkeep = ["help"]', "keep: help is no shipped relation"),
            ('keep = ["helps"]', "keep: all are kept"),
            ('mode = "shut"', "mode"),
        ],
    )
    def test_says_what_it_does_or_is_refused(self, file: Path, head: str, told: str) -> None:
        with pytest.raises(ConfigurationError, match=rf"^ontology\.toml, {told}"):
            self.joined(file, f"{head}\n{written('sings_with')}")
