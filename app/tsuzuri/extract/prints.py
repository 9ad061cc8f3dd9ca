"""What tells a question that was answered before: a hash of what it asks about, in words and not in ids."""

import hashlib
from collections.abc import Sequence

from tsuzuri.core.review import Question

_VERSION = "review-1"


def question_print(question: Question, words: Sequence[str]) -> int:
    """The hash of a question about these words, in their order: a signed 64-bit number."""
    text = "\n".join([_VERSION, question.value, *(" ".join(each.split()) for each in words)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
