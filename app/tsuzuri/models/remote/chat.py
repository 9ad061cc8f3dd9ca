"""A chat model behind an endpoint, which writes only what our automata let through."""

import json
import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from enum import StrEnum
from typing import Any, TypeVar

from tsuzuri.core.decoding import (
    NOTHING,
    Answer,
    Ask,
    Choice,
    Decoded,
    DecodeRequest,
    Form,
    FreeText,
    Numbers,
    Response,
    Sentence,
    ShortName,
    StopReason,
    Turn,
    YesNo,
)
from tsuzuri.models.automata import FreeLines, NameLine, NumberList
from tsuzuri.models.grammar import END, FactLines, State, Triple
from tsuzuri.models.remote.endpoint import Endpoint
from tsuzuri.models.remote.gbnf import FACTS_SCHEMA, fact_grammar, grammar_of, schema_of

_KNOWN_NAMES = 12
_TRIES = 2
_UNKNOWN = 0.5
"""The confidence in an answer of which the server tells no probability: that of a coin, so that nothing leans on it."""

R = TypeVar("R", Decoded, Response)


class Structured(StrEnum):
    """How a server holds its model to a form: by llama.cpp's grammars, or by JSON schemas as others have them."""

    GRAMMAR = "grammar"
    JSON_SCHEMA = "json_schema"


