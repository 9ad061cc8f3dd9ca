"""Which language a document is in, by its scripts."""

from collections import Counter
from typing import Final

from tsuzuri.text.normalise import Script, script

_SAMPLE: Final = 8192
_CJK_SHARE: Final = 0.2
_KANA_SHARE: Final = 0.05
_LATIN_END: Final = "\u0250"


def language(text: str) -> str:
    """An ISO 639-1 code from the scripts of the first 8192 characters, or empty when there is nothing to go by.

    Where a fifth of the letters is kana, kanji or hangul: "ko" when hangul leads, "ja" when there is kana among the
    kanji, else "zh". Otherwise "en" when half of the letters are Latin. So every Latin-script language is "en", and
    Japanese that happens to have no kana is "zh": enough to choose rules for dates and sentences.
    """
    letters = [char for char in text[:_SAMPLE] if char.isalpha()]
    scripts = Counter(map(script, letters))
    kana = scripts[Script.HIRAGANA] + scripts[Script.KATAKANA]
    hangul = scripts[Script.HANGUL]
    cjk = kana + hangul + scripts[Script.HAN]
    if letters and cjk >= _CJK_SHARE * len(letters):
        if hangul * 2 > cjk:
            return "ko"
        return "ja" if kana >= _KANA_SHARE * cjk else "zh"
    latin = sum(char < _LATIN_END for char in letters)
    return "en" if letters and latin * 2 >= len(letters) else ""
