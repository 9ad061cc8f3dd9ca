"""`python -m tests.bench.extraction`: the naive way to facts against ours, on the same passages in the same run.

Both use the same model file, each with its own best prompt and setting, each in a process of its own. They take turns
block by block, so that a machine that is busy with something else hits both. With `--data` the passages are of
KnowledgeNet and both are scored by its scorer; without, they are of the sample and only cost is measured. The last
line of the output is one JSON object.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tests.bench import naive
from tests.bench.naive_worker import Completed, complete, count, load
from tests.eval import knowledgenet
from tests.eval.data import chosen, rows
from tests.eval.extraction import Reading, StoredFact, Text, extract
from tests.fakes import FakeEmbedder
from tsuzuri.core.clock import system_clock
from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, Turn
from tsuzuri.core.document import Document
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ontology import Ontology
from tsuzuri.library.opening import Installation
from tsuzuri.models.catalogue import ModelKind, path_of
from tsuzuri.paths import shipped
from tsuzuri.readers.sandbox import SandboxedReader
from tsuzuri.store.memory.backend import MemoryBackend
from tsuzuri.text.split import split

Told = TypeVar("Told", Decoded, Response)

BLOCK = 12
"""Passages in a turn: what the product gives its model at once."""

_THREADS = (1, 2)
_TRIAL_TOKENS = 24
_FILE = Path("knowledgenet") / "fold4_dev.jsonl"
_TOKENS = FakeEmbedder().count_tokens
_WARM = Text("warm-up", "Ines Vale has led the sales office of Orsk Foundry in Graz since 2019.")


@dataclass(frozen=True, slots=True)
class Passages:
    """What is read, and what is to be found in each by its id; nothing is known of the sample's."""

    set: str
    texts: tuple[Text, ...]
    gold: Mapping[str, knowledgenet.Gold]


@dataclass(slots=True)
class Cost:
    """What one way took: seconds, and tokens read and written, the shared prefix apart."""

    seconds: float = 0.0
    read: int = 0
    new: int = 0
    facts: dict[str, tuple[StoredFact, ...]] = field(default_factory=dict)

    def figures(self, passages: Passages, source_tokens: int) -> dict[str, float]:
        """The figures of this way by name."""
        found = {
            "passages_per_minute": 60 * len(passages.texts) / self.seconds,
            "tokens_per_source_token": (self.read + self.new) / source_tokens,
            "new_tokens_per_source_token": self.new / source_tokens,
            "facts_per_passage": sum(map(len, self.facts.values())) / len(passages.texts),
        }
        return {**found, **_score(passages, self.facts)}


@dataclass(slots=True)
class NaiveCost(Cost):
    """What the naive way took besides: whole prompts as if nothing were cached, and answers that went wrong."""

    prompt: int = 0
    cut: int = 0
    not_json: int = 0
    elsewhere: int = 0
    """Ends that do not stand in their passage."""


