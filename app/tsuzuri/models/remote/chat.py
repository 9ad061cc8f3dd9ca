"""A chat model behind an endpoint, which writes only what our automata let through."""

import json
import math
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from tsuzuri.core.errors import UnsupportedOperation
from tsuzuri.models.automata import FreeLines, NameLine, NumberList
from tsuzuri.models.grammar import END, FactLines, State, Triple
from tsuzuri.models.remote.endpoint import Endpoint, Stopped, Take, TooLong
from tsuzuri.models.remote.gbnf import FACTS_SCHEMA, fact_grammar, grammar_of, schema_of
from tsuzuri.models.remote.reply import Reply

_KNOWN_NAMES = 12
_BAR = " | "
_BARS = (4, 5)
"""So many parts a fact line has, without and with its time words."""

_SECOND_TEMPERATURE = 0.7
"""A second try would else say the same again."""

_RIVALS = 20
"""So many tokens are told of at most, by the protocol."""

_MARK = re.compile(r"<(?=[|｜][^<>]{1,40}[|｜]>|/?(s|bos|eos|start_of_turn|end_of_turn)>)|\[(?=/?INST\])")
"""What begins a mark of a chat format; a server would take one in a person's text for a mark."""

R = TypeVar("R", Decoded, Response)


class Structured(StrEnum):
    """How a server holds its model to a form: by llama.cpp's grammars, or by JSON schemas as others have them."""

    GRAMMAR = "grammar"
    JSON_SCHEMA = "json_schema"


class RemoteChat:
    """Implements `core.models.ChatModel` over an endpoint's chat completions.

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
        """See `core.models.ChatModel`.

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
        """See `core.models.ChatModel`. Raises what `decode` raises."""
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
        with self._calling, ThreadPoolExecutor(self._endpoint.address.slots, "endpoint") as pool:
            self._cancelled.clear()
            futures = {pool.submit(work, request): index for index, request in enumerate(requests)}
            try:
                for future in as_completed(futures):
                    results[futures[future]] = future.result()
                    if on_done is not None:
                        on_done(futures[future], results[futures[future]])
            except BaseException:
                self._cancelled.set()  # what waits its turn is not sent any more
                self._endpoint.abort()
                raise
        return tuple(results[index] for index in range(len(requests)))

    def _passage(self, prefix: Sequence[Turn], request: DecodeRequest) -> Decoded:
        turns, answers = list(prefix), list[Answer]()
        known, earlier = dict.fromkeys(request.names), tuple[Triple, ...]()
        read = written = 0
        for sentence in request.sentences:
            turns.append(Turn("user", sentence.text))
            names = tuple(name for name in known if name not in sentence.text)[-_KNOWN_NAMES:]
            try:
                reply = self._reply(turns, self._facts_form(sentence, request, names), request.max_tokens)
            except TooLong:
                return Decoded(tuple(answers), StopReason.TOO_LONG, read, written)
            if reply is None:
                return Decoded(tuple(answers), StopReason.CANCELLED, read, written)
            read, written = read + reply.read, written + reply.written
            lines, state = _held(FactLines(sentence, request.form, names, earlier), self._lines(reply))
            answers.append(Answer(tuple(lines), tuple(lines.values()), reply.cut))
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

    def _lines(self, reply: Reply) -> Iterator[tuple[str, float]]:
        """The lines of an answer, with the confidence in each; the last of an answer that was cut is no whole one."""
        if self._structured is Structured.GRAMMAR:
            written = reply.text.split("\n")
            begin = 0
            for line in written[:-1] if reply.cut else written:
                if line != NOTHING and line.count(_BAR) not in _BARS:
                    raise self._unstructured()
                yield line, reply.confidence(begin, begin + len(line) + 1)
                begin += len(line) + 1
            return
        told = self._json(reply).get("lines")
        for line in told if isinstance(told, list) else ():
            if isinstance(line, str):
                begin = reply.text.find(line)  # but for one that JSON has to escape
                yield line, reply.confidence(begin, begin + len(line)) if begin >= 0 else reply.confidence()

    def _answer(self, prefix: Sequence[Turn], request: Ask, tell: Callable[[str], None] | None) -> Response:
        turns, form = (*prefix, *request.turns), request.form
        read, written, cut = 0, 0, False
        for temperature in (0.0, _SECOND_TEMPERATURE):
            try:
                reply = self._reply(turns, self._form(form), request.max_tokens, _shown(form, tell), temperature)
            except TooLong:
                return Response("", 0.0, (), StopReason.TOO_LONG, read, written)
            if reply is None:
                return Response("", 0.0, (), StopReason.CANCELLED, read, written)
            read, written, cut = read + reply.read, written + reply.written, reply.cut
            checked = _checked(form, self._plain(form, reply), cut=cut)
            if checked is not None:
                shares = _shares(form, checked, reply)
                confidence = max(shares) if shares else reply.confidence()
                return Response(checked, confidence, shares, StopReason.COMPLETE, read, written, cut)
        if isinstance(form, Choice | YesNo) and not cut:
            raise self._unstructured()
        return Response("", 0.0, (), StopReason.CRASHED, read, written)

    def _form(self, form: Form) -> Mapping[str, object]:
        if isinstance(form, FreeText):
            return {"stop": [form.stop]} if form.stop else {}
        if self._structured is Structured.GRAMMAR:
            return {"grammar": grammar_of(form)}
        return _by_schema(schema_of(form))

    def _plain(self, form: Form, reply: Reply) -> str:
        if isinstance(form, FreeText):
            return reply.text
        if self._structured is Structured.GRAMMAR:
            return reply.text.strip()
        answer = self._json(reply).get("answer")
        return answer.strip() if isinstance(answer, str) else ""

    def _json(self, reply: Reply) -> dict[str, Any]:
        """The object of an answer; empty for one that was cut."""
        try:
            told = json.loads(reply.text)
        except (ValueError, RecursionError):
            told = {} if reply.cut else None
        if not isinstance(told, dict):
            raise self._unstructured()
        return told

    def _unstructured(self) -> UnsupportedOperation:
        """The server paid no heed to the form, which some do without a word."""
        if self._structured is Structured.GRAMMAR:
            lacks, way_out = "hold its model to a grammar", 'set chat.structured = "json_schema"'
        else:
            lacks, way_out = "hold its model to a JSON schema", "use llama-server, vLLM or Ollama for it"
        return UnsupportedOperation(f"the endpoint at {self._endpoint.address.host}", lacks, hint=way_out)

    def _reply(
        self,
        turns: Iterable[Turn],
        form: Mapping[str, object],
        max_tokens: int,
        tell: Callable[[str], None] | None = None,
        temperature: float = 0.0,
    ) -> Reply | None:
        """What the server writes; None if it was cancelled."""
        body = {
            "model": self._endpoint.address.model,
            "messages": [{"role": turn.role, "content": _spoken(turn)} for turn in turns],
            "max_tokens": max_tokens,
            "temperature": temperature,
            **form,
        }
        try:
            return self._whole(body) if tell is None else self._streamed(body, tell)
        except Stopped:
            return None

    def _whole(self, body: Mapping[str, object]) -> Reply:
        asked = {**body, "logprobs": True, "top_logprobs": _RIVALS}
        reply = Reply()
        reply.take(self._endpoint.post("chat/completions", asked, self._cancelled))
        return reply

    def _streamed(self, body: Mapping[str, object], tell: Callable[[str], None]) -> Reply:
        """An answer that is shown as it comes: without probabilities, with which some servers break characters."""
        replies: list[Reply] = []

        def begin() -> Take:
            replies.append(reply := Reply())

            def take(piece: dict[str, Any]) -> None:
                reply.take(piece)
                tell(reply.text)

            return take

        asked = {**body, "stream": True, "stream_options": {"include_usage": True}}
        self._endpoint.stream("chat/completions", asked, self._cancelled, begin)
        return replies[-1]


