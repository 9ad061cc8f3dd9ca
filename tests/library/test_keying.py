"""A library's key can be changed, taken away, given and written down, and no death in between loses the library."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.shell import ROOT
from tests.library.file_keyring import FileKeyring
from tests.library.worlds import FakeInstallation, configure, installed_at, write_notes
from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, LibraryLocked, TsuzuriError, UsageError
from tsuzuri.library import keying
from tsuzuri.library.keying import Rekeyed
from tsuzuri.library.opening import Installation
from tsuzuri.secrets.keys import Origin

WORDS = b"Rina Hayami"
Change = Callable[[Installation, str], Rekeyed]


def at(home: Path) -> FakeInstallation:
    return installed_at(home, {}, keyring=FileKeyring(home / "keyring.json"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = write_notes(tmp_path / "notes")
    (tmp_path / "home").mkdir()
    with at(tmp_path / "home").open() as library:
        library.add([notes])
    return tmp_path / "home"


def holds(home: Path) -> int:
    """How many facts the library holds; its checks find nothing."""
    with at(home).open() as library:
        assert library.check() == ()
        return library.counts().facts


def files(home: Path) -> list[Path]:
    return [path for path in (home / "data").iterdir() if path.suffix != ".lock"]


def test_a_new_key_opens_the_library_and_the_former_one_does_not(home: Path) -> None:
    before, former = holds(home), at(home).keys.library_key("personal", create=False)
    assert keying.rotate(at(home), "personal").encrypted
    assert at(home).keys.library_key("personal", create=False) != former
    assert holds(home) == before
    other = installed_at(home, {"TSUZURI_KEY": former.hex()})
    with pytest.raises(LibraryLocked, match="does not open"):
        other.open()


def test_a_library_can_be_put_in_clear_and_be_encrypted_again(home: Path) -> None:
    before = holds(home)
    assert not any(WORDS in path.read_bytes() for path in files(home))
    keying.decrypt(at(home), "personal")
    assert at(home).in_clear("personal")
    assert any(WORDS in path.read_bytes() for path in files(home))
    assert holds(home) == before
    assert at(home).keys.origin("personal") is Origin.NOWHERE
    keying.encrypt(at(home), "personal")
    assert at(home).in_clear("personal") is False
    assert not any(WORDS in path.read_bytes() for path in files(home))
    assert holds(home) == before


def test_copies_of_an_earlier_time_are_wiped_with_the_former_key(home: Path) -> None:
    copy = home / "data" / "personal.tsuzuri.version-8"
    copy.write_bytes(b"an older schema")
    assert keying.rotate(at(home), "personal").wiped == (copy,)
    assert not copy.exists()


@pytest.mark.parametrize("change", [keying.rotate, keying.decrypt])
def test_while_it_is_open_elsewhere_nothing_is_changed(home: Path, change: Change) -> None:
    before = at(home).keys.library_key("personal", create=False)
    with at(home).open() as library:
        library.counts()
        with pytest.raises(LibraryBusy, match="open elsewhere"):
            change(at(home), "personal")
        assert library.check() == ()
    assert at(home).keys.library_key("personal", create=False) == before
    assert holds(home)


def test_an_encryption_that_could_not_be_leaves_no_passphrase_behind(tmp_path: Path) -> None:
    open_to_all = configure(tmp_path, '[library]\nencryption = "off"\n')
    with installed_at(tmp_path, {}).open() as library:
        library.counts()
        with pytest.raises(LibraryBusy):
            keying.encrypt(installed_at(tmp_path, {"TSUZURI_KEY": "a first try"}), "personal")
    open_to_all.unlink()
    assert not list((tmp_path / "data").glob("*.salt"))
    (tmp_path / "data" / "personal.salt").write_text("left by one that died")
    keying.encrypt(installed_at(tmp_path, {"TSUZURI_KEY": "a second try"}), "personal")
    installed_at(tmp_path, {"TSUZURI_KEY": "a second try"}).open().close()


def test_a_key_of_the_environment_is_not_ours_to_change(home: Path) -> None:
    key = at(home).keys.library_key("personal", create=False)
    given = installed_at(home, {"TSUZURI_KEY": key.hex()})
    with pytest.raises(LibraryLocked, match="cannot change it"):
        keying.rotate(given, "personal")
    assert holds(home)


@pytest.mark.parametrize("deed", ["rotate", "decrypt", "encrypt"])
def test_a_death_at_any_file_operation_leaves_a_library_that_opens(home: Path, deed: str) -> None:
    if deed == "encrypt":
        keying.decrypt(at(home), "personal")
    before = holds(home)
    done = subprocess.run(
        [sys.executable, "-m", "tests.library.rekey_job", str(home), deed, WORDS.decode()],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'app'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(one["died"] for one in found) > 2
    for one in found:
        assert (one["facts"], one["wrong"]) == (before, [])
        assert one["holding"] == (["personal.tsuzuri"] if one["in_clear"] else [])
    assert deed == "rotate" or found[-1]["in_clear"] is (deed == "decrypt")


class TestAFormerFile:
    """It has a name until it is wiped, so that a death in between leaves nothing that cannot be found."""

    def test_is_gone_after_a_change(self, home: Path) -> None:
        keying.decrypt(at(home), "personal")
        keying.encrypt(at(home), "personal")
        assert sorted(path.name for path in files(home) if "tsuzuri" in path.name) == ["personal.tsuzuri"]

    def test_that_a_death_has_left_is_wiped_when_the_library_is_opened(self, home: Path) -> None:
        former = home / "data" / "personal.tsuzuri.former"
        former.write_bytes(WORDS)
        other = former.with_name("somebody elses link")
        os.link(former, other)
        assert holds(home)
        assert not former.exists()
        assert other.read_bytes() == bytes(len(WORDS))

    def test_that_is_the_library_itself_loses_only_its_second_name(self, home: Path) -> None:
        library = home / "data" / "personal.tsuzuri"
        former = library.with_name("personal.tsuzuri.former")
        os.link(library, former)
        before = library.read_bytes()
        assert at(home).key_of("personal")
        assert library.read_bytes() == before
        assert not former.exists()
        assert keying.rotate(at(home), "personal").encrypted
        assert holds(home)


class TestARecoveryPhrase:
    def test_brings_back_a_key_that_was_lost(self, home: Path) -> None:
        phrase = keying.recovery_phrase(at(home), "personal")
        assert len(phrase.split()) == 24
        (home / "keyring.json").unlink()
        with pytest.raises(LibraryLocked):
            at(home).open()
        keying.recover(at(home), "personal", phrase.upper())
        assert holds(home)

    def test_of_another_library_is_refused(self, home: Path) -> None:
        phrase = keying.recovery_phrase(at(home), "personal")
        keying.rotate(at(home), "personal")
        with pytest.raises(LibraryLocked, match="does not open"):
            keying.recover(at(home), "personal", phrase)

    @pytest.mark.parametrize(
        ("change", "complaint"),
        [
            (lambda words: words[:-1], "24 words, not 23"),
            (lambda words: [words[1], words[0], *words[2:]], "not its own|its own"),
            (lambda words: ["tsuzuri", *words[1:]], "stands at 1"),
        ],
    )
    def test_with_a_slip_of_the_pen_says_what_is_wrong(self, home: Path, change: object, complaint: str) -> None:
        words = keying.recovery_phrase(at(home), "personal").split()
        assert callable(change)
        with pytest.raises((UsageError, LibraryLocked), match=complaint):
            keying.recover(at(home), "personal", " ".join(change(words)))


class TestWhatDoesNotOpen:
    """Each ends in one clear error, and changes nothing."""

    @pytest.mark.parametrize(
        ("spoil", "error"),
        [
            (lambda home: (home / "keyring.json").unlink(), LibraryLocked),
            (lambda home: (home / "keyring.json").write_text('{"personal": "' + "00" * 32 + '"}'), LibraryLocked),
            (lambda home: (home / "keyring.json").write_text("no JSON"), LibraryLocked),
            (lambda home: flip(home / "data" / "personal.tsuzuri", 5_000), LibraryDamaged),
        ],
    )
    def test_key_or_page(self, home: Path, spoil: object, error: type[TsuzuriError]) -> None:
        assert callable(spoil)
        spoil(home)
        before = (home / "data" / "personal.tsuzuri").read_bytes()
        with pytest.raises(error) as told:
            read_all(home)
        assert told.value.hint
        assert (home / "data" / "personal.tsuzuri").read_bytes() == before


def read_all(home: Path) -> None:
    with at(home).open() as library:
        library.check()
        library.entities()
        library.all_facts()


def flip(path: Path, at_byte: int) -> None:
    content = bytearray(path.read_bytes())
    content[at_byte] ^= 1
    path.write_bytes(content)
