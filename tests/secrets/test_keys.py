"""A library's key: where it is looked for, what happens when the keyring will not help, and passphrases."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tsuzuri.core.errors import LibraryLocked, UsageError
from tsuzuri.secrets.keyring import ITEM, SERVICE, Keyring, NoKeyring
from tsuzuri.secrets.keys import Keys, KeyState, Prompt
from tsuzuri.secrets.passphrase import KEY_BYTES

HEX = "0123456789abcdef" * 4


class MemoryKeyring:
    def __init__(self, **items: str) -> None:
        self.items = {(SERVICE, name): value for name, value in items.items()}

    def get_password(self, service: str, username: str) -> str | None:
        return self.items.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.items[service, username] = password


class AbsentKeyring:
    def get_password(self, service: str, username: str) -> str | None:
        raise NoKeyring

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NoKeyring


class LockedKeyring:
    def get_password(self, service: str, username: str) -> str | None:
        raise PermissionError("the collection is locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise PermissionError("the collection is locked")


class HangingKeyring:
    def get_password(self, service: str, username: str) -> str | None:
        threading.Event().wait()
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        threading.Event().wait()


class ForgetfulKeyring(MemoryKeyring):
    def set_password(self, service: str, username: str, password: str) -> None:
        """Takes the secret and keeps nothing, as keyring's null backend does."""


class AskedFor:
    """Answers the prompt and remembers how it was asked."""

    def __init__(self, passphrase: str) -> None:
        self.passphrase = passphrase
        self.asked: list[bool] = []

    def __call__(self, create: bool) -> str:
        self.asked.append(create)
        return self.passphrase


def keys(data_dir: Path, keyring: Keyring, prompt: Prompt | None = None, **environ: str) -> Keys:
    return Keys(data_dir, environ=environ, keyring=keyring, prompt=prompt, timeout_s=0.2)


def test_a_new_key_is_kept_in_the_keyring(tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    key = keys(tmp_path, keyring).library_key("personal", create=True)
    assert len(key) == KEY_BYTES
    assert keys(tmp_path, keyring).library_key("personal", create=False) == key
    assert list(keyring.items) == [(SERVICE, ITEM)]


def test_all_datasets_share_one_keyring_item(tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    personal = keys(tmp_path, keyring).library_key("personal", create=True)
    work = keys(tmp_path, keyring).library_key("work", create=True)
    assert personal != work
    assert json.loads(keyring.items[SERVICE, ITEM]) == {"personal": personal.hex(), "work": work.hex()}


def test_the_environment_comes_first(tmp_path: Path) -> None:
    keyring = MemoryKeyring(keys=json.dumps({"personal": "ff" * 32}))
    assert keys(tmp_path, keyring, TSUZURI_KEY=HEX).library_key("personal", create=False) == bytes.fromhex(HEX)
    assert keys(tmp_path, keyring, TSUZURI_KEY="").library_key("personal", create=False) == b"\xff" * 32


@pytest.mark.parametrize("keyring", [MemoryKeyring(), AbsentKeyring(), LockedKeyring(), HangingKeyring()])
def test_without_a_key_the_library_is_locked_and_the_ways_out_are_told(tmp_path: Path, keyring: Keyring) -> None:
    with pytest.raises(LibraryLocked) as caught:
        keys(tmp_path, keyring).library_key("personal", create=False)
    for way in ("TSUZURI_KEY", "keyring", "passphrase", 'library.encryption = "off"'):
        assert way in caught.value.hint


@pytest.mark.parametrize("keyring", [AbsentKeyring(), LockedKeyring(), HangingKeyring(), ForgetfulKeyring()])
def test_a_new_key_is_never_handed_out_unless_it_is_kept(tmp_path: Path, keyring: Keyring) -> None:
    with pytest.raises(LibraryLocked):
        keys(tmp_path, keyring).library_key("personal", create=True)
    assert [path.name for path in tmp_path.iterdir() if path.name != ".keyring.lock"] == []


@pytest.mark.parametrize(
    ("keyring", "state"),
    [
        (MemoryKeyring(keys=json.dumps({"personal": HEX})), KeyState.AVAILABLE),
        (MemoryKeyring(keys=json.dumps({"work": HEX})), KeyState.MISSING),
        (MemoryKeyring(), KeyState.MISSING),
        (AbsentKeyring(), KeyState.NO_KEYRING),
        (LockedKeyring(), KeyState.LOCKED),
        (HangingKeyring(), KeyState.LOCKED),
    ],
)
def test_states(tmp_path: Path, keyring: Keyring, state: KeyState) -> None:
    assert keys(tmp_path, keyring).state("personal") is state
    assert keys(tmp_path, keyring, TSUZURI_KEY="words").state("personal") is KeyState.AVAILABLE


def test_a_keyring_that_hangs_is_given_up(tmp_path: Path) -> None:
    before = time.monotonic()
    with pytest.raises(LibraryLocked, match=r"did not answer within 0\.2 seconds"):
        keys(tmp_path, HangingKeyring()).library_key("personal", create=False)
    assert time.monotonic() - before < 3


def test_a_damaged_item_is_never_overwritten(tmp_path: Path) -> None:
    keyring = MemoryKeyring(keys='{"personal": "abc"}')
    with pytest.raises(LibraryLocked, match="not what Tsuzuri wrote"):
        keys(tmp_path, keyring).library_key("work", create=True)
    assert keyring.items[SERVICE, ITEM] == '{"personal": "abc"}'


def test_a_passphrase_in_the_environment_gives_the_same_key_again(tmp_path: Path) -> None:
    first = keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="green tea").library_key("personal", create=True)
    again = keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="green tea").library_key("personal", create=False)
    assert first == again
    assert len(first) == KEY_BYTES
    other = keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="green tea").library_key("work", create=True)
    assert other != first


