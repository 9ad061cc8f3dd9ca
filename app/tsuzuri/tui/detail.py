"""What the right side says of a passage, a fact, an entity or a source. Pure."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.document import Span
from tsuzuri.core.jobs import Job, JobState
from tsuzuri.core.results import Hit
from tsuzuri.core.values import Entity, Passage, Source, SourceState
from tsuzuri.tui.drawing import CardLine, statement
from tsuzuri.tui.markdown import is_markdown, styled
from tsuzuri.tui.opener import line_of
from tsuzuri.tui.present import (
    amount,
    citation,
    day,
    file_name,
    folder,
    marked,
    one_line,
    percent,
    plain,
    said_on,
    shown,
    validity,
)
from tsuzuri.tui.theme import HEADING, MATCH, QUIET, STATEMENT, TITLE, TROUBLE

if TYPE_CHECKING:
    from tsuzuri.library.views import FactView, Reading

_LINE = Content("\n")


@dataclass(frozen=True, slots=True)
class Detail:
    """A text with its head, the character to have in sight, and what `y` copies and `o` opens, at a line if known."""

    head: Content
    text: Content
    offset: int
    copied: str
    uri: str
    line: int | None = None


def passage_detail(reading: "Reading", marks: tuple[Span, ...]) -> Detail:
    """A passage in its document; `marks` are spans of the passage."""
    passage = reading.passage
    head = _LINE.join([plain(passage.title or file_name(passage.source_uri), TITLE), *_place(passage)])
    text = _in_document(reading, marks, MATCH)
    quoted, line = _quoted(passage.text, passage), _line(passage, marks[0].start if marks else 0)
    return Detail(head, text, _first(reading, marks), quoted, passage.source_uri, line)


def fact_detail(view: "FactView", reading: "Reading") -> Detail:
    """A fact in the passage that states it, with its validity and confidence."""
    fact, evidence = view.fact, view.evidence
    held = validity(fact.held) or "undated"
    if view.then:
        held += f", {'but' if held == 'never' else 'then'} {one_line(view.then)}"
    head = _LINE.join(
        [
            plain(statement(fact), TITLE),
            plain(f"{held}, {fact.status.value}, confidence {percent(fact.confidence)}", HEADING),
            plain(f"{amount(fact.evidence, 'sentence')} of evidence, best by {evidence.by}", QUIET),
            *([plain(f"Disputed by: {statement(view.rival)}", TROUBLE)] if view.rival else []),
            *_place(view.passage),
        ]
    )
    text = _in_document(reading, (evidence.statement,), STATEMENT)
    for span in (evidence.subject, evidence.object, *([evidence.time] if evidence.time else [])):
        mark = span.shift(reading.passage_span.start)
        text = text.stylize(MATCH, mark.start, mark.end)
    return Detail(
        head,
        text,
        _first(reading, (evidence.statement,)),
        _quoted(view.sentence, view.passage),
        view.passage.source_uri,
        _line(view.passage, evidence.statement.start),
    )


def line_detail(line: CardLine) -> Detail:
    """A line of a card, to copy and to open; it is shown on the card itself."""
    passage, fact = line.passage, line.fact
    words = "" if fact is None else "\n".join((" ".join((statement(fact), validity(fact.held))).strip(), ""))
    quoted = _quoted(words + (passage.text if fact is None else line.span.of(passage.text)), passage)
    return Detail(Content(), Content(), 0, quoted, passage.source_uri, _line(passage, line.span.start))


def entity_head(entity: Entity) -> Content:
    """The top of an entity's card."""
    numbers = f"{amount(entity.facts, 'fact')}, named {amount(entity.mentions, 'time')}"
    last = f", last said {day(entity.last_said)}" if entity.last_said else ""
    lines = [Content.assemble(plain(entity.name, TITLE), "  ", (entity.type.value, QUIET))]
    if entity.aliases:
        lines.append(Content.assemble(("also ", QUIET), plain(", ".join(entity.aliases))))
    return _LINE.join([*lines, plain(numbers + last, QUIET)])


