"""The naive way's own process: llama-cpp-python used as its documentation says, and what each answer took."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import llama_cpp

from tests.bench.naive import MAX_TOKENS, SCHEMA, NaiveAnswer

CONTEXT = 4096


@dataclass(frozen=True, slots=True)
class Completed:
    """An answer with its cost: tokens of the whole prompt, those of them that were not in the cache, and new ones."""

    answer: NaiveAnswer
    prompt_tokens: int
    read_tokens: int
    new_tokens: int
    seconds: float


class _Counting(llama_cpp.Llama):  # type: ignore[misc]
    """Counts the tokens that go through the model."""

    evaluated = 0

    def eval(self, tokens: Sequence[int]) -> None:
        self.evaluated += len(tokens)
        super().eval(tokens)


_loaded: list[_Counting] = []


def load(path: str, threads: int) -> None:
    """Load the model; called once, as the process begins."""
    _loaded.append(_Counting(path, n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False))


def complete(messages: Sequence[dict[str, str]], threads: int, max_tokens: int = MAX_TOKENS) -> Completed:
    """One chat completion that keeps to the schema, at temperature 0."""
    model = _loaded[0]
    llama_cpp.llama_set_n_threads(model.ctx, threads, threads)
    before = model.evaluated
    began = time.perf_counter()
    response: Any = model.create_chat_completion(
        list(messages),
        response_format={"type": "json_object", "schema": SCHEMA},
        temperature=0.0,
        max_tokens=max_tokens,
    )
    seconds = time.perf_counter() - began
    choice, usage = response["choices"][0], response["usage"]
    new = usage["completion_tokens"]
    # What is written goes through the model too, but for the last token of all.
    read = model.evaluated - before - max(new - 1, 0)
    answer = NaiveAnswer(choice["message"]["content"] or "", choice["finish_reason"] == "length")
    return Completed(answer, usage["prompt_tokens"], read, new, seconds)


def count(texts: Sequence[str]) -> tuple[int, ...]:
    """How many tokens of the model each text has."""
    return tuple(len(_loaded[0].tokenize(text.encode(), add_bos=False)) for text in texts)
