"""Matching across documents: members that are new are compared with those they share a block with.

The surest pairs are united by rule, and recorded, so that they can be taken apart again; a person is asked about the
middle; the rest is left. What a person has said is never overruled: a no between any two members keeps all that is one
with them apart, and a yes unites whatever the rules say, but for two of one name who were told apart. A batch is a
transaction, and a run that is broken off goes on where it was.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product

from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Proposal, Question
from tsuzuri.core.values import Entity
from tsuzuri.extract.identity.blocks import Blocks, blocks, is_contact
from tsuzuri.extract.identity.context import Context
from tsuzuri.extract.identity.forms import Likeness, form
from tsuzuri.extract.identity.homonyms import Homonyms
from tsuzuri.extract.identity.prints import merge_print
from tsuzuri.extract.identity.score import ASK, UNITE, Score, Side, alike, namesakes, score

BY = "matching-1"
"""What decides, as the history of decisions cites it."""

_STEP = 100
_CANDIDATES = 16
"""So many of those found by a name are looked at closely, the most alike first."""
_QUESTIONS = 3
"""So many questions about a member at a time: more of them would be one question, who of all those it is."""
_COULD_BE_SEVERAL = frozenset(Likeness) - {Likeness.SAME, Likeness.SPELLING, Likeness.SWAPPED, Likeness.MIDDLE}
"""How one name can be like those of several at once, of whom it can only mean one."""

_ORDER = tuple(Likeness)


@dataclass(frozen=True, slots=True)
class Matched:
    """What a run came to: members compared, united with another, and questions asked."""

    compared: int = 0
    united: int = 0
    asked: int = 0

    def __add__(self, other: "Matched") -> "Matched":
        return Matched(self.compared + other.compared, self.united + other.united, self.asked + other.asked)


def _never() -> bool:
    return False


class Matching:
    """Finds out which entities of a store are one."""

    def __init__(self, backend: Backend, clock: Clock, *, step: int = _STEP) -> None:
        self._backend = backend
        self._clock = clock
        self._step = step
        self._homonyms = Homonyms(backend, clock)

    def has_work(self) -> bool:
        """Whether a member waits to be compared. A look into an index."""
        return bool(self._backend.identities.unmatched(1))

    def run(self, *, stop: Callable[[], bool] = _never, on_matched: Callable[[int], None] | None = None) -> Matched:
        """Compare all that waits; `on_matched(done)` hears of members after each batch, `stop` is asked before it.

        Once all are compared, single names that may have two bearers are asked about.
        """
        done = Matched()
        while not stop() and self.has_work():
            with self._backend.transaction():
                members = self._backend.identities.unmatched(self._step)
                done += _Batch(self._backend, self._clock(), members).match()
            if on_matched is not None:
                on_matched(done.compared)
        if done.compared and not self.has_work():
            done += Matched(asked=self._homonyms.ask(stop=stop))
        return done


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two members that may be one, and how alike their names are. `addressed` if one has an address to compare."""

    one: Entity
    other: Entity
    how: Likeness | None
    addressed: bool


@dataclass(frozen=True, slots=True)
class _Verdict:
    """How likely the sides are one that two members belonged to when it was given."""

    pair: _Pair
    one: Side
    other: Side
    score: Score


