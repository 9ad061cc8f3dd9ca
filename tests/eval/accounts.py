"""What became of each passage, for a person who looks for the reason of a figure: gold, stored, refused."""

from collections.abc import Iterable

from tests.eval import documents, dyknow, knowledgenet, text2kgbench, timeqa
from tests.eval.extraction import Reading
from tests.eval.ner_wikipedia_ja import Named
from tests.eval.wikidata import PROPERTIES
from tsuzuri.core.document import Span
from tsuzuri.core.temporal import Interval


def knowledgenet_account(gold: knowledgenet.Gold, reading: Reading) -> str:
    """Groups of the annotated relations, found or missed; facts that are right, wrong or not counted."""
    predicted = knowledgenet.predictions(reading.facts)
    known = [group for group in knowledgenet.groups(gold) if group.relation in gold.annotated]
    lines = [
        f"{_found(any(knowledgenet.says(one, group) for one in predicted))} {group.relation}: "
        f"{_words(gold.text, group.subjects)} | {_words(gold.text, group.objects)}"
        for group in known
    ]
    stored = []
    for fact in reading.facts:
        meant = knowledgenet.prediction(fact)
        counts = meant is not None and any(name in gold.annotated for name, _ in meant.relations)
        right = meant is not None and any(knowledgenet.says(meant, group) for group in known)
        stored.append(f"{_right(right) if counts else '     '} {fact.line}")
    return _account(reading, lines, stored)


def document_account(gold: documents.GoldDocument, reading: Reading) -> str:
    """Relations found or missed; facts that are right or wrong, or of a relation that is no property of the set."""
    said = [documents.meant(gold, fact) & gold.relations for fact in reading.facts]
    found = {triple for one in said for triple in one}
    lines = [
        f"{_found(triple in found)} {triple[1]}: {_entity(gold, triple[0])} | {_entity(gold, triple[2])}"
        for triple in sorted(gold.relations)
    ]
    stored = [
        f"{_right(bool(one)) if fact.relation in PROPERTIES else '     '} {fact.line}"
        for fact, one in zip(reading.facts, said, strict=True)
    ]
    return _account(reading, lines, stored)


def sentence_account(sentence: text2kgbench.Sentence, reading: Reading) -> str:
    """Triples found or missed; facts that are right or wrong."""
    said = [text2kgbench.says(fact, sentence.triples, exact=True) for fact in reading.facts]
    found = frozenset().union(*said)
    lines = [f"{_found(i in found)} {' | '.join(triple)}" for i, triple in enumerate(sentence.triples)]
    stored = [f"{_right(bool(one))} {fact.line}" for fact, one in zip(reading.facts, said, strict=True)]
    return _account(reading, lines, stored)


def names_account(gold: Iterable[Named], stored: Iterable[Named], reading: Reading) -> str:
    """The marked names and the stored ones."""
    text = reading.text.text
    return _account(reading, [_named(one, text) for one in gold], [_named(one, text) for one in stored])


def essay_account(held: Iterable[tuple[str, bool]], reading: Reading) -> str:
    """The facts of an essay, held or missed, and the facts that are stored."""
    return _account(
        reading, [f"{_found(one)} {fact}" for fact, one in held], [f"      {fact.line}" for fact in reading.facts]
    )


def timeline_account(timeline: dyknow.Timeline, score: dyknow.Score) -> str:
    """A timeline as the set has it, and what was asked and answered."""
    lines = [f"--- {timeline.name}: {score}"]
    lines += [f"  {one.start} to {one.end or 'now'}: {one.value}" for one in timeline.tenures]
    return "\n".join(lines)


def time_account(marked: timeqa.Marked, text: str, meant: Interval | None) -> str:
    """An expression of time, right or wrong, with what it is read as and what it means."""
    return f"{_right(meant == marked.interval)} {marked.span.of(text)!r}: read {meant}, means {marked.interval}"


def article_account(article: timeqa.Article, reading: Reading) -> str:
    """The questions of an article, found or missed, and the facts that are stored with their times."""
    scores = [(each, timeqa.score_question(article, each, reading.facts)) for each in article.questions]
    lines = [
        f"{_found(bool(one.valid or one.quiet))} {each.words} -> {' / '.join(each.answers) or 'nothing'}"
        for each, one in scores
    ]
    stored = [f"      {fact.line} {fact.held.start or '..'}/{fact.held.end or '..'}" for fact in reading.facts]
    return _account(reading, lines, stored)


def _account(reading: Reading, gold: Iterable[str], stored: Iterable[str]) -> str:
    lines = [f"--- {reading.text.id}", reading.text.text.strip(), "gold:"]
    lines += [f"  {line}" for line in gold]
    lines += ["stored:", *(f"  {line}" for line in stored)]
    lines += ["refused:", *(f"  {line}   <- {reason}" for line, reason in reading.refused)]
    return "\n".join(lines)


def _found(found: bool) -> str:
    return "found " if found else "MISSED"


def _right(right: bool) -> str:
    return "right" if right else "WRONG"


def _words(text: str, spans: Iterable[Span]) -> str:
    return " / ".join(dict.fromkeys(span.of(text) for span in spans))


def _entity(gold: documents.GoldDocument, number: int) -> str:
    return gold.entities[number].mentions[0].of(gold.text)


def _named(one: Named, text: str) -> str:
    return f"{one.span.of(text)} ({'/'.join(sorted(one.types))})"
