"""What is being written in one sequence: a passage's facts, sentence by sentence, or an answer."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic

from tsuzuri.core.decoding import (
    Answer,
    Ask,
    Choice,
    Decoded,
    DecodeRequest,
    FreeText,
    Numbers,
    Response,
    Sentence,
    ShortName,
    StopReason,
    Turn,
    YesNo,
)
from tsuzuri.models.automata import Automaton, FreeLines, NameLine, NumberList, Options, S, Text
from tsuzuri.models.grammar import END, FactLines, State, Triple
from tsuzuri.models.runtime import Runtime
from tsuzuri.models.vocabulary import Chosen, Vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KNOWN_NAMES = 12


class Writing(ABC, Generic[S]):
    """One request on its way: what waits to be read, where its sequence ends, and the answer so far.

    The engine reads `waiting` (tokens) and moves `position` on. It shows `next_prompt()` whenever nothing waits, then
    calls `take` with the logits until nothing waits again.
    """

    def __init__(self, index: int, position: int, max_tokens: int) -> None:
        self.index = index
        self.position = position
        self.max_tokens = max_tokens
        self.waiting: list[int] = []
        self.prompt_tokens = 0
        self.new_tokens = 0
        self._written_here = 0
        self._automaton: Automaton[S]
        self._state: S

    @abstractmethod
    def next_prompt(self, runtime: Runtime) -> list[int]:
        """The tokens that the model is shown next; empty when all is answered."""

    def show(self, tokens: list[int]) -> None:
        """Let the next prompt wait to be read."""
        self.waiting = tokens
        self.prompt_tokens += len(tokens)
        self._written_here = 0
        self._automaton = self._next_automaton()
        self._state = self._automaton.start()

    @property
    def begun(self) -> bool:
        """Whether something has been written since the last turns were shown."""
        return self._written_here > 0

    def take(self, vocabulary: Vocabulary, logits: "NDArray[np.float32]") -> None:
        """Choose the next token from the logits, shape (vocabulary,), and let it wait to be read."""
        chosen = vocabulary.choose(logits, self._automaton, self._state)
        self._note(chosen, vocabulary.piece(chosen.token))
        self._state = chosen.state
        self.waiting = [chosen.token]
        self.new_tokens += 1
        self._written_here += 1
        complete = self._automaton.is_done(self._state)
        if complete or self._written_here >= self.max_tokens:
            self.waiting = []
            self._end_answer(cut=not complete)

    @abstractmethod
    def shown_text(self) -> str:
        """The text so far of an answer that may be shown as it comes; else empty."""

    @abstractmethod
    def result(self, stop: StopReason) -> Decoded | Response:
        """What has been answered."""

    @abstractmethod
    def _next_automaton(self) -> Automaton[S]: ...

    @abstractmethod
    def _note(self, chosen: Chosen[S], piece: bytes) -> None: ...

    @abstractmethod
    def _end_answer(self, *, cut: bool) -> None: ...


class PassageWriting(Writing[State]):
    """A passage whose sentences are answered in fact lines, each seen after the answer to the one before.

    Its sentences are turns of a chat, and so are the answers.
    """

    def __init__(self, index: int, position: int, request: DecodeRequest) -> None:
        super().__init__(index, position, request.max_tokens)
        self._request = request
        self._output = bytearray()
        self._probability = 1.0
        self._confidence: list[float] = []
        self._answers: list[Answer] = []
        self._facts: tuple[Triple, ...] = ()
        self._known = dict.fromkeys(request.names)

    def next_prompt(self, runtime: Runtime) -> list[int]:
        """The next sentence."""
        if not (left := self._left()):
            return []
        question = runtime.question((Turn("user", left[0].text),))
        return [*runtime.end_of_turn(), *question] if self._answers else question

    def shown_text(self) -> str:
        """Nothing: facts are told when they are whole."""
        return ""

    def result(self, stop: StopReason) -> Decoded:
        """The answers so far."""
        return Decoded(tuple(self._answers), stop, self.prompt_tokens, self.new_tokens)

    def _left(self) -> tuple[Sentence, ...]:
        return self._request.sentences[len(self._answers) :]

    def _next_automaton(self) -> FactLines:
        sentence = self._left()[0]
        known = tuple(name for name in self._known if name not in sentence.text)[-_KNOWN_NAMES:]
        return FactLines(sentence, self._request.form, known, self._facts)

    def _note(self, chosen: Chosen[State], piece: bytes) -> None:
        """A line is complete with its line feed or with the end of the answer."""
        self._output += piece
        self._probability *= chosen.probability
        for _ in range(piece.count(b"\n") + piece.count(END)):
            self._confidence.append(self._probability)
            self._probability = 1.0

    def _end_answer(self, *, cut: bool) -> None:
        """Keep the whole lines of the answer to this sentence, and the names they give."""
        text = self._output.replace(END, b"\n")
        lines = tuple(text[: text.rfind(b"\n") + 1].decode().split("\n")[:-1])
        self._answers.append(Answer(lines, tuple(self._confidence[: len(lines)]), cut))
        self._facts += self._state.facts
        for line in lines:
            subject, kind, _, object_, object_kind, *_ = line.split(" | ")
            self._learn(subject, kind)
            self._learn(object_, object_kind)
        self._output.clear()
        self._confidence.clear()
        self._probability = 1.0

    def _learn(self, name: str, kind: str) -> None:
        form = self._request.form
        if kind in form.types and name.casefold() not in form.pronouns:
            self._known[name] = None


class _Asked(Writing[S]):
    """One question and its answer."""

    def __init__(self, index: int, position: int, request: Ask) -> None:
        super().__init__(index, position, request.max_tokens)
        self._request = request
        self._answered = False
        self._cut = False

    def next_prompt(self, runtime: Runtime) -> list[int]:
        """The question, once."""
        return [] if self._answered else runtime.question(self._request.turns)

    def _end_answer(self, *, cut: bool) -> None:
        self._answered = True
        self._cut = cut


class ChoiceWriting(_Asked[bytes]):
    """One of several options.

    Each gets a probability as the answer is written: what the model gave, at the step where the option fell out or
    stood alone, to the tokens that lead to it (in equal parts, where a token leads to several), after all before it.
    For options that part at their first token, such as yes and no, that is their probability exactly.
    """

    def __init__(self, index: int, position: int, request: Ask, spellings: tuple[tuple[str, int], ...]) -> None:
        super().__init__(index, position, request)
        self._options = Options(tuple(text for text, _ in spellings))
        self._meant = tuple(option for _, option in spellings)
        self._reached = 1.0
        self._weights = [0.0] * len(spellings)
        self._ways: list[Chosen[bytes]] = []

    def shown_text(self) -> str:
        """Nothing: an option is told when it is chosen."""
        return ""

    def result(self, stop: StopReason) -> Response:
        """The likeliest option, and how likely each is."""
        names = _names(self._request.form)
        if not self._answered:
            return Response("", 0.0, (), stop, self.prompt_tokens, self.new_tokens)
        masses = [0.0] * len(names)
        for weight, option in zip(self._weights, self._meant, strict=True):
            masses[option] += weight
        best = max(range(len(names)), key=lambda i: (masses[i], -i))
        total = sum(masses) or 1.0  # all may be too unlikely for a float
        shares = tuple(mass / total for mass in masses)
        return Response(names[best], masses[best], shares, stop, self.prompt_tokens, self.new_tokens, self._cut)

    def _next_automaton(self) -> Options:
        return self._options

    def take(self, vocabulary: Vocabulary, logits: "NDArray[np.float32]") -> None:
        """Weigh every way on, then go the likeliest."""
        self._ways = vocabulary.weigh(logits, self._options, self._state)
        super().take(vocabulary, logits)

    def _note(self, chosen: Chosen[bytes], piece: bytes) -> None:  # noqa: ARG002 (the options are in the states)
        gained = dict.fromkeys(self._options.open(self._state), 0.0)
        for token in self._ways:
            led_to = self._options.open(token.state)
            for option in led_to:
                gained[option] += token.probability / len(led_to)
        left = self._options.open(chosen.state)
        for option, mass in gained.items():
            # An option still open has its weight so far; what it comes to is settled when it falls out or is left.
            self._weights[option] = self._reached * mass
        self._reached *= sum(gained[option] for option in left)


class NameWriting(_Asked[Text]):
    """A short name or a free text."""

    def __init__(self, index: int, position: int, request: Ask, automaton: NameLine | FreeLines) -> None:
        super().__init__(index, position, request)
        self._form = automaton
        self._confidence = 1.0

    def shown_text(self) -> str:
        """The free text so far."""
        return self._form.shown(self._state) if isinstance(self._form, FreeLines) else ""

    def result(self, stop: StopReason) -> Response:
        """The text; one that was broken off is given only where it may be shown so."""
        text = self._state.text if self._answered else self.shown_text()
        confidence = self._confidence if self._answered else 0.0
        return Response(text, confidence, (), stop, self.prompt_tokens, self.new_tokens, self._cut)

    def _next_automaton(self) -> Automaton[Text]:
        return self._form

    def _note(self, chosen: Chosen[Text], piece: bytes) -> None:  # noqa: ARG002 (the text is in the state)
        self._confidence *= chosen.probability


class NumbersWriting(_Asked[bytes]):
    """Some of several numbers."""

    def __init__(self, index: int, position: int, request: Ask, numbers: NumberList) -> None:
        super().__init__(index, position, request)
        self._numbers = numbers
        self._confidence = 1.0

    def shown_text(self) -> str:
        """Nothing: the numbers are told together."""
        return ""

    def result(self, stop: StopReason) -> Response:
        """The numbers; of an answer that was cut, those before the last, which may lack a digit."""
        if not self._answered:
            return Response("", 0.0, (), stop, self.prompt_tokens, self.new_tokens)
        whole = self._state.rpartition(b",")[0]
        text = (whole if self._cut else self._state.removesuffix(END)).decode()
        return Response(text, self._confidence, (), stop, self.prompt_tokens, self.new_tokens, self._cut)

    def _next_automaton(self) -> NumberList:
        return self._numbers

    def _note(self, chosen: Chosen[bytes], piece: bytes) -> None:  # noqa: ARG002 (the numbers are in the state)
        self._confidence *= chosen.probability


AnyWriting = PassageWriting | ChoiceWriting | NameWriting | NumbersWriting


def writing(index: int, position: int, request: DecodeRequest | Ask) -> AnyWriting:
    """The request, number `index` of its call, in a sequence that has been read up to `position`.

    Raises:
        ValueError: a form names a script that there is none of.
    """
    if isinstance(request, DecodeRequest):
        return PassageWriting(index, position, request)
    match request.form:
        case Choice(options=options):
            return ChoiceWriting(index, position, request, tuple((option, i) for i, option in enumerate(options)))
        case YesNo() as form:
            spelt = ((word, i) for i, words in enumerate(map(_capitals, _names(form))) for word in words)
            return ChoiceWriting(index, position, request, tuple(spelt))
        case ShortName(scripts=scripts, max_chars=most):
            return NameWriting(index, position, request, NameLine(scripts, most))
        case Numbers(options=numbers, most=most):
            return NumbersWriting(index, position, request, NumberList(numbers, most))
        case FreeText(stop=stop):
            return NameWriting(index, position, request, FreeLines(stop))


def unread(request: DecodeRequest | Ask, stop: StopReason) -> Decoded | Response:
    """The result of a request of which nothing was read."""
    return Decoded((), stop, 0, 0) if isinstance(request, DecodeRequest) else Response("", 0.0, (), stop, 0, 0)


def _names(form: object) -> tuple[str, ...]:
    match form:
        case Choice(options=options):
            return options
        case YesNo(yes=yes, no=no):
            return (yes, no)
        case _:
            raise ValueError("only a choice has options")


def _capitals(word: str) -> Iterable[str]:
    """The word as it is and with a capital, once where that is the same."""
    return dict.fromkeys((word, word[:1].upper() + word[1:]))