def _spoken(turn: Turn) -> str:
    """A turn's text, in which a mark of a chat format that a person's text holds is none."""
    return turn.text if turn.own else _MARK.sub(lambda found: "‹" if found[0] == "<" else "［", turn.text)


def _held(automaton: FactLines, lines: Iterable[tuple[str, float]]) -> tuple[dict[str, float], State]:
    """The lines that the automaton lets through one after the other, and the state after them; others are left out."""
    kept: dict[str, float] = {}
    state = automaton.start()
    for line, confidence in lines:
        ended = automaton.feed(state, line.encode("utf-8", "ignore") + END)
        if ended is None or line == NOTHING:
            continue
        kept[line] = confidence
        following = automaton.feed(state, line.encode() + b"\n")
        if following is None:
            return kept, ended
        state = following
    return kept, state


def _checked(form: Form, text: str, *, cut: bool) -> str | None:
    """The answer as its automaton lets it through; None if it does not. Of numbers that were cut, the whole ones."""
    match form:
        case Choice(options=options):
            meant = [option for option in options if option == text or (cut and option.startswith(text))]
            return meant[0] if len(meant) == 1 else None
        case YesNo(yes=yes, no=no):
            return next((word for word in (yes, no) if word.casefold() == text.casefold()), None)
        case ShortName(scripts=scripts, max_chars=most):
            line = NameLine(scripts, most)
            state = line.feed(line.start(), _data(text) + END)
            return None if state is None else state.text
        case Numbers(options=numbers, most=most):
            listed = NumberList(numbers, most)
            whole = text.rpartition(",")[0] if cut else text
            return whole if listed.feed(listed.start(), _data(whole) + END) is not None else None
        case FreeText(stop=stop):
            return _free(FreeLines(stop), text)


def _free(lines: FreeLines, text: str) -> str:
    """A free text up to its stop mark, without the characters that none may hold."""
    state = lines.start()
    for char in text:
        following = lines.feed(state, _data(char))
        state = state if following is None else following
    return state.text


def _data(text: str) -> bytes:
    return text.encode("utf-8", "ignore")


def _shown(form: Form, tell: Callable[[str], None] | None) -> Callable[[str], None] | None:
    """Tells a free text as it comes, without what may turn out to be its stop mark."""
    if tell is None or not isinstance(form, FreeText):
        return None
    lines = FreeLines(form.stop)

    def show(text: str) -> None:
        state = lines.feed(lines.start(), _data(_free(lines, text)))
        assert state is not None
        tell(lines.shown(state))

    return show


def _shares(form: Form, chosen: str, reply: Reply) -> tuple[float, ...]:
    """How likely each option is, by the first token of the answer; even where that tells nothing.

    An option that is not among the likeliest tokens may have been as likely as the last of them: it counts as such.
    """
    options = form.options if isinstance(form, Choice) else (form.yes, form.no) if isinstance(form, YesNo) else ()
    if not options:
        return ()
    rivals = reply.rivals(max(0, reply.text.casefold().find(chosen.casefold())))
    said = [(token.strip(' "{:').casefold(), math.exp(min(0.0, logprob))) for token, logprob in rivals.items()]
    least = min((probability for _, probability in said), default=1.0)
    masses = [sum(p for token, p in said if token and option.casefold().startswith(token)) for option in options]
    masses = [mass or least for mass in masses]
    if masses[options.index(chosen)] < max(masses):
        return tuple(1 / len(options) for _ in options)
    return tuple(mass / sum(masses) for mass in masses)


def _by_schema(schema: Mapping[str, object]) -> Mapping[str, object]:
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}}
