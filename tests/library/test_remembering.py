"""A note of an agent's and a file of the same words are two things: neither takes the other's title or origin."""

from pathlib import Path

import pytest

from tests.library.worlds import installed_at
from tsuzuri.library.facade import Library

WORDS = "Mina Oto keeps the harbour keys."


def told(library: Library) -> set[tuple[str, str]]:
    """The title and the place of each passage that is found."""
    return {(hit.title, hit.source_uri) for hit in library.search("harbour keys").hits if hit.kind == "passage"}


@pytest.mark.parametrize("note_first", [True, False])
def test_a_file_of_the_same_words_keeps_its_title_and_its_origin(tmp_path: Path, note_first: bool) -> None:
    file = tmp_path / "harbour.txt"
    file.write_text(WORDS, encoding="utf-8")
    with installed_at(tmp_path / "home").open("work") as library:
        if not note_first:
            library.add([file])
        note = library.remember(WORDS, title="Statement of the bank", agent="claude")
        if note_first:
            library.add([file])
        assert told(library) == {("harbour", str(file)), ("Statement of the bank", note.uri)}
        library.forget([note.source_id])
        assert told(library) == {("harbour", str(file))}
        assert library.check() == ()


def test_a_note_of_anothers_keeps_its_own_title(tmp_path: Path) -> None:
    with installed_at(tmp_path / "home").open("work") as library:
        one = library.remember(WORDS, title="Keys", agent="claude")
        other = library.remember(WORDS, title="", agent="scribe")
        assert told(library) == {("Keys", one.uri), ("A note of scribe", other.uri)}


def test_what_one_agent_tells_twice_is_stored_once(tmp_path: Path) -> None:
    with installed_at(tmp_path / "home").open("work") as library:
        one, again = (library.remember(WORDS, title="Keys", agent="claude") for _ in range(2))
        assert one.source_id != again.source_id
        assert library.status().counts.passages == 1