def source_detail(source: Source, job: Job | None = None) -> Content:
    """All that is known of a source but its name, and what to do when it was refused.

    `job` is how it waits to be read, where that has failed.
    """
    facts = (
        ("folder", folder(source.uri)),
        ("title", one_line(source.title)),
        ("type", source.media_type),
        ("language", source.language),
        ("size", amount(source.size, "byte")),
        ("changed", day(source.modified)),
        ("dated", said_on(source.said)),
        ("added", day(source.added_at)),
        ("passages", f"{source.passages:,}"),
        ("pending", f"{source.pending:,} wait for the model" if source.pending else ""),
        ("facts", f"{source.facts:,}"),
    )
    lines = [_state_sentence(source), *_missing(source), *(_job(job) if job else ()), *_remarks(source), Content()]
    lines += [Content.assemble((name.ljust(10), QUIET), shown(value)) for name, value in facts if value]
    return _LINE.join(lines)


def hit_marks(hit: Hit, passage: Passage) -> tuple[Span, ...]:
    """The words that a hit matched, wherever they stand in its passage."""
    words = {mark.of(hit.snippet.text) for mark in hit.snippet.marks} - {""}
    if not words:
        return ()
    pattern = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    return tuple(Span(*match.span()) for match in re.finditer(pattern, passage.text))


def sentence_marks(sentence: str, passage: Passage) -> tuple[Span, ...]:
    """Where a sentence stands in its passage, whatever white space parts its words there."""
    found = re.search(r"\s+".join(map(re.escape, sentence.split())), passage.text)
    return (Span(*found.span()),) if found else ()


_ADVICE = {
    SourceState.QUEUED: "It waits to be read.",
    SourceState.SEARCHABLE: "Its words can be found. The model has not read all of it yet.",
    SourceState.UNDERSTOOD: "Its words can be found, and the model has read all of it.",
    SourceState.NO_TEXT: "It holds no text, as a scan does. Make its text readable (OCR) and add the file again.",
    SourceState.REFUSED: "It was not read. Mend or replace the file and add it again; nothing else was touched.",
}


def _state_sentence(source: Source) -> Content:
    refused = source.state in (SourceState.REFUSED, SourceState.NO_TEXT)
    name = source.state.value.replace("_", " ").capitalize()
    reason = f": {one_line(source.reason)}" if source.reason else ""
    return Content.assemble((f"{name}{reason}", TROUBLE if refused else HEADING), "\n", _ADVICE[source.state])


def _missing(source: Source) -> list[Content]:
    if source.missing_since is None:
        return []
    since = f"Missing since {day(source.missing_since)}"
    return [
        Content(),
        Content.styled(since, TROUBLE),
        Content("The file is not where it was. It can still be searched."),
    ]


def _job(job: Job) -> list[Content]:
    reason = one_line(job.reason) or "no reason is known"
    tries = amount(job.tries, "try", "tries")
    if job.state is JobState.ASIDE:
        said, then = f"Set aside after {tries}: {reason}", "Press t to try again."
    else:
        said, then = f"To be read again: {reason}", f"It failed after {tries} and is tried again by itself."
    return [Content(), Content.styled(said, TROUBLE), Content(then)]


def _remarks(source: Source) -> list[Content]:
    if not source.remarks:
        return []
    return [Content(), Content.styled("Partly read", HEADING), *(plain(remark) for remark in source.remarks)]


def _place(passage: Passage) -> list[Content]:
    where = ", ".join(part for part in (one_line(passage.locator), said_on(passage.said)) if part)
    lines = [Content.assemble(file_name(passage.source_uri), (f"  {where}", QUIET))]
    above = " > ".join(part for part in (one_line(passage.heading), one_line(passage.speaker)) if part)
    return [*lines, *([plain(above, QUIET)] if above else [])]


def _in_document(reading: "Reading", marks: tuple[Span, ...], style: str) -> Content:
    span = reading.passage_span
    text = marked(reading.text, ())
    text = styled(text) if is_markdown(reading.passage.source_uri) else text
    for mark in marks:
        text = text.stylize(style, mark.start + span.start, mark.end + span.start)
    return text.stylize_before(QUIET, 0, span.start).stylize_before(QUIET, span.end)


def _first(reading: "Reading", marks: tuple[Span, ...]) -> int:
    return reading.passage_span.start + (marks[0].start if marks else 0)


def _line(passage: Passage, offset: int) -> int | None:
    """The line of the file in which a character of the passage stands."""
    first = line_of(passage.locator)
    return None if first is None else first + passage.text.count("\n", 0, offset)


def _quoted(text: str, passage: Passage) -> str:
    return f"{text}\n({citation(passage.title, passage.source_uri, passage.locator, said_on(passage.said))})"
