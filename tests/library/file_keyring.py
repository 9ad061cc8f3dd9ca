"""A keyring in a file: several processes can use it, and it survives their deaths, as a system's does."""

from pathlib import Path


class FileKeyring:
    def __init__(self, path: Path) -> None:
        self._path = path

    def get_password(self, service: str, username: str) -> str | None:
        return self._path.read_text() if self._path.exists() else None

    def set_password(self, service: str, username: str, password: str) -> None:
        draft = self._path.with_suffix(".draft")
        draft.write_text(password)
        draft.replace(self._path)
