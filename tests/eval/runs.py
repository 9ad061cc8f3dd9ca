"""How each set is run: its lines become texts, the texts are read, and what is stored is scored."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from tests.eval import (
    accounts,
    corpora,
    data,
    documents,
    dyknow,
    identity,
    knowledgenet,
    mine,
    names,
    ner_wikipedia_ja,
    retrieval,
    texeval,
    text2kgbench,
    timeqa,
)
from tests.eval.extraction import Text, store_texts
from tests.eval.figures import Counts, share
from tests.eval.respacing import Respaced, respace
from tests.eval.workbench import Workbench, store
from tsuzuri.core.clock import system_clock

P = ParamSpec("P")

_KNOWLEDGENET = "knowledgenet/fold4_dev.jsonl"
_REDOCRED = "redocred/dev200.jsonl"
_JACRED = "jacred/dev.jsonl"
_NER_WIKIPEDIA_JA = "ner_wikipedia_ja/ner.jsonl"
_MINE = "mine/essays_facts.jsonl"
_ONTOLOGIES = "text2kgbench/wikidata_tekgen_ontologies.json"
_TEXT2KGBENCH = "text2kgbench/wikidata_tekgen.jsonl"
_DYKNOW = "dyknow/timelines.jsonl"
_TEXEVAL = "texeval"
_TIMEQA = "timeqa/articles.jsonl"


@dataclass(frozen=True, slots=True)
class Options:
    """Which items, and whether to print what became of each."""

    folder: Path
    limit: int | None
    seed: int
    misses: bool

    def chosen(self, file: str) -> list[dict[str, Any]]:
        """The chosen lines of a file of the data."""
        return data.chosen(data.rows(self.folder / file), self.limit, self.seed)

    def tell(self, account: Callable[P, str], *given: P.args, **named: P.kwargs) -> None:
        """Print an account where one is asked for."""
        if self.misses:
            print(account(*given, **named))


@dataclass(frozen=True, slots=True)
class Result:
    """How many items were scored, and the figures."""

    n: int
    metrics: Mapping[str, float]


def run_knowledgenet(options: Options, bench: Workbench) -> Result:
    """Facts of fifteen relations, by groups of mentions."""
    gold = [knowledgenet.parse(row) for row in options.chosen(_KNOWLEDGENET)]
    readings = bench.read([Text(f"{i:04} {one.id}", one.text) for i, one in enumerate(gold)])
    total = knowledgenet.Score()
    for one, reading in zip(gold, readings, strict=True):
        total += knowledgenet.score(one, knowledgenet.predictions(reading.facts))
        options.tell(accounts.knowledgenet_account, one, reading)
    return Result(len(gold), total.metrics())


def run_redocred(options: Options, bench: Workbench) -> Result:
    """Entities, identity and relations of English documents."""
    return _run_documents(options, bench, _REDOCRED, respace)


def run_jacred(options: Options, bench: Workbench) -> Result:
    """Entities, identity and relations of Japanese documents."""
    return _run_documents(options, bench, _JACRED, lambda text: Respaced(text, ()))


def _run_documents(options: Options, bench: Workbench, file: str, respaced: Callable[[str], Respaced]) -> Result:
    gold = [documents.parse(row, i, respaced(row["text"])) for i, row in enumerate(options.chosen(file))]
    texts = [Text(one.id, one.text) for one in gold]
    if bench.chat is None:
        return Result(len(gold), _identity_of_gold(gold, texts, bench))
    total = documents.Score()
    for one, reading in zip(gold, bench.read(texts), strict=True):
        total += documents.score(one, reading)
        options.tell(accounts.document_account, one, reading)
    return Result(len(gold), total.metrics())


def _identity_of_gold(gold: list[documents.GoldDocument], texts: list[Text], bench: Workbench) -> Mapping[str, float]:
    """Which of the marked mentions the resolver takes for one: what there is to measure without a chat model."""
    total = Counts()
    with store() as backend:
        contents = store_texts(backend, texts, bench.embedder.count_tokens, system_clock())
        for one in gold:
            found = identity.clusters(backend, one, contents[one.id], system_clock())
            total += documents.score_identity(one.entities, found)
    return total.metrics("identity.")


def run_names(options: Options, bench: Workbench) -> Result:
    """Whether any two names of both sets of documents are one by their key alone."""
    english = [documents.parse(row, i, respace(row["text"])) for i, row in enumerate(options.chosen(_REDOCRED))]
    there = options.chosen(_JACRED) if (options.folder / _JACRED).is_file() else []
    japanese = [documents.parse(row, i, Respaced(row["text"], ())) for i, row in enumerate(there, len(english))]
    marked = names.marked([*english, *japanese])
    for collision in names.collisions(marked):
        options.tell(names.account, collision)
    return Result(len(marked), names.metrics(marked))


def run_ner_wikipedia_ja(options: Options, bench: Workbench) -> Result:
    """Names in Japanese sentences."""
    rows = options.chosen(_NER_WIKIPEDIA_JA)
    readings = bench.read([Text(f"{i:04}", row["text"]) for i, row in enumerate(rows)])
    total = ner_wikipedia_ja.Score()
    for row, reading in zip(rows, readings, strict=True):
        gold, stored = ner_wikipedia_ja.parse(row), ner_wikipedia_ja.mentions(reading)
        total += ner_wikipedia_ja.score(gold, stored)
        options.tell(accounts.names_account, gold, stored, reading)
    return Result(len(rows), total.metrics())


def run_mine(options: Options, bench: Workbench) -> Result:
    """How much of each essay the graph holds."""
    rows = options.chosen(_MINE)
    readings = bench.read([Text(f"{i:04}", row["text"]) for i, row in enumerate(rows)])
    held = total = 0
    for row, reading in zip(rows, readings, strict=True):
        found = mine.held(row["facts"], mine.triples(reading.facts), bench.embedder)
        held += sum(found)
        total += len(found)
        each = list(zip(row["facts"], found, strict=True))
        options.tell(accounts.essay_account, each, reading)
    return Result(len(rows), {"coverage": share(held, total)})


def run_text2kgbench(options: Options, bench: Workbench) -> Result:
    """Facts of sentences under the ontology of each."""
    sentences: dict[str, list[text2kgbench.Sentence]] = defaultdict(list)
    for row in options.chosen(_TEXT2KGBENCH):
        one = text2kgbench.parse(row)
        sentences[one.ontology].append(one)
    ontologies = json.loads((options.folder / _ONTOLOGIES).read_text(encoding="utf-8"))
    totals: dict[str, text2kgbench.Score] = {}
    for name in sorted(sentences):
        texts = [Text(one.id, one.text) for one in sentences[name]]
        readings = bench.read(texts, text2kgbench.closed_ontology(ontologies[name]), name)
        totals[name] = text2kgbench.Score()
        for one, reading in zip(sentences[name], readings, strict=True):
            totals[name] += text2kgbench.score(one, reading.facts)
            options.tell(accounts.sentence_account, one, reading)
    metrics = sum(totals.values(), text2kgbench.Score()).metrics()
    for name, total in totals.items():
        metrics |= total.exact.metrics(f"{name}.")
    return Result(sum(map(len, sentences.values())), metrics)


def run_dyknow(options: Options, bench: Workbench) -> Result:
    """Facts that follow each other, told in order of time and in any order."""
    timelines = [dyknow.parse(row) for row in options.chosen(_DYKNOW)]
    if bench.chat is not None:
        return Result(len(timelines), _read_dyknow(timelines, options.seed, bench))
    metrics: dict[str, float] = {}
    for prefix, noted in (("", dyknow.notes_in_order), ("shuffled.", dyknow.notes_out_of_order)):
        with store() as backend:
            subjects = dyknow.store_notes(backend, noted(timelines, options.seed), system_clock())
            scores = [dyknow.score(one, subjects[one.name], backend) for one in timelines]
        metrics |= sum(scores, dyknow.Score()).metrics(prefix)
        for one, each in zip(timelines, scores, strict=True):
            options.tell(accounts.timeline_account, one, each)
    return Result(len(timelines), metrics)


def _read_dyknow(timelines: list[dyknow.Timeline], seed: int, bench: Workbench) -> Mapping[str, float]:
    """The same notes as sentences, read by the model in order of time: who is answered at the middle of each tenure."""
    texts = dyknow.texts(dyknow.notes_in_order(timelines, seed))
    with store() as backend:
        with backend.transaction():
            backend.graph.set_rules(bench.ontology.rules())
        bench.read_into(backend, texts)
        metrics = dyknow.score_read(timelines, backend).metrics("read.")
    return {name: metrics[name] for name in ("read.asof", "read.among", "read.newest_instead")}


def run_timeqa(options: Options, bench: Workbench) -> Result:
    """Words of time as they stand in articles; with a chat model also what was so from a year to another."""
    marks = timeqa.marks()
    texts = {one.id: one.text for one in map(timeqa.parse, data.rows(options.folder / _TIMEQA))}
    times = [one for one in marks.times if one.article in texts]
    read = [timeqa.read(one, texts[one.article], marks.reference) for one in times]
    metrics = {"times": share(sum(one.interval == meant for one, meant in zip(times, read, strict=True)), len(times))}
    for one, meant in zip(times, read, strict=True):
        options.tell(accounts.time_account, one, texts[one.article], meant)
    if bench.chat is None:
        return Result(len(times), metrics)
    articles = [timeqa.parse(row) for row in options.chosen(_TIMEQA)]
    total = timeqa.Score()
    readings = bench.read([Text(one.id, respace(one.text).text) for one in articles])
    for article, reading in zip(articles, readings, strict=True):
        total += timeqa.score(article, reading.facts)
        options.tell(accounts.article_account, article, reading)
    return Result(len(articles), {**metrics, **total.metrics()})


def run_texeval(options: Options, bench: Workbench) -> Result:
    """Which terms of a field are kinds of which; the figures over all fields, and each field's own."""
    files = sorted((options.folder / _TEXEVAL).glob("*.taxo"))
    fields = [texeval.parse(file.stem, file.read_text(encoding="utf-8")) for file in files]
    scores = {one.name: texeval.score(one.edges, texeval.built(one.terms, bench.embedder)) for one in fields}
    metrics = sum(scores.values(), Counts()).metrics()
    return Result(len(fields), metrics | {f"{name}.F1": one.f1 for name, one in scores.items()})


