"""Small notes for folders that are watched: invented ones in any number, and a few that a question finds."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from tests.bench.grammar import Language, english, japanese

WORDS = 63
"""Words of an English note. A Japanese one has `CHARACTERS`, for which an embedder takes as long."""
CHARACTERS = 150
_EACH_FOLDER = 200
_SEED = 20_261_204


@dataclass(frozen=True, slots=True)
class Saved:
    """A note that a person saves: a word that stands in no other note, its text, and a question in other words."""

    word: str
    text: str
    question: str


SAVED = (
    Saved("Heronrock", "Heronrock: the last ferry goes back at five, bring a coat.", "When does the boat return?"),
    Saved("Brindlecup", "Brindlecup won the baking contest with a pear cake.", "Who got first prize for the pastry?"),
    Saved("波留間", "波留間の歯医者は木曜の午後三時に予約した。", "虫歯の治療に行くのはいつ"),
    Saved("Orlanpeak", "Climbing Orlanpeak took nine hours, my left knee hurts.", "the mountain hike injured my leg"),
    Saved("蒔田屋", "蒔田屋で母の誕生日に青い傘を買った。", "お母さんへの贈り物は何だったか"),
    Saved("Quillbeam", "Quillbeam the kitten was vaccinated today, no fever.", "the young cat saw a vet"),
    Saved("灯守亭", "灯守亭のカレーは辛すぎて子供は残した。", "香辛料が強くて食べられなかった料理"),
    Saved("Tavermoor", "Flight to Tavermoor cancelled because of thick fog.", "bad weather grounded the plane"),
    Saved("Wexcombe", "Wexcombe library fined me for three overdue novels.", "a penalty for returning books late"),
    Saved("糸崎野", "糸崎野の畑に大根と人参の種を蒔いた。", "野菜を植えた場所"),
)
"""Invented places, shops and animals; found by the word at once, and by the question through its meaning."""


def notes(random: Random) -> Iterator[str]:
    """Notes without end, English and Japanese in turn; each begins with a number that no other has."""
    languages = english(random), japanese(random)
    for number in count():
        language = languages[number % 2]
        yield f"{mark(number)} {_text(language, random)}\n"


def mark(number: int) -> str:
    """The word by which one of the notes is found."""
    return f"zq{number:06}"


def write_notes(folder: Path, many: int) -> None:
    """Write that many notes below a folder, some hundred in each of its own; always the same ones."""
    every = notes(Random(_SEED))
    for number in range(many):
        place = folder / f"{number // _EACH_FOLDER:04}"
        if number % _EACH_FOLDER == 0:
            place.mkdir(parents=True)
        (place / f"{mark(number)}.md").write_text(next(every), encoding="utf-8")


def _text(language: Language, random: Random) -> str:
    text = ""
    while _length(language, text) < _wanted(language):
        text += language.sentence(random)
    return " ".join(text.split()[:WORDS]) if language.code == "en" else text[:CHARACTERS]


def _length(language: Language, text: str) -> int:
    return len(text.split()) if language.code == "en" else len(text)


def _wanted(language: Language) -> int:
    return WORDS if language.code == "en" else CHARACTERS
