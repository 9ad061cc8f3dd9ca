"""The machine's clipboard is for who sits at the machine."""

import pytest

from tsuzuri.tui.clipboard import copy_here


@pytest.mark.parametrize("environ", [{"SSH_TTY": "/dev/pts/1"}, {"SSH_CONNECTION": "1 2 3 4"}, {"TEXTUAL_DRIVER": "x"}])
def test_over_ssh_or_in_a_browser_it_is_left_alone(environ: dict[str, str]) -> None:
    assert not copy_here("text", environ)
