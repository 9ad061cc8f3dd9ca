from pathlib import Path

import pytest

from tsuzuri.tui.opener import command, open_in_desktop


def test_each_platform_has_its_command() -> None:
    assert command("/a/b.md", "darwin", {}) == ["open", "/a/b.md"]
    assert command("/a/b.md", "linux", {"WAYLAND_DISPLAY": "wayland-0"}) == ["xdg-open", "/a/b.md"]


def test_a_session_without_a_desktop_says_so() -> None:
    with pytest.raises(OSError, match="no desktop"):
        command("/a/b.md", "linux", {})


def test_a_file_that_is_gone_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not there any more"):
        open_in_desktop(str(tmp_path / "gone.md"))
