"""Where a name may begin and end inside a sentence, also in Japanese, which does not part its words."""

from tsuzuri.text.normalise import Script, boundary, is_word_char, script

HONORIFICS = ("さん", "さま", "くん", "ちゃん")
"""Honorifics in hiragana, which particles follow in the same script."""

_PARTICLES = frozenset("はがをにでともへのや")
_NO_EDGE = frozenset(" \t\n|-.,;:()\"'。、，．；：（）「」『』！？!?・")


def is_edge(text: str, i: int) -> bool:
    """Whether words that are looked for may begin or end at `i`: at a word boundary, but not in a run of katakana.

    A run of katakana is a word: ドン is no part of ロンドン. A run of kanji is several: 東京 stands in 東京都.
    """
    inside_run = 0 < i < len(text) and script(text[i - 1]) is script(text[i]) is Script.KATAKANA
    return boundary(text, i) and not inside_run


def may_start(text: str, i: int) -> bool:
    """Whether a name may begin at `i`; hiragana right after a word is an ending or a particle."""
    if text[i] in _NO_EDGE or not _parts_words(text, i):
        return False
    return not (i and script(text[i]) is Script.HIRAGANA and is_word_char(text[i - 1]))


def may_end(text: str, i: int) -> bool:
    """Whether a name may end before `i`, which is not 0; a particle right after a word is no part of it."""
    if text[i - 1] in _NO_EDGE or not _parts_words(text, i):
        return False
    return not (i > 1 and text[i - 1] in _PARTICLES and is_word_char(text[i - 2]))


def _parts_words(text: str, i: int) -> bool:
    """Whether one word surely meets the next at the edge `i`.

    In Japanese that is where the script changes, but for a number and its counter; and after an honorific.
    """
    if not 0 < i < len(text):
        return True
    if not is_edge(text, i):
        return False
    before, after = script(text[i - 1]), script(text[i])
    if before is Script.WORD and after is Script.HAN and text[i - 1].isdecimal():
        return False
    return before is not after or before in (Script.WORD, Script.OTHER) or text[:i].endswith(HONORIFICS)
