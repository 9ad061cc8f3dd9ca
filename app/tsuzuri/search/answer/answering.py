"""From a question to an answer that cites, or to the reason why there is none."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date

from tsuzuri.core.answers import Answer, Citation, Composer, Statement, Verdict
from tsuzuri.core.clock import Clock
from tsuzuri.core.decoding import StopReason
from tsuzuri.core.document import Span
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ids import FactId
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit, Outcome, SearchResult, Strategy, Timing
from tsuzuri.search.answer.citing import Borne, borne_out, claims
from tsuzuri.search.answer.context import VERSION, notes, prefix, request
from tsuzuri.search.answer.declining import bearing, reason
from tsuzuri.search.answer.evidence import Evidence, gather
from tsuzuri.search.answer.facts import told_by_fact
from tsuzuri.search.answer.following import taken_over
from tsuzuri.search.answer.inquiry import Inquiry, Wants, inquire
from tsuzuri.search.answer.sounding import Sound

Find = Callable[[str, date | None], SearchResult]
"""A search for a question, as of a day if one is given."""
OnStep = Callable[[str], None]
OnText = Callable[[str], None]

_NEAREST = 5
_QUOTED, _QUOTED_OF_SEVERAL = 3, 6
_AS_GOOD = 0.15
"""What is quoted beside the best sentence scores this much less at most."""
_GOOD = 0.78
"""From which score on sentences are quoted for a question that asks for several things."""
_CERTAIN = 0.8
_UNWRITTEN = "the sources in their own words"
_NOT_BORNE_OUT = "what the model wrote is not in the sources; here are their own words"


@dataclass(slots=True)
class _Trail:
    """What is noted on the way to one answer."""

    question: str
    asked: str
    as_of: date | None
    on_step: OnStep
    timings: list[Timing] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        self.on_step(name)
        started = time.perf_counter()
        yield
        self.timings.append(Timing(name, (time.perf_counter() - started) * 1000))


class Answering:
    """Answers questions over one dataset; without a `chat` model by facts and by the sentences of the sources.

    `sound` tells how names of the other script are read. Nothing of a question or an answer is stored.
    """

    def __init__(self, backend: Backend, chat: ChatModel | None, clock: Clock, sound: Sound) -> None:
        self._backend = backend
        self._chat = chat
        self._clock = clock
        self._sound = sound

    def answer(
        self,
        question: str,
        find: Find,
        *,
        find_widely: Find | None = None,
        as_of: date | None = None,
        history: Sequence[Answer] = (),
        on_step: OnStep = lambda _: None,
        on_text: OnText = lambda _: None,
    ) -> Answer:
        """Answer a question from what `find` finds for it; `find_widely` is asked where several things are asked for.

        `history` are the answers before it, the latest last. `on_step` is told what is done; `on_text` the whole of
        what of the answer stands so far: sentences that are borne out, with their citations.

        Raises what the search raises, and `ModelDied` where the model does not stay up.
        """
        trail = _Trail(question, taken_over(question, history, self._backend), as_of, on_step)
        inquiry = inquire(trail.asked, self._backend, self._clock().astimezone().date())
        widely = find_widely if inquiry.several and not inquiry.unknown else None
        result, evidence = self._looked_up(inquiry, widely or find, trail)
        why = reason(inquiry, evidence)
        if result.outcome is Outcome.NOT_INDEXED:
            return _unanswered(trail, result, Verdict.NOT_INDEXED, result.message)
        if why:
            return _unanswered(trail, result, Verdict.DECLINED, why)
        bears = bearing(inquiry, evidence)
        trail.trace.append(f"{len(bears)} of {len(evidence)} sentences bear the question, best {bears[0].score:.2f}")
        if (told := told_by_fact(inquiry, bears)) is not None:
            stands = (Borne(told.text, (told.evidence,)),)
            return _answered(trail, result, stands, Composer.FACT, facts={told.evidence: told.fact.id})
        quotes = _quotes(inquiry, bears, _after(bears, evidence))
        if not inquiry.several and (whole := _whole(quotes)):
            return _answered(trail, result, whole, Composer.QUOTED)
        if self._chat is None:
            return _answered(trail, result, quotes, Composer.QUOTED, message=_UNWRITTEN)
        return self._written(inquiry, evidence, result, trail, on_text)

    def _looked_up(self, inquiry: Inquiry, find: Find, trail: _Trail) -> tuple[SearchResult, tuple[Evidence, ...]]:
        with trail.step("search"):
            result = find(trail.asked, trail.as_of)
        with trail.step("weigh evidence"):
            evidence = gather(inquiry, result.hits, self._backend, self._sound, trail.as_of)
        trail.trace += (f"{result.strategy_used}: {len(result.hits)} hits, {len(evidence)} sentences", *result.trace)
        trail.timings += result.timings
        return result, evidence

    def _written(
        self, inquiry: Inquiry, evidence: Sequence[Evidence], result: SearchResult, trail: _Trail, on_text: OnText
    ) -> Answer:
        """What the model writes, as far as it is borne out; else the sources' own words, where they say it plainly."""
        assert self._chat is not None
        bears = bearing(inquiry, evidence)
        following = _after(bears, evidence)
        shown = notes(bears, following if inquiry.several else {})
        asked = request(trail.asked, shown, result.categories, trail.as_of)

        def wrote(_: int, text: str) -> None:
            whole, end, _unfinished = text.rpartition("]")
            if end and (so_far := borne_out(claims(whole + end), shown, inquiry)[0]):
                on_text(" ".join(one.text for one in so_far))

        try:
            with trail.step("write"):
                response = self._chat.ask(prefix(), [asked], on_text=wrote)[0]
        except ModelUnavailable as error:
            message = f"{_UNWRITTEN}: {error.message}"
            return _answered(trail, result, _quotes(inquiry, bears, following), Composer.QUOTED, message=message)
        if response.stop is StopReason.CANCELLED:
            return _unanswered(trail, result, Verdict.CANCELLED, "stopped before there was an answer")
        trail.trace.append(f"{response.prompt_tokens} tokens read, {response.new_tokens} written: {response.text}")
        said = claims(response.text)
        stands, cut = borne_out(said, shown, inquiry)
        model = f"{self._chat.name} {VERSION}"
        quotes = _whole(_quotes(inquiry, bears, following))
        if stands:
            more = _left_out(quotes, stands) if inquiry.several else ()
            return _answered(trail, result, (*stands, *more), Composer.MODEL, model=model, cut=cut)
        if quotes:
            return _answered(trail, result, quotes, Composer.QUOTED, message=_NOT_BORNE_OUT, cut=cut)
        why = "not in your library, as far as the model can tell from the nearest notes"
        return replace(_unanswered(trail, result, Verdict.DECLINED, why), cut=cut, model=model)


