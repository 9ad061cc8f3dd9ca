"""A vault's notes have names that every file system takes and links that lead to notes, whatever things are called."""

import os
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.library.test_hierarchy import write_staff
from tests.library.worlds import FakeInstallation, installed_at
from tsuzuri.core.errors import UsageError
from tsuzuri.library.exports.vault import _plain, _quoted, _safe, write_vault
from tsuzuri.pipeline.progress import Progress

_LINK = re.compile(r"(?<!\\)\[\[([^\]|]+)")


def links_of(note: Path) -> list[str]:
    """Where its words lead, without what stands in its head."""
    return _LINK.findall(note.read_text("utf-8").rpartition("\n---\n")[2])


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    made = installed_at(tmp_path / "home")
    notes = write_staff(tmp_path / "notes")
    (notes / "[[odd]] #1 $x$ %%y%%.md").write_text("Rina Hayami lives in Kobe.")
    with made.open() as library:
        library.add([notes])
        library.enrich(model=False)
    return made


def test_every_link_leads_to_a_note_and_every_note_is_counted(here: FakeInstallation, tmp_path: Path) -> None:
    told: list[Progress] = []
    with here.open() as library:
        number = write_vault(library, tmp_path / "vault", on_progress=lambda _, progress: told.append(progress))
        categories, entities = library.hierarchy.status().build, library.counts().entities
    notes = {
        path.relative_to(tmp_path / "vault").with_suffix("").as_posix() for path in tmp_path.rglob("vault/**/*.md")
    }
    assert len(notes) == number
    assert categories is not None
    assert number > entities + 2
    links = {link for path in tmp_path.rglob("vault/**/*.md") for link in links_of(path)}
    assert {link.partition("/")[0] for link in links} == {"entities", "categories", "sources"}
    assert links <= notes
    assert (told[-1].done, told[-1].total) == (number, number)
    assert all(one.done <= one.total for one in told)


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights")
def test_it_is_for_its_owner_alone_and_only_where_nothing_is(here: FakeInstallation, tmp_path: Path) -> None:
    with here.open() as library:
        write_vault(library, tmp_path / "vault")
        assert (tmp_path / "vault").stat().st_mode & 0o777 == 0o700
        with pytest.raises(UsageError, match="not empty"):
            write_vault(library, tmp_path / "vault")


@given(st.text(max_size=400))
def test_a_name_is_one_that_every_file_system_takes(name: str) -> None:
    safe = _safe(name)
    assert 0 < len(f"{safe} (1000).md".encode()) <= 255
    assert not set(safe) & set('/\\:*?"<>|#^[]%\x00\n\r\t\u2028\u200b')
    assert safe == safe.strip(" .")
    assert unicodedata.normalize("NFC", safe) == safe


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("", "unnamed"),
        ("...", "unnamed"),
        ("../../etc/passwd", "etc passwd"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("a|b]] [[c", "a b c"),
        ("\u202egnp.exe", "gnp.exe"),
        ("cafe\u0301", "caf\u00e9"),
        ("😀" * 80, "😀" * 50),
        ("綴り" * 40, "綴り" * 33),
    ],
)
def test_of_odd_names(name: str, safe: str) -> None:
    assert _safe(name) == safe


def test_words_are_no_markup() -> None:
    odd = "[[a]] %%hidden%% $x$ ==b== *c* _d_ <img src=x> &lt;e #tag `f` ~~g~~"
    escaped = _plain(odd)
    assert re.sub(r"\\(.)", r"\1", escaped) == odd
    assert not re.search(r"(?<!\\)[\[\]%$=*_<>&#`~]", escaped)


def test_a_string_is_one_of_yaml_too() -> None:
    assert _quoted('a"b\\\n') == '"a\\"b\\\\\\n"'
    assert _quoted("綴り\u2028\x7f\x85\ufeff") == '"綴り\\u2028\\u007f\\u0085\\ufeff"'
