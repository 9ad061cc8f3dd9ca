from dataclasses import replace

import pytest

from tests.tui.fake_library import folder, watching
from tsuzuri.core.roots import RootState
from tsuzuri.tui.choices import ChoiceShape
from tsuzuri.tui.folders import FOLDERS, Deed, choices, folder_detail, root_state


@pytest.mark.parametrize(
    ("name", "words"),
    [("mail", "online"), ("notes", "online, polled"), ("old", "in doubt"), ("scans", "offline"), ("work", "paused")],
)
def test_a_folder_says_how_it_stands(name: str, words: str) -> None:
    view = next(view for view in watching().views if view.root.path.endswith(name))
    assert root_state(view.root).plain == words


def test_a_row_takes_its_width_and_tells_the_reason() -> None:
    for view in watching().views:
        (line,) = FOLDERS.lines(view, 120)
        assert line.cell_length == 120
    assert "it is not there; what it held stays" in FOLDERS.lines(watching().views[3], 120)[0].plain


def test_the_details_say_the_whole_reason_and_what_to_do() -> None:
    text = folder_detail(watching().views[2]).plain
    assert "In doubt: 812 files are gone at once; they are forgotten if they still are at 09:40" in text
    assert "Press space if you know that the files are gone." in text
    assert "missing   812 files" in text


def test_a_new_folder_was_not_looked_at() -> None:
    text = folder_detail(folder("/home/ada/new", RootState.NEW, known=0)).plain
    assert "It has not been looked through yet." in text
    assert "last look none yet" in text


def test_a_polled_folder_says_why_changes_take_a_while() -> None:
    text = folder_detail(watching().views[1]).plain
    assert "looked through every few minutes" in text


def test_what_can_be_done_depends_on_the_folder() -> None:
    mail, _, old, _, work = watching().views
    assert [choice.deed for choice in choices(mail)] == [Deed.PAUSE, Deed.UNWATCH]
    assert [choice.deed for choice in choices(old)] == [Deed.PAUSE, Deed.CONFIRM, Deed.UNWATCH]
    assert [choice.deed for choice in choices(work)] == [Deed.RESUME, Deed.UNWATCH]


def test_a_choice_takes_its_two_lines() -> None:
    shape: ChoiceShape[Deed] = ChoiceShape()
    for choice in choices(watching().views[2]):
        assert len(shape.lines(choice, 60)) == shape.height


def test_the_root_of_a_disk_has_a_name() -> None:
    view = watching().views[0]
    (line,) = FOLDERS.lines(replace(view, root=replace(view.root, path="/")), 60)
    assert line.plain.startswith("/ ")
