"""Where a name may begin and end inside a sentence, also in Japanese, which does not part its words."""

from tsuzuri.text.normalise import Script, boundary, is_cjk, script

HONORIFICS = ("さん", "さま", "くん", "ちゃん")
"""Honorifics in hiragana, which particles follow in the same script."""

_PARTICLES = frozenset("はがをにでともへのや")
_NO_EDGE = frozenset(" \t\n|-.,;:()\"'。、，．；：（）「」『』！？!?・")


def may_start(text: str, i: int) -> bool:
    """Whether a name may begin at `i`; hiragana after another Japanese script is an ending or a particle."""
    if text[i] in _NO_EDGE or not _edge(text, i):
        return False
    return not (i and script(text[i]) is Script.HIRAGANA and is_cjk(text[i - 1]))


def may_end(text: str, i: int) -> bool:
    """Whether a name may end before `i`, which is not 0; a particle after Japanese words is no part of them."""
    if text[i - 1] in _NO_EDGE or not _edge(text, i):
        return False
    return not (i > 1 and text[i - 1] in _PARTICLES and is_cjk(text[i - 2]))


def _edge(text: str, i: int) -> bool:
    """Whether one word may meet the next at `i`.

    A word boundary where the script has one. In Japanese where the script changes, but for a number and its counter;
    and after an honorific.
    """
    if not 0 < i < len(text):
        return True
    if not boundary(text, i):
        return False
    before, after = script(text[i - 1]), script(text[i])
    if before is Script.WORD and after is Script.HAN and text[i - 1].isdecimal():
        return False
    return before is not after or before in (Script.WORD, Script.OTHER) or text[:i].endswith(HONORIFICS)
