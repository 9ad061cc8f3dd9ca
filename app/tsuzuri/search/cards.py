"""Categories and entities as a model is shown them: a number, a name, a few words, and the question after all of them.

The cards of a layer and the rules before them are the same for every question, so that the engine reads them once and
keeps them. What may be chosen of them is not said, but held to by the form of the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tsuzuri.core.categories import Category
from tsuzuri.core.decoding import Ask, Numbers, Turn
from tsuzuri.core.values import Entity
from tsuzuri.text.normalise import is_cjk

_MOST_CHARS = 80
_MOST_TAGS = 2
_MOST_ALIASES = 2
_BYTES_A_TOKEN = 3
"""Four letters of English are a token, and a character of Japanese, of three bytes, is about one."""
_TOKENS_A_NUMBER = 4
# No example of an answer: small models choose the numbers that it has.
_RULES = {
    False: (
        "You look for what helps to answer a question in one person's notes. First comes a numbered list of what the "
        "notes hold. Choose all that may help: what the question is about, what that belongs to, and background. "
        "Rather one too many than one too few. Write * after a number where all that it holds is wanted. "
        "Answer with numbers only, with commas between them, best first; 0 where nothing fits."
    ),
    True: (
        "ある人のメモから、質問に答えるのに役立つものを探します。まず、メモにあるものの番号付きの一覧を示します。"
        "質問の対象、それが属するもの、背景になるものなど、役立ちそうなものはすべて選びます。迷ったら選びます。"
        "その中のすべてが必要なら、番号の後に * を付けます。"
        "役立つ順に、番号だけをコンマで区切って答えます。何も合わなければ 0 と答えます。"
    ),
}
_QUESTION = {False: "Question: {}\nWhich numbers help to answer it?", True: "質問: {}\n役立つ番号はどれですか。"}


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to choose or not: `id` is that of a category or entity, `words` say a little about it."""

    id: int
    name: str
    words: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """On one line: "Instruments: violin, piano"."""
        parts = [self.name, ", ".join(self.words)]
        return ": ".join(" ".join(part.split())[:_MOST_CHARS] for part in parts if part)


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown at once. `layer` is that of the categories, 0 for entities.

    `open` are the places, from 0, of the cards that may be chosen. A page that is `shared` is the same for every
    question.
    """

    layer: int
    cards: tuple[Card, ...]
    open: tuple[int, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked: `prefix` is what it need not read again for another question."""

    prefix: tuple[Turn, ...]
    ask: Ask

    @property
    def tokens(self) -> int:
        """About how many tokens it is with its answer, rather too many: nobody but the model's process can count."""
        return self.ask.max_tokens + tokens((*self.prefix, *self.ask.turns))


def tokens(turns: Sequence[Turn]) -> int:
    """About how many tokens turns are, rather too many."""
    return sum(len(turn.text.encode()) // _BYTES_A_TOKEN + 1 for turn in turns)


def category_card(category: Category) -> Card:
    """A category by its name, two of its tags, and its summary, which names the most mentioned of what it holds.

    With the tags alone the walk by embeddings finds 0.875 and 0.80 of the files for the sample's questions (lists and
    reasons; plain ones), with both 0.875 and 0.95.
    """
    return Card(category.id, category.name, (*category.tags[:_MOST_TAGS], category.summary))


def entity_card(entity: Entity) -> Card:
    """An entity by its name, its kind and what else it is called."""
    return Card(entity.id, entity.name, (entity.type.value, *entity.aliases[:_MOST_ALIASES]))


def prompt(page: Page, question: str, most: int) -> Prompt:
    """Ask which cards of a page help with a question, `most` of them at most; the number of a card is its place + 1."""
    japanese = 2 * sum(any(map(is_cjk, card.name)) for card in page.cards) > len(page.cards)
    rules = Turn("system", _RULES[japanese], own=True)
    listed = Turn("user", "\n".join(f"{number}. {card.text}" for number, card in enumerate(page.cards, 1)))
    asked = Turn("user", _QUESTION[japanese].format(" ".join(question.split())))
    form = Numbers(tuple(place + 1 for place in page.open), most)
    cap = _TOKENS_A_NUMBER * most
    if page.shared:
        return Prompt((rules, listed), Ask((asked,), form, cap))
    return Prompt((rules,), Ask((listed, asked), form, cap))
