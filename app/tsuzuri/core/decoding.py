"""What is asked of a chat model and what comes back, always after a shared prefix.

A passage is asked about sentence by sentence and answered in fact lines (`DecodeRequest`, `Decoded`); anything else is
one question and one answer of a given form (`Ask`, `Response`).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

NOTHING = "-"
"""The whole answer to a sentence that states no fact."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a chat: `role` is "system", "user" or "assistant".

    `own` says that the text is Tsuzuri's own, with nothing of a person's in it. The state of a prefix of such turns
    alone may be kept in the cache folder, so that it is not read again at every start.
    """

    role: str
    text: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to read facts from. `times` are the time words in it, as they stand there."""

    text: str
    times: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactForm:
    """The form of an answer (see `models.grammar`).

    `types` are the entity types, `value_type` the type of a literal object. `relations`, when not empty, is a closed
    list. `max_facts` caps the facts of one sentence. `pronouns` are words that are never taken up as known names,
    `no_names` words that begin no subject; all are in lower case.
    """

    types: tuple[str, ...]
    value_type: str
    relations: tuple[str, ...] = ()
    max_facts: int = 8
    pronouns: tuple[str, ...] = ()
    no_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecodeRequest:
    """One passage. The model sees one sentence after the other and answers each before it sees the next.

    `names` may be subjects though no sentence has them (a speaker). `max_tokens` caps the answer to one sentence.
    """

    sentences: tuple[Sentence, ...]
    form: FactForm
    names: tuple[str, ...] = ()
    max_tokens: int = 160


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers; numbers are options too ("1", "2", …).

    Raises:
        ValueError: fewer than two options, two that are the same, or one that is not a line of printable text.
    """

    options: tuple[str, ...]
    kind: Literal["choice"] = "choice"

    def __post_init__(self) -> None:
        _require_options(self.options)


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no, in the words of the question's language ("はい", "いいえ"); with or without a capital.

    Raises:
        ValueError: as for `Choice`.
    """

    yes: str = "yes"
    no: str = "no"
    kind: Literal["yes_no"] = "yes_no"

    def __post_init__(self) -> None:
        _require_options((self.yes, self.no))
        if self.yes.casefold() == self.no.casefold():
            raise ValueError("yes and no must differ")


@dataclass(frozen=True, slots=True)
class ShortName:
    """A name on one line: words of letters, marks and digits, joined by spaces, hyphens and the like; no list.

    `scripts` are names of Unicode scripts ("Latin", "Han"); a name is `max_chars` characters at most.

    Raises:
        ValueError: no script, or no room for a character.
    """

    scripts: tuple[str, ...] = ("Latin", "Han", "Hiragana", "Katakana")
    max_chars: int = 40
    kind: Literal["short_name"] = "short_name"

    def __post_init__(self) -> None:
        if not self.scripts or self.max_chars < 1:
            raise ValueError("a name needs a script and room for a character")


@dataclass(frozen=True, slots=True)
class FreeText:
    """Any text, up to the end of the turn or up to `stop`, which is not part of the answer. Empty: no such mark."""

    stop: str = ""
    kind: Literal["free_text"] = "free_text"


@dataclass(frozen=True, slots=True)
class Numbers:
    """Some of several numbers, each once: "3,7*,12"; a star marks one that is meant with all that is below it.

    "0" is the answer where it is none of them. `most` bounds how many.

    Raises:
        ValueError: no number, one that is below 1 or there twice, or no room for one.
    """

    options: tuple[int, ...]
    most: int = 8
    kind: Literal["numbers"] = "numbers"

    def __post_init__(self) -> None:
        if not self.options or min(self.options) < 1 or len(set(self.options)) < len(self.options) or self.most < 1:
            raise ValueError("numbers are different ones from 1 up, and one may be chosen at least")


Form = Choice | YesNo | ShortName | FreeText | Numbers
"""What one answer may look like."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: `turns` after the shared prefix, and the form of the answer, of `max_tokens` at most.

    Raises:
        ValueError: no turn, or no token to answer with.
    """

    turns: tuple[Turn, ...]
    form: Form
    max_tokens: int = 64

    def __post_init__(self) -> None:
        if not self.turns or self.max_tokens < 1:
            raise ValueError("a question needs a turn and a token to answer with")


class StopReason(StrEnum):
    """Why the model stopped writing. `CRASHED`: its process ended again and again while it worked on this."""

    COMPLETE = "complete"
    TOO_LONG = "too_long"
    CANCELLED = "cancelled"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts of one sentence, a line each: `subject | type | relation | object | type`, and time words if any.

    `line_confidence[i]` is the product of the token probabilities of line i, 0..1. `cut` says that the answer came to
    its cap; its whole lines are here.
    """

    lines: tuple[str, ...]
    line_confidence: tuple[float, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Decoded:
    """The answers to a passage's sentences, in order.

    `TOO_LONG`: passage and answers do not fit the context; what was answered before the end was reached is here.
    """

    answers: tuple[Answer, ...]
    stop: StopReason
    prompt_tokens: int
    new_tokens: int


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to one `Ask`.

    `confidence` (0..1) is the product of the token probabilities of `text`, up to where it could be nothing else.
    `options` has, for `Choice` and `YesNo` (yes first), the probability of each, normalised over them; `text` is then
    the likeliest. `cut` says that the answer came to its cap. Unless `stop` is `COMPLETE`, there is no answer: `text`
    is what had been written of a free text, else empty.
    """

    text: str
    confidence: float
    options: tuple[float, ...]
    stop: StopReason
    prompt_tokens: int
    new_tokens: int
    cut: bool = False


def _require_options(options: tuple[str, ...]) -> None:
    if len(options) < 2 or len(set(options)) < len(options):
        raise ValueError("a choice needs two different options at least")
    if not all(option and option.isprintable() and option == option.strip() for option in options):
        raise ValueError("an option must be a line of printable text")