def test_composed_and_decomposed_passphrases_are_the_same(tmp_path: Path) -> None:
    composed = keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="\u304c").library_key("personal", create=True)
    decomposed = keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="\u304b\u3099").library_key("personal", create=False)
    assert composed == decomposed


@pytest.mark.parametrize("create", [True, False])
def test_a_wrong_passphrase_is_told_at_once_and_changes_nothing(tmp_path: Path, create: bool) -> None:
    keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="green tea").library_key("personal", create=True)
    before = (tmp_path / "personal.salt").read_bytes()
    with pytest.raises(LibraryLocked, match="passphrase is not that"):
        keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="black tea").library_key("personal", create=create)
    assert (tmp_path / "personal.salt").read_bytes() == before


def test_a_passphrase_does_not_open_a_library_made_without_one(tmp_path: Path) -> None:
    with pytest.raises(LibraryLocked, match="not made with a passphrase"):
        keys(tmp_path, MemoryKeyring(), TSUZURI_KEY="green tea").library_key("personal", create=False)


def test_the_person_is_asked_when_there_is_no_keyring(tmp_path: Path) -> None:
    first, again = AskedFor("green tea"), AskedFor("green tea")
    key = keys(tmp_path, AbsentKeyring(), first).library_key("personal", create=True)
    assert keys(tmp_path, AbsentKeyring(), again).library_key("personal", create=False) == key
    assert first.asked == [True]
    assert again.asked == [False]


def test_a_library_with_a_passphrase_keeps_it_when_a_keyring_appears(tmp_path: Path) -> None:
    key = keys(tmp_path, AbsentKeyring(), AskedFor("green tea")).library_key("personal", create=True)
    keyring = MemoryKeyring()
    assert keys(tmp_path, keyring).state("personal") is KeyState.LOCKED
    assert keys(tmp_path, keyring, AskedFor("green tea")).library_key("personal", create=True) == key
    assert keyring.items == {}
    with pytest.raises(LibraryLocked, match="made with a passphrase"):
        keys(tmp_path, keyring).library_key("personal", create=True)


def test_an_empty_passphrase_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LibraryLocked, match="empty"):
        keys(tmp_path, AbsentKeyring(), AskedFor("")).library_key("personal", create=True)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_salt_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "personal.salt").write_text("{}")
    with pytest.raises(LibraryLocked, match="damaged"):
        keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="green tea").library_key("personal", create=False)


def test_no_message_shows_a_secret(tmp_path: Path) -> None:
    keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="green tea").library_key("personal", create=True)
    with pytest.raises(LibraryLocked) as caught:
        keys(tmp_path, AbsentKeyring(), TSUZURI_KEY="black tea").library_key("personal", create=False)
    assert "black" not in caught.value.message + caught.value.hint
    assert "green" not in (tmp_path / "personal.salt").read_text()