def _quotes(inquiry: Inquiry, bears: Sequence[Evidence], following: Mapping[Evidence, Evidence]) -> tuple[Borne, ...]:
    """The sentences that answer best, in order of time where several are asked for, with what is `following`."""
    best = bears[0].score
    least, most = (min(_GOOD, best), _QUOTED_OF_SEVERAL) if inquiry.several else (best - _AS_GOOD, _QUOTED)
    if not inquiry.several and inquiry.wants is not Wants.ANYTHING:
        most = 1  # one day, one number
    chosen: list[Evidence] = []
    for one in bears:
        if one.score >= least and len(chosen) < most and not any(_overlap(one, other) for other in chosen):
            chosen.append(one)
    ordered = sorted(chosen, key=_said) if inquiry.several else chosen
    return tuple(_quote(one, following.get(one) if inquiry.goes_on else None) for one in ordered)


def _quote(one: Evidence, behind: Evidence | None) -> Borne:
    """A sentence in its own words, with the one behind it."""
    if behind is None:
        return Borne(one.text, (one,))
    both = replace(one, span=behind.span, lead=Span(one.lead.start, behind.span.end))
    return Borne(both.text, (both,))


def _whole(quotes: Sequence[Borne]) -> tuple[Borne, ...]:
    """Those that bear all of the question by themselves: there is nothing to put together."""
    return tuple(one for one in quotes if all(by.words == 1.0 and by.names > _CERTAIN for by in one.by))


def _left_out(quotes: Sequence[Borne], stands: Sequence[Borne]) -> tuple[Borne, ...]:
    """What bears all of the question too, in sentences that the model's answer does not cite."""
    cited = [by for one in stands for by in one.by]
    rest = [one for one in quotes if not any(_overlap(by, other) for by in one.by for other in cited)]
    return tuple(rest[: max(_QUOTED_OF_SEVERAL - len(stands), 0)])


def _after(bears: Sequence[Evidence], evidence: Sequence[Evidence]) -> dict[Evidence, Evidence]:
    """The sentence behind each: what came of something, or why it was, is often told there."""
    following: dict[Evidence, Evidence] = {}
    for one in bears:
        later = [other for other in evidence if other.passage.id == one.passage.id and other.span > one.span]
        if later:
            following[one] = min(later, key=lambda other: other.span)
    return following


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.text == other.text or (one.passage.id == other.passage.id and one.lead.overlaps(other.lead))


def _said(one: Evidence) -> date:
    return one.passage.said.at.date() if one.passage.said else date.max


def _answered(
    trail: _Trail,
    result: SearchResult,
    stands: Sequence[Borne],
    composer: Composer,
    *,
    message: str = "",
    model: str = "",
    cut: tuple[str, ...] = (),
    facts: dict[Evidence, FactId] | None = None,
) -> Answer:
    numbers: dict[Evidence, int] = {}
    for one in stands:
        for by in one.by:
            numbers.setdefault(by, len(numbers) + 1)
    citations = tuple(_citation(number, one, (facts or {}).get(one)) for one, number in numbers.items())
    statements = tuple(Statement(one.text, tuple(numbers[by] for by in one.by)) for one in stands)
    answer = _unanswered(trail, result, Verdict.ANSWERED, message)
    return replace(answer, statements=statements, citations=citations, composer=composer, model=model, cut=cut)


def _citation(number: int, one: Evidence, fact_id: FactId | None) -> Citation:
    passage = one.passage
    text = one.lead.of(passage.text)
    return Citation(
        number, passage.id, one.lead, text, passage.title, passage.source_uri, passage.locator, passage.said, fact_id
    )


def _unanswered(trail: _Trail, result: SearchResult, verdict: Verdict, message: str) -> Answer:
    hits: tuple[Hit, ...] = result.hits[:_NEAREST]
    strategy: Strategy = result.strategy_used
    return Answer(
        question=trail.question,
        asked=trail.asked,
        verdict=verdict,
        statements=(),
        citations=(),
        composer=None,
        hits=hits,
        strategy_used=strategy,
        as_of=trail.as_of,
        timings=tuple(trail.timings),
        trace=tuple(trail.trace),
        diagnostic_id=result.diagnostic_id,
        message=message,
    )
