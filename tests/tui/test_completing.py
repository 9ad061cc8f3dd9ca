from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.tui.completing import Completion, complete, expanded, folders_in

NAMES = ("Documents", "Downloads", "documents-old", ".config", "写真", "か\u3099くせい")


def of(*names: str) -> dict[Path, tuple[str, ...]]:
    return {Path("/home/ada"): names}


def completed(text: str, *names: str) -> Completion:
    return complete(text, of(*(names or NAMES)).__getitem__)


def test_a_name_that_is_certain_is_completed_with_a_separator() -> None:
    assert completed("/home/ada/Doc") == Completion("/home/ada/Documents/", ("Documents",))
    assert completed("/home/ada/写") == Completion("/home/ada/写真/", ("写真",))


def test_several_names_are_completed_as_far_as_they_agree_and_offered() -> None:
    assert completed("/home/ada/D") == Completion("/home/ada/Do", ("Documents", "Downloads"))


def test_case_matters_only_where_something_begins_with_just_these_letters() -> None:
    assert completed("/home/ada/doc").names == ("documents-old",)
    assert completed("/home/ada/DOC") == Completion("/home/ada/DOC", ("Documents", "documents-old"))


def test_what_no_folder_begins_like_stays() -> None:
    assert completed("/home/ada/x") == Completion("/home/ada/x", ())


def test_hidden_folders_are_offered_to_those_who_ask() -> None:
    assert ".config" not in completed("/home/ada/").names
    assert completed("/home/ada/.c").text == "/home/ada/.config/"


def test_a_composed_letter_finds_a_decomposed_name_and_gets_the_name_as_it_is() -> None:
    assert completed("/home/ada/が").text == "/home/ada/か\u3099くせい/"


def test_the_home_folder_stays_a_tilde() -> None:
    done = complete("~", {Path.home(): ("notes",)}.__getitem__)
    assert done.text == "~/notes/"
    assert expanded("~/notes") == Path.home() / "notes"
    assert expanded("/a/~") == Path("/a/~")


@settings(max_examples=60, deadline=None)
@given(st.sets(st.text("abAB.", min_size=1, max_size=4), min_size=1), st.text("abAB.", max_size=3))
def test_completing_keeps_the_folder_and_offers_only_what_begins_like_it(names: set[str], typed: str) -> None:
    done = completed(f"/home/ada/{typed}", *names)
    rest = done.text.removeprefix("/home/ada/").rstrip("/")
    assert done.text.startswith("/home/ada/")
    assert len(rest) >= len(typed)
    assert all(name.casefold().startswith(rest.casefold()) for name in done.names)


def test_files_are_not_offered(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    assert folders_in(tmp_path) == ("folder",)


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        complete(f"{tmp_path}/none/")