class _Batch:
    """The members of one transaction."""

    def __init__(self, backend: Backend, now: datetime, members: Sequence[Entity]) -> None:
        self._identities = backend.identities
        self._reviews = backend.reviews
        self._now = now
        self._members = members
        self._context = Context(backend)
        self._sides: dict[EntityId, Side] = {}
        self._answers: dict[int, Answer | None] = {}

    def match(self) -> Matched:
        """Compare, unite and ask."""
        pairs = self._pairs()
        self._sides = dict(self._context.sides({member.id for pair in pairs for member in (pair.one, pair.other)}))
        pairs = [pair for pair in pairs if self._are_two(pair)]
        self._remember(print_ for pair in pairs for print_ in self._prints(pair))
        self._context.weigh(id_ for pair in pairs for id_ in self._both_near(pair))
        verdicts = sorted(map(self._judge, pairs), key=_surest_first)
        united, open_ones = self._unite_surest(verdicts)
        return Matched(len(self._members), united, self._ask(open_ones))

    def _pairs(self) -> list[_Pair]:
        """The members of the batch with those that share a block and have a name that is alike, each pair once."""
        of_member: dict[EntityId, Blocks] = {}
        contacts = {member.id: self._context.contacts(member) for member in self._members}
        for member in self._members:
            of_member[member.id] = blocks(member, contacts[member.id])
            self._identities.matched(member.id, of_member[member.id].stands_in)
        found = self._identities.by_block(sorted(set().union(*(each.looks_in for each in of_member.values()))))
        pairs: dict[frozenset[EntityId], _Pair] = {}
        for member in self._members:
            for pair in _candidates(member, of_member[member.id], found, addressed=bool(contacts[member.id])):
                pairs.setdefault(frozenset((pair.one.id, pair.other.id)), pair)
        return list(pairs.values())

    def _sides_of(self, pair: _Pair) -> tuple[Side, Side]:
        return self._sides[pair.one.id], self._sides[pair.other.id]

    def _kept_first(self, pair: _Pair) -> list[Side]:
        """The two sides, first that whose name stands for both."""
        return sorted(self._sides_of(pair), key=lambda side: _fullest_first(side.root))

    def _are_two(self, pair: _Pair) -> bool:
        """Whether both are there and not one already."""
        one, other = self._sides.get(pair.one.id), self._sides.get(pair.other.id)
        return one is not None and other is not None and one is not other

    def _both_near(self, pair: _Pair) -> frozenset[EntityId]:
        one, other = self._sides_of(pair)
        return one.near & other.near

    def _judge(self, pair: _Pair) -> _Verdict:
        """How likely the two sides are one. Facts are read only where they can matter."""
        one, other = self._sides_of(pair)
        shared = self._context.shared(one, other)
        by_names = score(one, other, shared)
        if by_names.value < ASK and not pair.addressed:
            return _Verdict(pair, one, other, by_names)
        whole = score(self._context.with_facts(one), self._context.with_facts(other), shared)
        return _Verdict(pair, one, other, whole)

    def _unite_surest(self, verdicts: Sequence[_Verdict]) -> tuple[int, list[_Verdict]]:
        """Unite those that are surely one, the surest first; how many, and the verdicts that leave it open."""
        ambiguous = _ambiguous(verdicts)
        united, middle = 0, []
        for verdict in verdicts:
            pair = verdict.pair
            if not self._are_two(pair) or namesakes(*self._sides_of(pair)):
                continue
            if self._sides_of(pair) != (verdict.one, verdict.other):
                verdict = self._judge(pair)
            told = self._told(pair)
            sure = verdict.score.value >= UNITE and not {pair.one.id, pair.other.id} & ambiguous
            if told is Answer.YES or (sure and told is None):
                united += self._unite(verdict)
            elif told is None and verdict.score.value >= ASK:
                middle.append(verdict)
        return united, middle

    def _prints(self, pair: _Pair) -> tuple[int, ...]:
        """Those of the questions whether any member of one side is any of the other."""
        one, other = self._sides_of(pair)
        return tuple(merge_print(a, b) for a, b in product(one.members, other.members))

    def _remember(self, prints: Iterable[int]) -> None:
        """Read what a person has said to those questions; all at once."""
        missing = set(prints) - self._answers.keys()
        if missing:
            told = self._reviews.remembered(Question.MERGE, missing)
            self._answers.update((print_, told.get(print_)) for print_ in missing)

    def _told(self, pair: _Pair) -> Answer | None:
        """What a person has said of the two sides; a no outweighs."""
        prints = self._prints(pair)
        self._remember(prints)
        told = {self._answers[print_] for print_ in prints}
        return next((answer for answer in (Answer.NO, Answer.YES) if answer in told), None)

    def _unite(self, verdict: _Verdict) -> bool:
        """Record the decision and do it, unless the same question waits for a person or has got a no."""
        proposal = self._proposal(verdict, Answer.YES)
        items = self._reviews.propose([proposal], self._now)
        if not any(item.answer is Answer.YES for item in items):
            return False
        self._identities.unite(EntityId(proposal.one), EntityId(proposal.other))
        whole = self._context.together(*self._kept_first(verdict.pair))
        self._sides.update((member.id, whole) for member in whole.members)
        return True

    def _ask(self, verdicts: Iterable[_Verdict]) -> int:
        """Put questions, the surest first, a few about each; how many were new."""
        asked: Counter[EntityId] = Counter()
        proposals: dict[int, Proposal] = {}
        for verdict in verdicts:
            ends = [side.root.id for side in self._sides_of(verdict.pair)]
            if not self._are_two(verdict.pair) or any(asked[end] >= _QUESTIONS for end in ends):
                continue
            asked.update(ends)
            proposal = self._proposal(verdict, None)
            proposals.setdefault(proposal.print, proposal)
        return sum(item.answer is None for item in self._reviews.propose(list(proposals.values()), self._now))

    def _proposal(self, verdict: _Verdict, answer: Answer | None) -> Proposal:
        """The question about the roots of the two, remembered by the two names that are alike."""
        pair, score_ = verdict.pair, verdict.score
        kept, other = (side.root for side in self._kept_first(pair))
        asked = merge_print(pair.one, pair.other)
        return Proposal(Question.MERGE, asked, kept.id, other.id, score_.value, score_.reason, BY, answer=answer)