class CountingChat:
    """A `ChatModel` that counts what another one reads and writes."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat
        self.read = 0
        self.new = 0

    @property
    def name(self) -> str:
        """See `core.models.ChatModel`."""
        return self._chat.name

    @property
    def restarts(self) -> int:
        """See `core.models.ChatModel`."""
        return self._chat.restarts

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        """See `core.models.ChatModel`."""
        return self._counted(self._chat.decode(prefix, requests, on_done=on_done))

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        """See `core.models.ChatModel`."""
        return self._counted(self._chat.ask(prefix, requests, on_done=on_done, on_text=on_text))

    def cancel(self) -> None:
        """See `core.models.ChatModel`."""
        self._chat.cancel()

    def close(self) -> None:
        """See `core.models.ChatModel`."""
        self._chat.close()

    def _counted(self, answers: tuple[Told, ...]) -> tuple[Told, ...]:
        self.read += sum(answer.prompt_tokens for answer in answers)
        self.new += sum(answer.new_tokens for answer in answers)
        return answers


class NaiveWay:
    """The naive way in a process of its own, at its own best thread count."""

    def __init__(self, model: Path, ontology: Ontology) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=load, initargs=(str(model), max(_THREADS)))
        self._ontology = ontology
        self.threads = min(_THREADS)
        self.cost = NaiveCost()

    def warm_up(self) -> None:
        """Read what all prompts share into the runtime's cache, and choose the thread count by one answer's start."""
        self._complete(_WARM.text, 1)
        took = {}
        for self.threads in _THREADS:
            took[self.threads] = self._complete(_WARM.text, _TRIAL_TOKENS).seconds
        self.threads = min(_THREADS, key=lambda threads: took[threads])

    def read(self, texts: Sequence[Text]) -> None:
        """Read a block."""
        for text in texts:
            began = time.perf_counter()
            done = self._complete(text.text)
            cost = self.cost
            cost.seconds += time.perf_counter() - began
            cost.read += done.read_tokens
            cost.new += done.new_tokens
            cost.prompt += done.prompt_tokens
            cost.cut += done.answer.cut
            triples = naive.triples(done.answer)
            cost.not_json += triples is None
            facts = naive.read(text, triples or (), self._ontology).facts
            cost.elsewhere += sum(end.spans == (naive.NOWHERE,) for one in facts for end in (one.subject, one.object))
            cost.facts[text.id] = facts

    def count(self, texts: Sequence[Text]) -> int:
        """Tokens of the texts themselves, by the model's own tokenizer."""
        return sum(self._pool.submit(count, [text.text for text in texts]).result())

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown()

    def _complete(self, text: str, max_tokens: int = naive.MAX_TOKENS) -> Completed:
        return self._pool.submit(complete, naive.messages(self._ontology, text), self.threads, max_tokens).result()


class OurWay:
    """The product's way: its prompt, its grammar, its engine, its store."""

    def __init__(self, chat: ChatModel, ontology: Ontology) -> None:
        self._chat = CountingChat(chat)
        self._ontology = ontology
        self.cost = Cost()

    def warm_up(self) -> None:
        """Load the model, and read the prefix that all passages share."""
        self._extract([_WARM])

    def read(self, texts: Sequence[Text]) -> None:
        """Read a block."""
        read, new = self._chat.read, self._chat.new
        began = time.perf_counter()
        readings = self._extract(texts)
        self.cost.seconds += time.perf_counter() - began
        self.cost.read += self._chat.read - read
        self.cost.new += self._chat.new - new
        self.cost.facts |= {reading.text.id: reading.facts for reading in readings}

    def _extract(self, texts: Sequence[Text]) -> tuple[Reading, ...]:
        backend = MemoryBackend()
        return extract(backend, texts, self._chat, self._ontology, _TOKENS, system_clock, lambda *_: None)


def main() -> int:
    """Measure and report; 1 when ours is less than five times as fast or reads and writes more than it may."""
    options = _options()
    here = Installation.here()
    ontology = here.shipped_ontology()
    model = here.catalogue.get(here.settings.chat.model, ModelKind.CHAT)
    chat = here.models().chat
    if chat is None:
        print("no chat model is configured", file=sys.stderr)
        return 2
    passages = _passages(options.data, options.passages, options.seed)
    ours = OurWay(chat, ontology)
    theirs = NaiveWay(path_of(model, here.paths.models_dir), ontology)
    try:
        started = {"naive": _timed(theirs.warm_up), "ours": _timed(ours.warm_up)}
        print(f"ready after {started['naive']:.0f} s and {started['ours']:.0f} s", file=sys.stderr)
        for at, block in enumerate(blocks(passages.texts)):
            theirs.read(block)
            ours.read(block)
            done = min((at + 1) * BLOCK, len(passages.texts))
            print(
                f"{done} of {len(passages.texts)}: naive {theirs.cost.seconds:.0f} s, ours {ours.cost.seconds:.0f} s",
                file=sys.stderr,
            )
        source_tokens = theirs.count(passages.texts)
    finally:
        theirs.close()
        chat.close()
    report = _report(passages, theirs, ours, source_tokens) | {"seed": options.seed, "model": model.name}
    report["start_s"] = {name: round(seconds, 1) for name, seconds in started.items()}
    report["threads"] = {"naive": theirs.threads, "ours": here.measurements(model).tuning().threads}
    if not options.json:
        _print_table(report)
    print(json.dumps(report, ensure_ascii=False))
    return 1 if report["missed"] else 0