class RemoteChat:
    """Implements `ports.ChatModel` over an endpoint's chat completions.

    As many requests are under way as the endpoint has slots. What comes back is checked by the automata that write
    locally: a line that does not hold is left out, an answer that does not hold is asked for once more and then given
    up. A passage's sentences are turns of one chat, as they are locally.
    """

    def __init__(self, endpoint: Endpoint, structured: Structured) -> None:
        self._endpoint = endpoint
        self._structured = structured
        self._cancelled = threading.Event()
        self._calling = threading.Lock()
        self.restarts = 0

    @property
    def name(self) -> str:
        """The served model and its host, as evidence cites it."""
        return f"{self._endpoint.address.model}@{self._endpoint.address.host}"

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        """See `ports.ChatModel`.

        Raises:
            ModelUnavailable: the endpoint cannot be reached, or refuses.
        """
        return self._each(requests, lambda request: self._passage(prefix, request), on_done)

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        """See `ports.ChatModel`. Raises what `decode` raises."""
        numbered = list(enumerate(requests))

        def answer(one: tuple[int, Ask]) -> Response:
            index, request = one
            tell = None if on_text is None else lambda text: on_text(index, text)
            return self._answer(prefix, request, tell)

        return self._each(numbered, answer, on_done)

    def cancel(self) -> None:
        """Stop the call in progress, if there is one; from any thread."""
        if self._calling.locked():
            self._cancelled.set()
            self._endpoint.abort()

    def close(self) -> None:
        """Close the connections. Idempotent."""
        self._endpoint.abort()

    def _each(
        self, requests: Sequence[Any], work: Callable[[Any], R], on_done: Callable[[int, R], None] | None
    ) -> tuple[R, ...]:
        results: dict[int, R] = {}
        with self._calling, ThreadPoolExecutor(max(1, self._endpoint.address.slots), "endpoint") as pool:
            self._cancelled.clear()
            futures = {pool.submit(work, request): index for index, request in enumerate(requests)}
            try:
                for future in as_completed(futures):
                    results[futures[future]] = future.result()
                    if on_done is not None:
                        on_done(futures[future], results[futures[future]])
            except BaseException:
                self._cancelled.set()
                raise
        return tuple(results[index] for index in range(len(requests)))

    def _passage(self, prefix: Sequence[Turn], request: DecodeRequest) -> Decoded:
        turns, answers = list(prefix), list[Answer]()
        known, earlier = dict.fromkeys(request.names), tuple[Triple, ...]()
        read = written = 0
        for sentence in request.sentences:
            if self._cancelled.is_set():
                return Decoded(tuple(answers), StopReason.CANCELLED, read, written)
            turns.append(Turn("user", sentence.text))
            names = tuple(name for name in known if name not in sentence.text)[-_KNOWN_NAMES:]
            reply = self._reply(turns, self._facts_form(sentence, request, names), request.max_tokens)
            if reply is None:
                return Decoded(tuple(answers), StopReason.CANCELLED, read, written)
            read, written = read + reply.read, written + reply.written
            automaton = FactLines(sentence, request.form, names, earlier)
            lines, state = _held(automaton, self._lines(reply.text))
            answers.append(Answer(lines, (reply.confidence,) * len(lines), reply.cut))
            earlier += state.facts
            for line in lines:
                subject, kind, _, object_, object_kind, *_ = line.split(" | ")
                for name, its in ((subject, kind), (object_, object_kind)):
                    if its in request.form.types and name.casefold() not in request.form.pronouns:
                        known[name] = None
            turns.append(Turn("assistant", "\n".join(lines) or NOTHING))
        return Decoded(tuple(answers), StopReason.COMPLETE, read, written)

    def _facts_form(self, sentence: Sentence, request: DecodeRequest, names: Sequence[str]) -> Mapping[str, object]:
        if self._structured is Structured.GRAMMAR:
            return {"grammar": fact_grammar(sentence, request.form, names)}
        return _by_schema(FACTS_SCHEMA)

    def _lines(self, text: str) -> list[str]:
        if self._structured is Structured.GRAMMAR:
            return text.strip().split("\n")
        lines = _json(text).get("lines")
        return [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []

    def _answer(self, prefix: Sequence[Turn], request: Ask, tell: Callable[[str], None] | None) -> Response:
        turns, read, written = (*prefix, *request.turns), 0, 0
        for _ in range(_TRIES):
            reply = self._reply(turns, self._form(request.form), request.max_tokens, _shown(request.form, tell))
            if reply is None:
                return Response("", 0.0, (), StopReason.CANCELLED, read, written)
            read, written = read + reply.read, written + reply.written
            text = reply.text if isinstance(request.form, FreeText) else self._plain(reply.text)
            checked = _checked(request.form, text)
            if checked is not None:
                shares = _shares(request.form, checked, reply)
                confidence = max(shares) if shares else reply.confidence
                return Response(checked, confidence, shares, StopReason.COMPLETE, read, written, reply.cut)
        return Response("", 0.0, (), StopReason.CRASHED, read, written)

    def _form(self, form: Form) -> Mapping[str, object]:
        if self._structured is Structured.GRAMMAR:
            grammar = grammar_of(form)
            return {"grammar": grammar} if grammar else {}
        schema = schema_of(form)
        return _by_schema(schema) if schema else {}

    def _plain(self, text: str) -> str:
        if self._structured is Structured.GRAMMAR:
            return text.strip()
        answer = _json(text).get("answer")
        return answer.strip() if isinstance(answer, str) else ""

    def _reply(
        self,
        turns: Iterable[Turn],
        form: Mapping[str, object],
        max_tokens: int,
        tell: Callable[[str], None] | None = None,
    ) -> "_Reply | None":
        """What the server writes; None if it was cancelled."""
        body = {
            "model": self._endpoint.address.model,
            "messages": [{"role": turn.role, "content": turn.text} for turn in turns],
            "max_tokens": max_tokens,
            "temperature": 0.0,
            "logprobs": True,
            "top_logprobs": 5,
            **form,
        }
        reply = _Reply()
        for piece in self._endpoint.stream("chat/completions", body, self._cancelled.is_set):
            reply.take(piece)
            if tell is not None:
                tell(reply.text)
        return None if self._cancelled.is_set() else reply


class _Reply:
    """What has come of an answer so far. `first` has the log probabilities of the first token and its rivals."""

    def __init__(self) -> None:
        self.text = ""
        self.cut = False
        self.read = 0
        self.written = 0
        self.first: dict[str, float] = {}
        self._logprob: float | None = None

    @property
    def confidence(self) -> float:
        """The product of the tokens' probabilities, where the server tells them."""
        return _UNKNOWN if self._logprob is None else math.exp(min(0.0, self._logprob))

    def take(self, piece: Mapping[str, Any]) -> None:
        """One event of the stream; what is not as it should be counts as empty."""
        usage = piece.get("usage")
        if isinstance(usage, dict):
            self.read, self.written = int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)
        choices = piece.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        delta = choice.get("delta") or {}
        content = delta.get("content") if isinstance(delta, dict) else None
        if isinstance(content, str):
            self.text += content
            self.written += bool(content) and not usage
        self.cut = self.cut or choice.get("finish_reason") == "length"
        logprobs = choice.get("logprobs")
        for token in (logprobs.get("content") or []) if isinstance(logprobs, dict) else []:
            self._note(token)

    def _note(self, token: object) -> None:
        if not isinstance(token, dict) or not isinstance(value := token.get("logprob"), int | float):
            return
        if self._logprob is None:
            rivals = [one for one in (token.get("top_logprobs") or []) if isinstance(one, dict)]
            self.first = {
                str(one.get("token")): float(one["logprob"])
                for one in (token, *rivals)
                if isinstance(one.get("logprob"), int | float)
            }
        self._logprob = (self._logprob or 0.0) + value


