"""A key as a recovery phrase to write down: 24 words with a checksum (BIP-39, through the library `mnemonic`)."""

from typing import TYPE_CHECKING

from tsuzuri.core.errors import UsageError

if TYPE_CHECKING:
    from mnemonic import Mnemonic


def to_phrase(key: bytes) -> str:
    """The 24 English words of a key of 32 bytes."""
    return str(_words().to_mnemonic(key))


def from_phrase(phrase: str) -> bytes:
    """The key that a phrase stands for; case and spaces do not matter.

    Raises:
        UsageError: a word is unknown or missing, or the checksum does not fit: a slip of the pen.
    """
    words = phrase.lower().split()
    if len(words) != _WORDS:
        raise UsageError(f"a recovery phrase has {_WORDS} words, not {len(words)}", hint="type all of them, in order")
    known = _words()
    listed = frozenset(known.wordlist)
    unknown = [number for number, word in enumerate(words, 1) if word not in listed]
    if unknown:
        which = ", ".join(map(str, unknown))
        raise UsageError(f"no word of a recovery phrase stands at {which}", hint="compare it with what you wrote down")
    if not known.check(" ".join(words)):
        raise UsageError("the recovery phrase has a word that is not its own", hint="compare it word by word")
    return bytes(known.to_entropy(words))


_WORDS = 24


def _words() -> "Mnemonic":
    from mnemonic import Mnemonic

    return Mnemonic("english")