def _passages(data: Path | None, limit: int, seed: int) -> Passages:
    return sample(limit, seed) if data is None else knowledge(data, limit, seed)


def blocks(texts: Sequence[Text]) -> Iterator[Sequence[Text]]:
    """The texts in blocks, in order."""
    return (texts[at : at + BLOCK] for at in range(0, len(texts), BLOCK))


def knowledge(data: Path, limit: int, seed: int) -> Passages:
    """Passages of KnowledgeNet, the same for the same seed.

    Raises:
        Absent: the set is not in that folder.
    """
    gold = [knowledgenet.parse(row) for row in chosen(rows(data / _FILE), limit, seed)]
    texts = tuple(Text(one.id, one.text) for one in gold)
    return Passages("knowledgenet", texts, {one.id: one for one in gold})


def sample(limit: int, seed: int) -> Passages:
    """Passages of the shipped sample, as the product cuts them."""
    texts: list[Text] = []
    with closing(SandboxedReader(None)) as reader:
        for file in sorted(path for path in shipped("assets/sample").rglob("*") if path.is_file()):
            document = reader.read(file)
            if isinstance(document, Document):
                texts += [Text(f"{file.name} {one.ordinal}", one.text) for one in split(document, _TOKENS)]
    return Passages("sample", tuple(chosen(texts, limit, seed)), {})


def _score(passages: Passages, facts: Mapping[str, Sequence[StoredFact]]) -> dict[str, float]:
    if not passages.gold:
        return {}
    total = knowledgenet.Score()
    for text in passages.texts:
        total += knowledgenet.score(passages.gold[text.id], knowledgenet.predictions(facts[text.id]))
    return total.groups.metrics() | {"mention_F1": total.mentions.f1}


def _report(passages: Passages, theirs: NaiveWay, ours: OurWay, source_tokens: int) -> dict[str, Any]:
    naive_figures = theirs.cost.figures(passages, source_tokens)
    naive_figures["tokens_per_source_token_uncached"] = (theirs.cost.prompt + theirs.cost.new) / source_tokens
    our_figures = ours.cost.figures(passages, source_tokens)
    faster = our_figures["passages_per_minute"] / naive_figures["passages_per_minute"]
    missed = [
        name
        for name, is_missed in (
            ("five times as fast", faster < 5),
            ("two tokens per source token", our_figures["tokens_per_source_token"] > 2),
            ("a higher F1", bool(passages.gold) and our_figures["F1"] <= naive_figures["F1"]),
        )
        if is_missed
    ]
    wrong = {"cut": theirs.cost.cut, "not_json": theirs.cost.not_json, "ends_elsewhere": theirs.cost.elsewhere}
    return {
        "bench": "extraction",
        "set": passages.set,
        "n": len(passages.texts),
        "source_tokens": source_tokens,
        "faster": round(faster, 2),
        "naive": _rounded(naive_figures) | wrong,
        "ours": _rounded(our_figures),
        "missed": missed,
    }


def _rounded(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in figures.items()}


def _print_table(report: Mapping[str, Any]) -> None:
    our_figures = report["ours"]
    print(f"{report['set']}: {report['n']} passages, {report['source_tokens']} tokens, {report['model']}")
    print(f"{'':<34}{'naive':>10}{'ours':>10}")
    for name, value in report["naive"].items():
        other = f"{our_figures[name]:>10.3f}" if name in our_figures else ""
        print(f"{name:<34}{value:>10.3f}{other}")
    print(f"{'times as fast':<34}{'':>10}{report['faster']:>10}")
    for name in report["missed"]:
        print(f"missed: {name}")


def _timed(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.extraction")
    parser.add_argument("--data", type=Path, default=None, help="the folder of evaluation sets (default: the sample)")
    parser.add_argument("--passages", type=int, default=40, help="how many (default: 40)")
    parser.add_argument("--seed", type=int, default=7, help="chooses which (default: 7)")
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