@dataclass(frozen=True, slots=True)
class Retrieval:
    """A set of questions that one file asks about the passages of another; `figures` as `ranks` names them."""

    passages: str
    questions: str
    corpora: Callable[[Sequence[corpora.Row], Sequence[corpora.Row]], list[corpora.Corpus]]
    figures: tuple[str, ...]

    def run(self, options: Options, bench: Workbench) -> Result:
        """Every passage is indexed; a limit chooses among the questions."""
        passages = data.rows(options.folder / self.passages)
        read = self.corpora(passages, options.chosen(self.questions))
        metrics = retrieval.measure(read, self.figures, bench)
        return Result(sum(len(corpus.questions) for corpus in read), metrics)


@dataclass(frozen=True, slots=True)
class EvaluationSet:
    """A set: its `file` in the folder of data, and how it is run; `needs_model`: nothing of it without a chat model."""

    file: str
    run: Callable[[Options, Workbench], Result]
    needs_model: bool = True


RETRIEVAL: Mapping[str, Retrieval] = {
    "locomo": Retrieval(
        "locomo/conversations.jsonl", "locomo/questions.jsonl", corpora.locomo, ("R@5", "R@10", "R@25")
    ),
    "twowiki101": Retrieval(
        "twowiki101/corpus.jsonl", "twowiki101/questions.jsonl", corpora.twowiki, ("R@2", "R@5", "perfect@8")
    ),
    "hotpot100": Retrieval("hotpot100/corpus.jsonl", "hotpot100/questions.jsonl", corpora.hotpot, ("R@5", "all@5")),
    "jsquad": Retrieval(
        "jsquad/valid_contexts.jsonl", "jsquad/valid_questions.jsonl", corpora.jsquad, ("R@1", "R@5", "nDCG@10")
    ),
    "niilc": Retrieval("niilc/niilc.jsonl", "niilc/niilc.jsonl", corpora.niilc, ("R@1", "R@5", "nDCG@10")),
    "longmemeval": Retrieval(
        "longmemeval/oracle_sample.jsonl", "longmemeval/oracle_sample.jsonl", corpora.longmemeval, ("R@5", "R@10")
    ),
    "jemhopqa": Retrieval("jemhopqa/dev.jsonl", "jemhopqa/dev.jsonl", corpora.jemhopqa, ("all@5",)),
}
"""The sets that measure retrieval, by name."""

SETS: Mapping[str, EvaluationSet] = {
    "knowledgenet": EvaluationSet(_KNOWLEDGENET, run_knowledgenet),
    "redocred": EvaluationSet(_REDOCRED, run_redocred, needs_model=False),
    "jacred": EvaluationSet(_JACRED, run_jacred, needs_model=False),
    "names": EvaluationSet(_REDOCRED, run_names, needs_model=False),
    "ner_wikipedia_ja": EvaluationSet(_NER_WIKIPEDIA_JA, run_ner_wikipedia_ja),
    "mine": EvaluationSet(_MINE, run_mine),
    "text2kgbench": EvaluationSet(_TEXT2KGBENCH, run_text2kgbench),
    "dyknow": EvaluationSet(_DYKNOW, run_dyknow, needs_model=False),
    "texeval": EvaluationSet(_TEXEVAL, run_texeval, needs_model=False),
    "timeqa": EvaluationSet(_TIMEQA, run_timeqa, needs_model=False),
    **{name: EvaluationSet(one.questions, one.run, needs_model=False) for name, one in RETRIEVAL.items()},
}
"""The sets by name."""
