"""What a question is answered with: sentences, each with the places that say it, or the reason why there are none."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tsuzuri.core.document import Said, Span
from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.results import Hit, Strategy, Timing


class Verdict(StrEnum):
    """How a question ended. Only `ANSWERED` has sentences."""

    ANSWERED = "answered"
    DECLINED = "declined"
    NOT_INDEXED = "not_indexed"
    CANCELLED = "cancelled"


class Composer(StrEnum):
    """Who put an answer into words: a stored fact, the chat model, or the sources themselves."""

    FACT = "fact"
    MODEL = "model"
    QUOTED = "quoted"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that says it: `span` of the passage's text, whose words are `text`. `number` stands in the answer.

    `fact_id` is the stored fact that rests on these words, where the answer was taken from one.
    """

    number: int
    passage_id: PassageId
    span: Span
    text: str
    title: str
    source_uri: str
    locator: str
    said: Said | None
    fact_id: FactId | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer, and the numbers of the citations that say it: one at least."""

    text: str
    cites: tuple[int, ...]

    @property
    def cited(self) -> str:
        """The sentence with its numbers: "He left in May. [2]"."""
        return self.text + " " + "".join(f"[{number}]" for number in self.cites)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question is answered with.

    `asked` is the question with what it took over from those before it. `message` says why it was declined, and
    whatever a person should know of an answer; `cut` are sentences of the model's that nothing cited bears out. `hits`
    are the nearest finds. `model` names the chat model where one wrote the answer.
    """

    question: str
    asked: str
    verdict: Verdict
    statements: tuple[Statement, ...]
    citations: tuple[Citation, ...]
    composer: Composer | None
    hits: tuple[Hit, ...]
    strategy_used: Strategy
    as_of: date | None
    timings: tuple[Timing, ...]
    trace: tuple[str, ...]
    diagnostic_id: str
    message: str = ""
    model: str = ""
    cut: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole answer on one line, with the numbers of its citations."""
        return " ".join(one.cited for one in self.statements)
