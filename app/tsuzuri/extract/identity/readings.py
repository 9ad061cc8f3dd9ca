"""How names are read: kana for kanji, by their form or by a dictionary, and kana in Latin letters.

The dictionary is that of SudachiPy ("Sudachi: a Japanese Tokenizer for Business", LREC 2018), in its small edition. It
is loaded when it is first asked (about 0.1 s) and read from its file as it is needed.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from threading import Lock

from tsuzuri.extract.identity.spelling import loose
from tsuzuri.text.normalise import Script, key, script

_HIRAGANA_END = re.compile("[\u3041-\u309f]$")
_KANA_ONLY = re.compile("[\u3041-\u309f\u30a1-\u30fc・]+")
_KANA = re.compile("[\u3041-\u309fー]")
_KANJI_READ = 5
_WORD_READ = 4
_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "g": "がぎぐげご", "s": "さしすせそ", "z": "ざじずぜぞ", "t": "たちつてと",
    "d": "だぢづでど", "n": "なにぬねの", "h": "はひふへほ", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ", "m": "まみむめも",
    "r": "らりるれろ",
}  # fmt: skip
_OWN = {
    "し": "shi", "じ": "ji", "ち": "chi", "ぢ": "ji", "つ": "tsu", "づ": "zu", "ふ": "fu", "や": "ya", "ゆ": "yu",
    "よ": "yo", "わ": "wa", "ゐ": "i", "ゑ": "e", "を": "o", "ん": "n", "ゔ": "bu",
}  # fmt: skip
_LATIN = {kana: row + vowel for row, line in _ROWS.items() for kana, vowel in zip(line, "aiueo", strict=True)} | _OWN
_SMALL_Y = {"ゃ": "a", "ゅ": "u", "ょ": "o"}
_SMALL_VOWEL = {"ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}
_LONG_VOWELS = re.compile("(?<=[ou])u|(?<=o)[oh](?![aeiouy])|(?<=([aie]))\\1")


def hiragana(text: str) -> str:
    """Katakana as hiragana; all else as it is."""
    return "".join(chr(ord(char) - 0x60) if "ァ" <= char <= "ヶ" else char for char in text)


def could_read(kana: str, name: str) -> bool:
    """Whether kana can be the reading of a name with kanji by its form: the kana of the name stand in it, in order.

    A kanji is read as one to five kana.
    """
    if not _HIRAGANA_END.search(kana) or not any(script(char) is Script.HAN for char in name):
        return False
    read = "".join(char for char in hiragana(key(kana)) if script(char) is not Script.OTHER)
    reached = {0}
    for char in hiragana(key(name)):
        reached = set(_read_on(char, read, reached))
    return len(read) in reached


@lru_cache(maxsize=4096)
def reading(name: str) -> str:
    """The kana that a Japanese name is read as by the dictionary, in hiragana; of a kana name the name itself."""
    if _KANA_ONLY.fullmatch(name):
        return hiragana(name)
    return hiragana(_dictionary()(name))


def latin(kana: str) -> str:
    """Kana in Latin letters by Hepburn, without marking long vowels, so that "tarou", "taroo" and "taro" are one."""
    letters = ""
    doubled = False
    for char in hiragana(kana):
        if char in _SMALL_Y and letters.endswith("i"):
            letters = letters[:-1] + ("" if letters.endswith(("shi", "chi", "ji")) else "y") + _SMALL_Y[char]
        elif char in _SMALL_VOWEL and letters:
            letters = letters[:-1] + _SMALL_VOWEL[char]
        elif char == "っ":
            doubled = True
        elif sound := _LATIN.get(char, ""):
            letters += (sound[0] if doubled and sound[0] not in "aiueo" else "") + sound
            doubled = False
    return plain_latin(letters)


def plain_latin(word: str) -> str:
    """A romanised word with neither macrons nor doubled vowels: "Tarō", "Tarou" and "Taroh" are "taro"."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", word.casefold()) if char.isascii() and char.isalpha())
    return _LONG_VOWELS.sub("", bare)


def latin_name(words: str) -> frozenset[str]:
    """What a Japanese name in Latin words may be as `latin` writes it: with the family name first or last."""
    parts = [plain_latin(word) for word in loose(words).split()]
    return frozenset(("".join(parts), "".join(reversed(parts)))) - {""}


def _read_on(char: str, read: str, reached: Iterable[int]) -> Iterator[int]:
    """How far a reading is read, in characters, when it was read so far and a character of the name comes next."""
    kind = script(char)
    for at in reached:
        if kind is Script.OTHER:
            yield at
        elif kind is Script.HAN:
            yield from (
                end for end in range(at + 1, min(at + _KANJI_READ, len(read)) + 1) if _KANA.match(read[end - 1])
            )
        elif kind is Script.WORD:
            yield from range(at + 1, min(at + _WORD_READ, len(read)) + 1)
        elif read.startswith(char, at):
            yield at + 1


@cache
def _dictionary() -> Callable[[str], str]:
    """What gives the reading of a text in katakana, to one thread at a time."""
    from sudachipy import Dictionary, SplitMode

    tokenizer = Dictionary(dict="small").tokenizer()
    one_at_a_time = Lock()

    def read(text: str) -> str:
        with one_at_a_time:
            return "".join(morpheme.reading_form() for morpheme in tokenizer.tokenize(text, SplitMode.C))

    return read
