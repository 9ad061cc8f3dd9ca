"""Facts that end one another as the ontology says, in a library that takes files in."""

from pathlib import Path

from tests.library.worlds import configure, installed_at
from tsuzuri.library.facade import Library

MANY_HOMES = """\
[[relations]]
name = "lives_in"
description = "has a home in a place"
domain = ["person"]
range = ["place"]
cardinality = "many"
lasting = true
"""


class TestTheOntologysRules:
    """What a relation's cardinality means for the facts of a library, from its opening on."""

    def moves(self, folder: Path) -> Path:
        folder.mkdir()
        (folder / "first.md").write_text("---\ndate: 2019-03-01\n---\n\nIda Brook lives in Ulm.\n", encoding="utf-8")
        (folder / "then.md").write_text("---\ndate: 2022-05-01\n---\n\nIda Brook lives in Kobe.\n", encoding="utf-8")
        return folder

    def homes(self, library: Library, name: str = "Ida Brook") -> dict[str, str]:
        """Where she lives, and what came then."""
        (entity,) = library.named(name)
        card = library.card(entity.id)
        assert card is not None
        return {view.fact.object_name: view.then for view in card.facts}

    def test_let_facts_end_one_another(self, tmp_path: Path) -> None:
        with installed_at(tmp_path / "home").open() as library:
            library.add([self.moves(tmp_path / "notes")])
            assert self.homes(library) == {"Ulm": "Kobe", "Kobe": ""}

    def test_hold_for_what_is_there_when_they_have_changed(self, tmp_path: Path) -> None:
        here = installed_at(tmp_path / "home")
        with here.open() as library:
            library.add([self.moves(tmp_path / "notes")])
        configure(tmp_path / "home", "").with_name("ontology.toml").write_text(MANY_HOMES, encoding="utf-8")
        with here.open() as library:
            assert self.homes(library) == {"Ulm": "", "Kobe": ""}
        here.own_ontology.unlink()
        with here.open() as library:
            assert self.homes(library) == {"Ulm": "Kobe", "Kobe": ""}

    def test_are_not_written_where_they_are_in_force(self, tmp_path: Path) -> None:
        here = installed_at(tmp_path / "home")
        with here.open() as library:
            before = library.data_version()
            with here.open():
                assert library.data_version() == before
