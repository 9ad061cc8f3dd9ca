"""Questions put to a library in memory: the sentences that share the most words with them answer."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Protocol

from tsuzuri.core.answers import Answer, Citation, Composer, Statement, Verdict
from tsuzuri.core.document import Span
from tsuzuri.core.history import Asked
from tsuzuri.core.ids import AskedId
from tsuzuri.core.results import SearchResult, Strategy
from tsuzuri.core.values import Passage
from tsuzuri.text.sentences import sentences


class Searched(Protocol):
    """What answers are taken from."""

    def passages(self) -> tuple[Passage, ...]: ...

    def search(self, words: str) -> SearchResult: ...


@dataclass
class FakeAsking:
    """How questions are answered, and the history. An answer that is `held` waits until it is stopped or let go."""

    held: bool = False
    error: Exception | None = None
    busy: Exception | None = None
    message: str = ""
    cut: tuple[str, ...] = ()
    asked: list[tuple[str, date | None, tuple[str, ...]]] = field(default_factory=list)
    kept: list[Asked] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    def ask(
        self,
        library: Searched,
        question: str,
        as_of: date | None,
        history: Sequence[Answer],
        on_step: Callable[[str], None],
        on_text: Callable[[str], None],
    ) -> Answer:
        self.asked.append((question, as_of, tuple(one.question for one in history)))
        if self.error is not None:
            raise self.error
        on_step("search")
        answer = _answer(library, question, as_of)
        if self.held:
            on_step("write")
            on_text(answer.statements[0].cited if answer.statements else "")
            if self.stopped.wait(timeout=20):
                return replace(answer, verdict=Verdict.CANCELLED, statements=(), citations=())
            raise AssertionError("nobody stopped it")
        return replace(answer, message=answer.message or self.message, cut=self.cut)


@dataclass(frozen=True, slots=True)
class FakeHistory:
    """Satisfies `parts.History`."""

    asking: FakeAsking
    now: datetime
    changed: Callable[..., None]

    def asked(self) -> tuple[Asked, ...]:
        return tuple(self.asking.kept)

    def keep(self, answer: Answer, follows: Sequence[Answer] = ()) -> AskedId | None:
        if self.asking.busy is not None:
            raise self.asking.busy
        if answer.verdict is Verdict.CANCELLED:
            return None
        id_ = AskedId(len(self.asking.kept) + 100)
        self.asking.kept.append(Asked(id_, self.now, replace(answer, hits=())))
        return id_

    def remove(self, id: AskedId) -> None:
        self.asking.kept = [one for one in self.asking.kept if one.id != id]
        self.changed("remove", id)

    def clear(self) -> None:
        self.asking.kept = []
        self.changed("clear")


def _answer(library: Searched, question: str, as_of: date | None) -> Answer:
    names = _names(question)
    found = [
        (passage, Span(span.start, span.end))
        for passage in library.passages()
        for span in sentences(passage.text)
        if names and all(name in span.of(passage.text) for name in names)
    ][:3]
    citations = tuple(
        Citation(n, one.id, span, span.of(one.text), one.title, one.source_uri, one.locator, one.said)
        for n, (one, span) in enumerate(found, start=1)
    )
    near = library.search(names[0][:2]).hits[:3] if names else ()
    listed = ", ".join(f'"{name}"' for name in names)
    return Answer(
        question=question,
        asked=question,
        verdict=Verdict.ANSWERED if citations else Verdict.DECLINED,
        statements=tuple(Statement(one.text, (one.number,)) for one in citations),
        citations=citations,
        composer=Composer.QUOTED if citations else None,
        hits=() if citations else near,
        strategy_used=Strategy.SYSTEM1,
        as_of=as_of,
        timings=(),
        trace=(),
        diagnostic_id="s-1",
        message="" if citations else f"not in your library: nothing in it speaks of {listed}",
    )


def _names(question: str) -> list[str]:
    """The words of a question that begin with a capital, but for its first; of Japanese, what stands before は."""
    if "は" in question:
        return [question.partition("は")[0]]
    return [word.strip("?.,") for word in question.split()[1:] if word[0].isupper()]
