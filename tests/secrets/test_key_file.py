"""A key in a file: taken only from one that nobody else can read."""

from pathlib import Path

import pytest

from tsuzuri.core.errors import LibraryLocked
from tsuzuri.secrets.key_file import read_key_file

HEX = "0123456789abcdef" * 4


def written(path: Path, text: str, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("text", [HEX, f"{HEX}\n", HEX.upper()])
def test_64_hex_digits_are_a_key(tmp_path: Path, text: str) -> None:
    assert read_key_file(written(tmp_path / "key", text)) == bytes.fromhex(HEX)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_one_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(LibraryLocked, match="others may read") as refused:
        read_key_file(written(tmp_path / "key", HEX, mode))
    assert "chmod 600" in refused.value.hint


@pytest.mark.parametrize("text", ["", "a passphrase", HEX[:-1], HEX + "0", "\x00" * 64, "é" * 64])
def test_anything_else_is_refused_and_not_shown(tmp_path: Path, text: str) -> None:
    with pytest.raises(LibraryLocked, match="does not hold 64 hex digits") as refused:
        read_key_file(written(tmp_path / "key", text))
    assert not text or text not in f"{refused.value.message} {refused.value.hint}"


def test_one_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(LibraryLocked, match="cannot be read"):
        read_key_file(tmp_path / "key")
