from pathlib import Path

import pytest

from tsuzuri.tui.opener import command, edit_at, line_of, open_in_desktop


def test_each_platform_has_its_command() -> None:
    assert command("/a/b.md", "darwin", {}) == ["open", "/a/b.md"]
    assert command("/a/b.md", "linux", {"WAYLAND_DISPLAY": "wayland-0"}) == ["xdg-open", "/a/b.md"]


def test_a_session_without_a_desktop_says_so() -> None:
    with pytest.raises(OSError, match="no desktop"):
        command("/a/b.md", "linux", {})


def test_a_file_that_is_gone_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not there any more"):
        open_in_desktop(str(tmp_path / "gone.md"))


@pytest.mark.parametrize(
    ("editor", "tail"),
    [
        ("vim", ["vim", "+7", "{path}"]),
        ("emacs -nw", ["emacs", "-nw", "+7", "{path}"]),
        ("/usr/bin/code --wait", ["/usr/bin/code", "--wait", "--goto", "{path}:7"]),
        ("hx", ["hx", "{path}:7"]),
    ],
)
def test_an_editor_is_told_the_line_in_its_own_way(tmp_path: Path, editor: str, tail: list[str]) -> None:
    path = tmp_path / "a note.md"
    path.touch()
    wanted = [word.format(path=path) for word in tail]
    assert edit_at(str(path), 7, {"EDITOR": editor}) == wanted
    assert edit_at(str(path), 7, {"VISUAL": editor, "EDITOR": "ed"}) == wanted


def test_there_is_no_editor_for_what_is_no_plain_text_or_gone_or_where_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").touch()
    (tmp_path / "a.md").touch()
    assert edit_at(str(tmp_path / "a.pdf"), 1, {"EDITOR": "vi"}) == []
    assert edit_at(str(tmp_path / "b.md"), 1, {"EDITOR": "vi"}) == []
    assert edit_at(str(tmp_path / "a.md"), 1, {}) == []


@pytest.mark.parametrize(("locator", "line"), [("line 12", 12), ("line 3 to 9", 3), ("page 4", None), ("", None)])
def test_a_place_told_by_lines_has_one(locator: str, line: int | None) -> None:
    assert line_of(locator) == line
