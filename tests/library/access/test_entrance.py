"""A token comes from a file that holds one; anything else in the file lets nobody in, and is no crash."""

from pathlib import Path

import pytest

from tests.library.worlds import installed_at
from tsuzuri.core.errors import NotAllowed
from tsuzuri.library.access.entrance import open_door, token_given


@pytest.mark.parametrize("content", [b"\xff\xfe\x80", b"\x00", "鷺沼".encode(), b"tsz_" + b"x" * 10_000])
def test_a_file_that_holds_no_token_lets_nobody_in(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "token").write_bytes(content)
    token = token_given({}, tmp_path / "token")
    with pytest.raises(NotAllowed, match="lets nobody in"), open_door(installed_at(tmp_path / "home"), token):
        pass
