"""A library finds out by itself that two names mean one, when files are added and while it is kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.library.worlds import installed_at
from tests.waiting import wait_until
from tsuzuri.library.facade import Library

MAIL = """From: {name} <john@hale.example>
To: Mika Sato <mika@sato.example>
Date: Tue, 4 Mar 2025 10:00:00 +0900
Subject: {subject}

The kiln is lit.
"""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with installed_at(tmp_path / "home").open() as opened:
        yield opened


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """Two mails from one address under two names."""
    folder = tmp_path / "mails"
    folder.mkdir()
    for number, name in enumerate(("J. Hale", "John Hale")):
        text = MAIL.format(name=name, subject=f"Kiln {number}")
        (folder / f"{number}.eml").write_text(text, encoding="utf-8")
    return folder


def hales(library: Library) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.name, one.aliases) for one in library.entities(contains="hale").items]


def test_names_are_compared_when_files_are_added(library: Library, mails: Path) -> None:
    library.add([mails], model=False)
    assert hales(library) == [("John Hale", ("J. Hale",))]
    assert library.check() == ()


def test_names_are_compared_while_the_library_is_kept(library: Library, mails: Path) -> None:
    library.folders.add(mails)
    with library.keep():
        wait_until(lambda: hales(library) == [("John Hale", ("J. Hale",))])
    assert library.check() == ()