def _candidates(
    member: Entity, its: Blocks, found: Mapping[str, tuple[Entity, ...]], *, addressed: bool
) -> list[_Pair]:
    """Those it shares a block with whose names are alike, and those with its address; the most alike."""
    mine = Side((member,))
    others = {other.id: other for block in its.looks_in for other in found.get(block, ())}
    others.pop(member.id, None)
    reached = {other.id for block in its.looks_in if is_contact(block) for other in found.get(block, ())}
    pairs = (_Pair(member, other, alike(mine, Side((other,))), addressed) for other in others.values())
    kept = [pair for pair in pairs if pair.how is not None or pair.other.id in reached]
    return sorted(kept, key=lambda pair: (pair.other.id not in reached, _rank(pair.how), pair.other.id))[:_CANDIDATES]


def _ambiguous(verdicts: Iterable[_Verdict]) -> set[EntityId]:
    """Members with a name that could as well mean somebody else: no rule tells who."""
    meant: dict[EntityId, set[EntityId]] = {}
    for verdict in verdicts:
        pair = verdict.pair
        if pair.how in _COULD_BE_SEVERAL and verdict.score.value >= ASK:
            meant.setdefault(pair.one.id, set()).add(verdict.other.root.id)
            meant.setdefault(pair.other.id, set()).add(verdict.one.root.id)
    return {member for member, others in meant.items() if len(others) > 1}


def _rank(how: Likeness | None) -> int:
    return len(_ORDER) if how is None else _ORDER.index(how)


def _surest_first(verdict: _Verdict) -> tuple[float, int, list[EntityId]]:
    pair = verdict.pair
    return -verdict.score.value, _rank(pair.how), sorted((pair.one.id, pair.other.id))


def _fullest_first(entity: Entity) -> tuple[bool, int, int, EntityId]:
    """Which of two names stands for both: a full one, then that of which more is known, then the longer and older."""
    full = form(entity.name, entity.type).full
    return not full, -(entity.mentions + entity.facts), -len(entity.name), entity.id
