"""A conversation: each question with what came of it, as lines among which places can be selected. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.answers import Answer, Citation, Verdict
from tsuzuri.core.ids import AskedId
from tsuzuri.core.results import Hit
from tsuzuri.tui.present import citation, file_name, fit, one_line, plain, said_on
from tsuzuri.tui.theme import HEADING, QUIET, TITLE, TROUBLE
from tsuzuri.tui.wrapping import breaks, broken

if TYPE_CHECKING:
    from tsuzuri.core.history import Asked

Place = Citation | Hit
"""Where an answer can be looked up: what it cites, or a find that is near and no answer."""

_INDENT = 4
_STEPS = {"search": "Searching", "weigh evidence": "Weighing what was found", "write": "Writing"}


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, asked at a moment and as of a day, and what came of it so far.

    `key` tells it from others. `answer` is None while it is under way, where it was stopped, and where it failed.
    `step` is what is being done, `text` what of the answer stands already, `trouble` why there is none. `kept` is its
    id in the history.
    """

    key: tuple[int, int]
    at: datetime
    question: str
    as_of: date | None = None
    answer: Answer | None = None
    step: str = ""
    text: str = ""
    trouble: str = ""
    kept: AskedId | None = None

    @property
    def under_way(self) -> bool:
        """Whether an answer is still to come."""
        return self.answer is None and not self.trouble

    @property
    def asked_now(self) -> bool:
        """Whether it was asked since the program began, and not read from the history."""
        return self.key[0] == 1

    @property
    def places(self) -> tuple[Place, ...]:
        """What can be looked up: the citations; where nothing answers, the nearest finds."""
        if self.answer is None:
            return ()
        return self.answer.citations if self.answer.verdict is Verdict.ANSWERED else self.answer.hits

    @property
    def copied(self) -> str:
        """The answer with what it cites, to go elsewhere; empty where there is none."""
        if self.answer is None or not self.answer.statements:
            return ""
        return "\n".join((self.answer.text, "", *map(_reference, self.answer.citations)))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a conversation; `place` is the number of the place it belongs to, None for the question's own."""

    content: Content
    place: int | None = None


def turn_of(asked: "Asked") -> Turn:
    """A question out of the history."""
    return Turn((0, asked.id), asked.at, asked.answer.question, asked.answer.as_of, asked.answer, kept=asked.id)


def merged(turns: Sequence[Turn], history: "Sequence[Asked]") -> list[Turn]:
    """The turns of now with what was kept, in order of time; a turn that is kept no longer is gone."""
    known = {turn.kept: turn for turn in turns if turn.kept is not None}
    kept = [known.get(one.id) or turn_of(one) for one in history]
    return sorted((*kept, *(turn for turn in turns if turn.kept is None)), key=lambda turn: (turn.at, turn.key))


def without_finds(turn: Turn) -> Turn:
    """A turn without what was near it."""
    return turn if turn.answer is None else replace(turn, answer=replace(turn.answer, hits=()))


def turn_lines(turn: Turn, width: int) -> tuple[Line, ...]:
    """A turn in lines of at most `width` cells, with an empty one at its end."""
    lines = _wrapped(plain(turn.question, TITLE), width)
    if turn.answer is None:
        lines += _wrapped(_unfinished(turn), width)
    elif turn.answer.verdict is Verdict.ANSWERED:
        lines += _wrapped(_text(turn.answer), width)
        for number, one in enumerate(turn.answer.citations):
            lines += _place_lines(number, f"[{one.number}]", _cited_at(one), one.text, width)
    else:
        lines += _wrapped(plain(_capital(turn.answer.message), HEADING), width)
        if turn.answer.hits:
            lines += _wrapped(Content.styled("Near it, and no answer:", QUIET), width)
        for number, hit in enumerate(turn.answer.hits):
            lines += _place_lines(number, "-", _found_at(hit), hit.snippet.text, width)
    for remark in _remarks(turn):
        lines += _wrapped(Content.styled(one_line(remark), QUIET), width)
    return (*lines, Line(Content()))


def _unfinished(turn: Turn) -> Content:
    if turn.trouble:
        return plain(turn.trouble, TROUBLE)
    step = Content.styled(f"{_STEPS.get(turn.step, _capital(one_line(turn.step)) or 'Searching')} ..", QUIET)
    return Content.assemble(one_line(turn.text), "\n" if turn.text else "", step)


def _text(answer: Answer) -> Content:
    parts: list[Content | str | tuple[str, str]] = []
    for one in answer.statements:
        numbers = "".join(f"[{number}]" for number in one.cites)
        parts += [" " if parts else "", one_line(one.text), " ", (numbers, HEADING)]
    return Content.assemble(*parts)


def _place_lines(number: int, mark: str, where: str, words: str, width: int) -> list[Line]:
    room = max(width - _INDENT, 1)
    head = Content.assemble((mark.ljust(_INDENT), HEADING), fit(plain(where, QUIET), room))
    said = Content.assemble(" " * _INDENT, fit(plain(words), room))
    return [Line(head, number), Line(said, number)]


def _remarks(turn: Turn) -> Iterator[str]:
    """What a person should know of an answer, apart from it."""
    answer = turn.answer
    if answer is not None and answer.asked != answer.question:
        yield f"Understood as: {answer.asked}"
    if turn.as_of is not None:
        yield f"As of {turn.as_of}."
    if answer is not None and answer.verdict is Verdict.ANSWERED:
        if answer.message:
            yield f"{_capital(answer.message)}."
        for sentence in answer.cut:
            yield f"Cut, since no source says it: {sentence}"


def _cited_at(one: Citation) -> str:
    return citation(one.title, one.source_uri, one.locator, said_on(one.said))


def _found_at(hit: Hit) -> str:
    title = hit.title if one_line(hit.title) != file_name(hit.source_uri) else ""
    return citation(title, hit.source_uri, hit.locator, said_on(hit.said))


def _reference(one: Citation) -> str:
    return f"[{one.number}] {one_line(one.text)} ({_cited_at(one)})"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _wrapped(content: Content, width: int) -> list[Line]:
    cuts = breaks(content.plain, max(width, 1))
    return [Line(line) for line in broken(content, cuts).split("\n", allow_blank=True)]
