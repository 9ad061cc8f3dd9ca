"""When a question is not answered: before the model is asked, by what was found.

Each threshold is a share of the question that a sentence must bear. They were set on the sample, with a dozen questions
beside those of `tests/eval/ask.py`, whose figures they give.
"""

from collections.abc import Sequence

from tsuzuri.search.answer.evidence import Evidence
from tsuzuri.search.answer.inquiry import Inquiry

_NAMES = 0.7
"""All names, at least in the title."""
_WORDS = 0.5
_WORDS_OF_SEVERAL = 0.3
"""Half of the words; less where several things are asked for, which are said in many ways."""
NOT_THERE = "not in your library"


def bearing(inquiry: Inquiry, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The sentences that bear enough of the question to answer it, best first."""
    return tuple(one for one in evidence if _bears(inquiry, one))


def reason(inquiry: Inquiry, evidence: Sequence[Evidence]) -> str:
    """Why nothing that was found answers the question, in a sentence; empty where something may."""
    if inquiry.unknown:
        return f"{NOT_THERE}: nothing in it speaks of {_listed(inquiry.unknown)}"
    if not evidence:
        return f"{NOT_THERE}: nothing in it comes near the question"
    if bearing(inquiry, evidence):
        return ""
    names = _listed([one.words for one in inquiry.names])
    if inquiry.names and not any(one.names >= _NAMES for one in evidence):
        together = " together" if len(inquiry.names) > 1 else ""
        return f"{NOT_THERE}: nothing that comes near the question speaks of {names}{together}"
    if inquiry.time is not None and not any(one.in_time for one in evidence if _speaks_of_it(inquiry, one)):
        return f"{NOT_THERE}: nothing in it tells that of {_listed(inquiry.time.words)}"
    words = _listed([one.text for one in inquiry.words])
    return f"{NOT_THERE}: what it says{f' of {names}' if names else ''} tells nothing of {words or 'that'}"


def _bears(inquiry: Inquiry, one: Evidence) -> bool:
    return one.in_time and one.wanted and _speaks_of_it(inquiry, one)


def _speaks_of_it(inquiry: Inquiry, one: Evidence) -> bool:
    return one.names >= _NAMES and one.words >= (_WORDS_OF_SEVERAL if inquiry.several else _WORDS)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f'"{one}"' for one in words)
