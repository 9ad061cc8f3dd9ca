"""The documents of a generated library: passages of about 400 characters, some of which state a fact.

Document `i` is always the same, whatever the size of the library around it asks for besides.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from random import Random

from tests.bench.grammar import FactPattern, Language, Lexicon, english, invented_compound, invented_word, japanese
from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import EntityType

PASSAGES_EACH = 20
"""Passages of a document."""
_CHARACTERS = 400
FACTS_EACH = 2
"""Facts of a passage."""
_FIRST_SENTENCES = 4
_FIRST_DAY = datetime(2015, 1, 1, tzinfo=UTC)
_SEED = 20_261_130


@dataclass(frozen=True, slots=True)
class Named:
    """An entity of the corpus; `number` counts them, `short` is another name for it or empty."""

    number: int
    name: str
    short: str
    type: EntityType


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact and where its passage states it."""

    subject: Named
    relation: str
    object: Named
    valid: Interval
    statement: Span
    subject_span: Span
    object_span: Span
    time_span: Span


@dataclass(frozen=True, slots=True)
class Written:
    """A passage, with the facts that it states."""

    text: str
    facts: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A generated document."""

    title: str
    headings: tuple[str, ...]
    language: str
    said: Said
    passages: tuple[Written, ...]


@dataclass(frozen=True)
class Corpus:
    """`size` passages, half as many entities, and two facts a passage; half English, half Japanese."""

    size: int

    @property
    def papers(self) -> int:
        """How many documents there are."""
        return -(-self.size // PASSAGES_EACH)

    @cached_property
    def languages(self) -> tuple[Language, Language]:
        """English and Japanese."""
        return english(Random(_SEED)), japanese(Random(_SEED + 1))

    @cached_property
    def names(self) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
        """The entities that documents of each language speak of, most spoken of first."""
        each = max(self.size // 4, 2)
        inventions = (_english_name, _japanese_name)
        return (
            _names(Random(_SEED + 2), inventions[0], each, 0),
            _names(Random(_SEED + 3), inventions[1], each, each),
        )

    @cached_property
    def _spoken_of(self) -> tuple[Lexicon, Lexicon]:
        en, ja = self.names
        return Lexicon.ranked([one.name for one in en]), Lexicon.ranked([one.name for one in ja])

    def paper(self, number: int) -> Paper:
        """One document."""
        random = Random(_SEED + 10 + number)
        which = number % 2
        language = self.languages[which]
        heading = language.noun(random)
        headings = []
        for ordinal in range(PASSAGES_EACH):
            heading = language.noun(random) if ordinal % 4 == 0 else heading
            headings.append(heading)
        first = number // 2 * PASSAGES_EACH
        return Paper(
            title=language.joint.join(language.noun(random) for _ in range(3)),
            headings=tuple(headings),
            language=language.code,
            said=Said(_FIRST_DAY + timedelta(hours=random.randrange(100_000)), SaidKind.FRONT_MATTER),
            passages=tuple(self._passage(which, first + i, random) for i in range(PASSAGES_EACH)),
        )

    def _passage(self, which: int, place: int, random: Random) -> Written:
        """The passage at a place among those of its language."""
        language = self.languages[which]
        at = random.sample(range(_FIRST_SENTENCES), FACTS_EACH)
        facts: list[Stated] = []
        pieces: list[str] = []
        length = sentences = 0
        while length < _CHARACTERS - 25 or len(facts) < FACTS_EACH:
            if sentences in at:
                sentence, fact = self._statement(which, place * FACTS_EACH + len(facts), random, length)
                facts.append(fact)
            else:
                sentence = language.sentence(random)
            pieces.append(sentence)
            length += len(sentence)
            sentences += 1
        return Written("".join(pieces).rstrip(), tuple(facts))

    def _statement(self, which: int, number: int, random: Random, at: int) -> tuple[str, Stated]:
        """The sentence of a fact. Every entity is the object of some; a few are the subject of many."""
        language, names = self.languages[which], self.names[which]
        of = names[number % len(names)]
        subject = names[self._spoken_of[which].rank(random)]
        if subject is of:
            subject = names[(of.number + 1) % len(names)]
        pattern: FactPattern = random.choice(language.facts)
        start = date(random.randrange(2000, 2026), random.randrange(1, 13), 1)
        time = language.month(start.year, start.month)
        head = f"{subject.name}{pattern.between}"
        middle = f"{head}{of.name}{pattern.before_time}"
        sentence = f"{middle}{time}{pattern.after}"
        fact = Stated(
            subject=subject,
            relation=pattern.relation,
            object=of,
            valid=Interval(start, None, Precision.MONTH),
            statement=Span(at, at + len(sentence.rstrip())),
            subject_span=Span(at, at + len(subject.name)),
            object_span=Span(at + len(head), at + len(head) + len(of.name)),
            time_span=Span(at + len(middle), at + len(middle) + len(time)),
        )
        return sentence, fact


def _names(
    random: Random, invent: Callable[[Random, EntityType], tuple[str, str]], n: int, first: int
) -> tuple[Named, ...]:
    """`n` entities of different names, numbered from `first`."""
    found: dict[str, Named] = {}
    while len(found) < n:
        type_ = _TYPES[len(found) % len(_TYPES)]
        name, short = invent(random, type_)
        if name not in found:
            found[name] = Named(first + len(found), name, short, type_)
    return tuple(found.values())


_TYPES = (
    EntityType.PERSON,
    EntityType.PERSON,
    EntityType.ORGANIZATION,
    EntityType.PERSON,
    EntityType.PLACE,
    EntityType.THING,
)


def _english_name(random: Random, type_: EntityType) -> tuple[str, str]:
    word = invented_word(random, 2).capitalize()
    match type_:
        case EntityType.PERSON:
            return f"{invented_word(random, 2).capitalize()} {word}", word
        case EntityType.ORGANIZATION:
            return f"{word} {random.choice(('Works', 'Labs', 'Ltd', 'Group'))}", word
        case EntityType.PLACE:
            return f"{word}{random.choice(('ton', 'ford', 'ham', ' Bay'))}", ""
        case _:
            return f"{word} {random.randrange(100, 1000)}", ""


def _japanese_name(random: Random, type_: EntityType) -> tuple[str, str]:
    word = invented_compound(random)
    match type_:
        case EntityType.PERSON:
            return f"{word}{invented_compound(random)}", word
        case EntityType.ORGANIZATION:
            return f"株式会社{word}", word
        case EntityType.PLACE:
            return f"{word}{random.choice('市町村')}", ""
        case _:
            return f"{word}{random.randrange(10, 100)}号", ""
