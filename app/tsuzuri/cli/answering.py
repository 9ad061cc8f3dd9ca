"""`tsuzuri ask`: an answer with its sources, and the questions that follow on it."""

import argparse
import sys
from collections.abc import Callable, Sequence

from tsuzuri.cli.output import bold, dim, narrate, print_json, print_json_line
from tsuzuri.core.access import place_name
from tsuzuri.core.answers import Answer, Citation, Verdict
from tsuzuri.core.results import Strategy
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import Installation

_PROMPT = "ask on (an empty line ends): "
_LONGEST_QUOTE = 160


def ask(here: Installation, options: argparse.Namespace) -> int:
    """Answer a question, and those that follow on it; the exit code is that of the first."""
    with here.open_existing(options.dataset) as library:
        goes_on = options.follow_up and sys.stdin.isatty()

        def answer(question: str, history: Sequence[Answer]) -> Answer:
            return _answer(library, question, history, options)

        answers = converse(" ".join(options.question), answer, read if goes_on else _nothing)
    return 0 if answers and answers[0].verdict is Verdict.ANSWERED else 1


def converse(
    question: str, answer: Callable[[str, Sequence[Answer]], Answer], read_line: Callable[[], str]
) -> list[Answer]:
    """Answer a question, and then each line that is read, until one is empty. What was said is kept here alone."""
    history: list[Answer] = []
    while question.strip():
        history.append(answer(question, tuple(history)))
        question = read_line()
    return history


def read() -> str:
    """The next question; empty at the end of the input."""
    try:
        return input(_PROMPT)
    except EOFError:
        return ""


def _nothing() -> str:
    """No further question."""
    return ""


def told(answer: Answer) -> list[str]:
    """An answer in lines: its sentences, then each citation with its words and its place; or why there is none."""
    lines = [one.cited for one in answer.statements]
    lines += [f"  {dim(_source(one))}" for one in answer.citations]
    if answer.verdict is not Verdict.ANSWERED:
        lines.append(bold(answer.message))
        lines += [f"  nearest: {hit.title}  {dim(_place(hit.source_uri, hit.locator))}" for hit in answer.hits]
    return lines


def remarks(answer: Answer) -> list[str]:
    """What a person should know of an answer, apart from it."""
    said = []
    if answer.asked != answer.question:
        said.append(f"understood as: {answer.asked}")
    if answer.as_of is not None:
        said.append(f"as of {answer.as_of}")
    if answer.message and answer.verdict is Verdict.ANSWERED:
        said.append(answer.message)
    said += [f"cut, since no source says it: {sentence}" for sentence in answer.cut]
    return said


def _answer(library: Library, question: str, history: Sequence[Answer], options: argparse.Namespace) -> Answer:
    shown = _Shown() if sys.stderr.isatty() and not options.json else None
    answer = library.ask(
        question,
        strategy=Strategy(options.strategy) if options.strategy else None,
        as_of=options.as_of,
        model=not options.no_model,
        history=history,
        on_step=narrate if options.trace else None,
        on_text=shown.show if shown else None,
    )
    if shown:
        shown.clear()
    if options.json:
        (print_json_line if options.follow_up else print_json)(answer=answer, text=answer.text)
        return answer
    for line in told(answer):
        print(line)
    for remark in (*remarks(answer), *(answer.trace if options.trace else ())):
        narrate(remark)
    if options.trace:
        narrate(", ".join(f"{timing.step} {timing.ms:.1f} ms" for timing in answer.timings))
    return answer


class _Shown:
    """The answer as it is written, on the last line of the terminal."""

    _width = 100

    def show(self, text: str) -> None:
        """Show the end of what stands so far."""
        print(f"\r\x1b[K{text[-self._width :]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Give the line back."""
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _source(one: Citation) -> str:
    words = " ".join(one.text.split())
    quote = words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 2]}.."
    said = f", {one.said.at.date()}" if one.said else ""
    return f"[{one.number}] {quote} ({_place(one.source_uri, one.locator)}{said})"


def _place(uri: str, locator: str) -> str:
    name = place_name(uri)
    return f"{name}, {locator}" if locator else name
