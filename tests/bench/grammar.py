"""Sentences for a library of any size: a seeded grammar over a Zipf vocabulary of common and invented words.

Words are drawn with the frequencies of Zipf and Mandelbrot, 1 / (rank + 6), so that the commonest content words
stand in about a fifth of all passages and most words in a handful.
"""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

_FLATTENING = 6
_ONSETS = "b br c ch d dr f fl g gl h j k kl l m n p pr r s sh st t tr v w z".split()
_VOWELS = "a e i o u ai ea oo".split()
_CODAS = ["", "", "n", "r", "s", "l", "m", "nd", "rt", "ck"]
_KATAKANA = "アイウエオカキクケコサシスセソタチツテトナニノハヒフヘホマミムメモラリルレロワン"
_KANJI = (
    "安位委意育引院運営影映駅園援王横音価果課賀解害確割株関基期旗器技逆久急給許漁共協境教郷業局極均勤金具経計"
    "結決県建研検険原限現減固護功光康鉱構興講告穀材在財策札雑算産散残士支氏志枝師資飼児治辞識質謝主守酒種州修"
    "習周宿術順準所初諸助序招松笑唱商焼照象賞条状常情織職信真臣図推数政省清製勢静席積責績石節雪選戦線浅前祖"
    "倉巣争相想像増造側則測束速属族続卒損帯隊達単団談地築竹仲丁張帳調直定底庭程的典伝党島湯登等統堂銅導徳特"
    "毒熱念燃納能破配敗梅博飯版比非肥費備飛必票標秘不夫付府婦富武副複仏粉兵別変辺編便包法望牧末満脈民務夢迷"
    "綿面輸余預養浴利陸留略流料量領輪類令例冷連老労録"
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words of one class, commonest first."""

    words: Sequence[str]
    cumulative: Sequence[float]

    @classmethod
    def ranked(cls, words: Sequence[str]) -> "Lexicon":
        """Words with Zipf frequencies."""
        return cls(words, list(accumulate(1 / (rank + _FLATTENING) for rank in range(len(words)))))

    def rank(self, random: Random) -> int:
        """The place of one word, by frequency."""
        return bisect(self.cumulative, random.random() * self.cumulative[-1])

    def draw(self, random: Random) -> str:
        """One word, by frequency."""
        return self.words[self.rank(random)]


@dataclass(frozen=True, slots=True)
class FactPattern:
    """How a sentence states a relation: subject, `between`, object, `before_time`, month, `after`."""

    relation: str
    between: str
    before_time: str
    after: str


@dataclass(frozen=True, slots=True)
class Language:
    """The grammar of one language. A pattern is a sequence of slots (keys of `lexicons`) and fixed words."""

    code: str
    joint: str
    stop: str
    patterns: Sequence[Sequence[str]]
    lexicons: Mapping[str, Lexicon]
    facts: Sequence[FactPattern]
    questions: Sequence[str]

    def sentence(self, random: Random) -> str:
        """One sentence, its stop and what parts it from the next included."""
        pattern = random.choice(self.patterns)
        words = (self.lexicons[slot].draw(random) if slot in self.lexicons else slot for slot in pattern)
        text = self.joint.join(words)
        return text[0].upper() + text[1:] + self.stop

    def noun(self, random: Random) -> str:
        """A noun, by frequency."""
        return self.lexicons["N"].draw(random)

    def month(self, year: int, month: int) -> str:
        """A month as this language writes it."""
        return f"{year}年{month}月" if self.code == "ja" else f"{_MONTHS[month - 1]} {year}"


_MONTHS = "January February March April May June July August September October November December".split()
_EN_NOUNS = (
    "meeting report project budget team plan office contract design schedule customer review order invoice draft"
    " garden server release summer library kitchen deadline proposal workshop train message harbour museum school"
    " letter festival ticket concert recipe camera bridge market river station notebook photo village coffee engine"
).split()
_EN_VERBS = (
    "approved moved described delayed visited opened closed discussed repaired painted measured shipped planned"
    " reviewed printed collected forgot cleaned replaced confirmed"
).split()
_EN_ADJECTIVES = (
    "new old small final early late quiet green second long short red local empty careful yearly wooden bright"
).split()
_JA_NOUNS = (
    "会議 資料 東京 予算 計画 契約 設計 予定 顧客 確認 注文 請求書 草案 庭 サーバー 公開 夏 図書館 台所 締切 提案"
    " 研修 電車 連絡 港 美術館 学校 手紙 祭 切符 音楽会 料理 カメラ 橋 市場 川 駅 手帳 写真 村 コーヒー 機械 猫 犬 人"
    " 週末 朝 部屋 本 ファイル メール API 報告書 データ"
).split()
_JA_VERBS = (
    "承認した 移した 説明した 延期した 訪れた 開いた 閉じた 話し合った 直した 塗った 測った 送った 立てた 見直した"
    " 印刷した 集めた 忘れた 片付けた 取り替えた 確かめた"
).split()
_JA_ADJECTIVES = "新しい 古い 小さい 最後の 早い 遅い 静かな 緑の 長い 短い 赤い 地元の 明るい 大切な".split()


def invented_word(random: Random, syllables: int) -> str:
    """A word that no dictionary has, in Latin letters."""
    pieces = (f"{random.choice(_ONSETS)}{random.choice(_VOWELS)}{random.choice(_CODAS)}" for _ in range(syllables))
    return "".join(pieces)


def invented_compound(random: Random) -> str:
    """A word of two kanji, or one time in four of three or four katakana."""
    if random.random() < 0.25:
        return "".join(random.choices(_KATAKANA, k=random.choice((3, 4))))
    return "".join(random.sample(_KANJI, 2))


def english(random: Random, size: int = 30_000) -> Language:
    """English sentences over `size` nouns, all but the commonest invented."""
    return Language(
        code="en",
        joint=" ",
        stop=". ",
        patterns=[
            pattern.split()
            for pattern in (
                "the A N was V by the N before the N",
                "we V the N and the A N at the N",
                "they have V a N for the N of the N",
                "in the N , the A N is still to be V",
                "please see the N about the A N and the N",
                "it was the N that V the N , not the A N",
            )
        ],
        lexicons={
            "N": Lexicon.ranked(_mixed(_EN_NOUNS, lambda: invented_word(random, random.choice((2, 3))), size)),
            "V": Lexicon.ranked(_mixed(_EN_VERBS, lambda: invented_word(random, 2) + "ed", size // 20)),
            "A": Lexicon.ranked(_mixed(_EN_ADJECTIVES, lambda: invented_word(random, 2) + "y", size // 20)),
        },
        facts=[
            FactPattern("works_for", " works for ", " since ", ". "),
            FactPattern("lives_in", " has lived in ", " since ", ". "),
            FactPattern("knows", " met ", " in ", " for the first time. "),
        ],
        questions=["Who works for {name}?", "When did we move the {noun} of the {other}?", "What is the {noun} about?"],
    )


def japanese(random: Random, size: int = 30_000) -> Language:
    """Japanese sentences over `size` nouns, all but the commonest invented."""
    return Language(
        code="ja",
        joint="",
        stop="。",
        patterns=[
            pattern.split()
            for pattern in (
                "N の N は N で V",
                "A N と N を N から V",
                "N について N が A N を V ので 、 N も 見直す 必要 が ある",
                "この N は A N の N に 関する もの である",
                "N の 後 で N を V ことにした",
                "N では N より N の ほうが A N だと 思います",
            )
        ],
        lexicons={
            "N": Lexicon.ranked(_mixed(_JA_NOUNS, lambda: invented_compound(random), size)),
            "V": Lexicon.ranked(_mixed(_JA_VERBS, lambda: invented_compound(random) + "した", size // 20)),
            "A": Lexicon.ranked(_JA_ADJECTIVES),
        },
        facts=[
            FactPattern("works_for", "は", "に", "から勤めている。"),
            FactPattern("lives_in", "は", "に", "から住んでいる。"),
            FactPattern("knows", "は", "と", "に初めて会った。"),
        ],
        questions=["{name}で働いているのは誰ですか", "{other}の{noun}はいつ移しましたか？", "{noun}はどこにありますか"],
    )


def _mixed(common: Sequence[str], invent: Callable[[], str], size: int) -> list[str]:
    """The common words first, then invented ones up to `size`, each once."""
    words = dict.fromkeys(common)
    while len(words) < size:
        words[invent()] = None
    return list(words)