def test_keyring_is_not_imported_until_it_is_used() -> None:
    program = "import sys, tsuzuri.secrets, tsuzuri.logs; print(*({'keyring', 'pydantic'} & sys.modules.keys()))"
    app = Path(__file__).resolve().parents[2] / "app"
    done = subprocess.run([sys.executable, "-c", program], cwd=app, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_two_that_keep_keys_at_once_lose_none(tmp_path: Path) -> None:
    names = [f"dataset-{number}" for number in range(8)]
    keyring, together = MemoryKeyring(), threading.Barrier(len(names))
    made: dict[str, bytes] = {}

    def make(name: str) -> None:
        mine = Keys(tmp_path, environ={}, keyring=keyring, timeout_s=20.0)
        together.wait()
        made[name] = mine.library_key(name, create=True)

    threads = [threading.Thread(target=make, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {name: keys(tmp_path, keyring).library_key(name, create=False) for name in names} == made


class TestAChangeOfKey:
    def test_has_both_keys_until_it_is_ended(self, tmp_path: Path) -> None:
        keyring = MemoryKeyring()
        old = keys(tmp_path, keyring).library_key("personal", create=True)
        new = keys(tmp_path, keyring).begin_change("personal")
        assert keys(tmp_path, keyring).candidates("personal") == (old, new)
        assert keys(tmp_path, keyring).begin_change("personal") == new  # it is gone on with
        keys(tmp_path, keyring).end_change("personal", changed=True)
        assert keys(tmp_path, keyring).candidates("personal") == (new, None)

    def test_can_be_given_up(self, tmp_path: Path) -> None:
        keyring = MemoryKeyring()
        old = keys(tmp_path, keyring).library_key("personal", create=True)
        keys(tmp_path, keyring).begin_change("personal")
        keys(tmp_path, keyring).end_change("personal", changed=False)
        assert keys(tmp_path, keyring).candidates("personal") == (old, None)


def test_a_dataset_that_is_gone_leaves_no_key_and_others_keep_theirs(tmp_path: Path) -> None:
    keyring = MemoryKeyring(keys=json.dumps({"personal": HEX, "next/personal": HEX, "work": HEX}))
    keys(tmp_path, keyring).forget("personal")
    assert json.loads(keyring.items[SERVICE, ITEM]) == {"work": HEX}


def test_a_key_goes_with_a_new_name(tmp_path: Path) -> None:
    keyring = MemoryKeyring(keys=json.dumps({"personal": HEX}))
    keys(tmp_path, keyring).copy("personal", "diary")
    assert keys(tmp_path, keyring).library_key("diary", create=False) == bytes.fromhex(HEX)


class TestTokens:
    def test_lie_beside_the_keys(self, tmp_path: Path) -> None:
        keyring = MemoryKeyring(keys=json.dumps({"personal": HEX}))
        keys(tmp_path, keyring).keep_token("Hub.example.org", "t0ken")
        assert keys(tmp_path, keyring).token("hub.example.org") == "t0ken"
        assert keys(tmp_path, keyring).tokens() == ("hub.example.org",)
        assert keys(tmp_path, keyring).library_key("personal", create=False) == bytes.fromhex(HEX)
        keys(tmp_path, keyring).keep_token("hub.example.org", "")
        assert keys(tmp_path, keyring).tokens() == ()

    def test_of_the_environment_come_first(self, tmp_path: Path) -> None:
        keyring = MemoryKeyring(keys=json.dumps({"token/hub.example.org": "kept"}))
        both = keys(tmp_path, keyring, TSUZURI_TOKEN_HUB_EXAMPLE_ORG="ours", HF_TOKEN="theirs")
        assert both.token("hub.example.org", "HF_TOKEN") == "ours"
        assert keys(tmp_path, keyring, HF_TOKEN="theirs").token("hub.example.org", "HF_TOKEN") == "theirs"
        assert keys(tmp_path, keyring, HF_TOKEN="theirs").token("hub.example.org") == "kept"

    def test_without_a_keyring_cannot_be_kept(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="no keyring"):
            keys(tmp_path, AbsentKeyring()).keep_token("hub.example.org", "t0ken")
        assert keys(tmp_path, AbsentKeyring()).token("hub.example.org") is None


class TestAHomeOfItsOwn:
    """Several homes share one keyring, and a dataset's name says nothing of which of them it is in."""

    def test_has_keys_of_its_own(self, tmp_path: Path) -> None:
        keyring = MemoryKeyring()
        usual = keys(tmp_path / "usual", keyring)
        homes = [keys(tmp_path / name, keyring, TSUZURI_HOME=str(tmp_path / name)) for name in ("one", "two")]
        made = [one.library_key("personal", create=True) for one in (usual, *homes)]
        assert len(set(made)) == 3
        homes[0].begin_change("personal")
        homes[0].end_change("personal", changed=True)
        homes[1].forget("personal")
        assert usual.library_key("personal", create=False) == made[0]
        assert homes[0].library_key("personal", create=False) not in made

    def test_opens_with_the_key_that_it_had_before(self, tmp_path: Path) -> None:
        keyring = MemoryKeyring()
        former = keys(tmp_path, keyring).library_key("personal", create=True)
        home = keys(tmp_path, keyring, TSUZURI_HOME=str(tmp_path))
        assert home.library_key("personal", create=False) == former
        assert home.state("personal") is KeyState.AVAILABLE