def _held(automaton: FactLines, lines: Iterable[str]) -> tuple[tuple[str, ...], State]:
    """The lines that the automaton lets through one after the other, and the state after them; others are left out."""
    kept: list[str] = []
    state = automaton.start()
    for line in lines:
        ended = automaton.feed(state, line.encode("utf-8", "ignore") + END)
        if ended is None or line == NOTHING:
            continue
        kept.append(line)
        following = automaton.feed(state, line.encode() + b"\n")
        if following is None:
            return tuple(kept), ended
        state = following
    return tuple(kept), state


def _checked(form: Form, text: str) -> str | None:
    """The answer as its automaton lets it through; None if it does not."""
    data = text.encode("utf-8", "ignore") + END
    match form:
        case Choice(options=options):
            return text if text in options else None
        case YesNo(yes=yes, no=no):
            return next((word for word in (yes, no) if word.casefold() == text.casefold()), None)
        case ShortName(scripts=scripts, max_chars=most):
            line = NameLine(scripts, most)
            state = line.feed(line.start(), data)
            return state.text if state is not None and line.is_done(state) else None
        case Numbers(options=numbers, most=most):
            listed = NumberList(numbers, most)
            written = listed.feed(listed.start(), data)
            return text if written is not None and listed.is_done(written) else None
        case FreeText(stop=stop):
            return _before(text, stop)


def _before(text: str, stop: str) -> str:
    return text.partition(stop)[0] if stop else text


def _shown(form: Form, tell: Callable[[str], None] | None) -> Callable[[str], None] | None:
    """Tells a free text as it comes, without what may turn out to be its stop mark."""
    if tell is None or not isinstance(form, FreeText):
        return None
    lines = FreeLines(form.stop)

    def show(text: str) -> None:
        state = lines.feed(lines.start(), text.encode("utf-8", "ignore"))
        if state is not None:
            tell(lines.shown(state))

    return show


def _shares(form: Form, chosen: str, reply: _Reply) -> tuple[float, ...]:
    """How likely each option is, by the first token, which most options part at; even where nothing is told."""
    options = form.options if isinstance(form, Choice) else (form.yes, form.no) if isinstance(form, YesNo) else ()
    if not options:
        return ()
    masses = [
        sum(
            math.exp(logprob)
            for token, logprob in reply.first.items()
            if (said := token.strip().casefold()) and option.casefold().startswith(said)
        )
        for option in options
    ]
    total = sum(masses)
    if not total or options[max(range(len(options)), key=lambda i: masses[i])].casefold() != chosen.casefold():
        return tuple(1 / len(options) for _ in options)
    return tuple(mass / total for mass in masses)


def _by_schema(schema: Mapping[str, object]) -> Mapping[str, object]:
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}}


def _json(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
