"""Facts that cannot both be true: rules decide what they can, the model within its budget, and the rest a person.

What is disputed is found by `core.supersession`. Nothing is retracted here: a rule or the model may only find that two
facts both hold, which is recorded as its decision and can be taken back; what looks like a real contradiction stays
disputed and waits for a person, with the model's opinion if it was asked.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tsuzuri.core.agenda import Use
from tsuzuri.core.clock import Clock
from tsuzuri.core.decoding import Response, StopReason
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Item, Proposal, Question
from tsuzuri.core.values import Entity, Evidence, Fact, FactStatus, Passage
from tsuzuri.extract import dispute_prompt
from tsuzuri.extract.compatible import both_hold
from tsuzuri.extract.prints import question_print
from tsuzuri.pipeline.budget import UNBOUNDED, Budget
from tsuzuri.text.normalise import key

BY = "contradictions-1"
"""Who decides by rule, as the history cites it."""
SURE = 0.85
"""From which probability on the model's answer counts."""
SEVERAL_SUBJECTS = 5
"""In so many subjects a relation that is said to have one value has several before it is asked about."""
MAX_CALLS = 3
_PAGE = 256
_ASKED_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a run came to: pairs that a rule or the model found to hold both, and questions that now wait."""

    by_rule: int = 0
    by_model: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two facts of one subject and relation that cannot both be true.

    `one` is the one that was said later (of one day, the first by its words): what a plain yes takes to be right.
    """

    one: Fact
    other: Fact

    @classmethod
    def of(cls, fact: Fact, rival: Fact) -> "Dispute":
        """The two in their order, which follows from their words and the days they were said."""
        one, other = sorted((fact, rival), key=_words)
        later = _said(other) > _said(one)
        return cls(other, one) if later else cls(one, other)

    @property
    def turned(self) -> "Dispute":
        """The two the other way round: so it may have been asked, when other documents said one of them."""
        return Dispute(self.other, self.one)

    @property
    def print(self) -> int:
        """What tells the question apart, in words."""
        return question_print(
            Question.CONTRADICTION, [word for fact in (self.one, self.other) for word in _words(fact)]
        )


@dataclass(slots=True)
class _Run:
    """What one run has seen: questions, model calls for each passage, and subjects with several values."""

    seen: set[int] = field(default_factory=set)
    calls: Counter[PassageId] = field(default_factory=Counter)
    several: dict[str, set[EntityId]] = field(default_factory=lambda: defaultdict(set))
    total: Weighed = Weighed()


class Contradictions:
    """Weighs disputed facts that nobody was asked about yet.

    `chat` is None where there is no model to ask. It is asked `max_calls` times for the facts of one passage at most,
    and while the day's `budget` lasts.
    """

    def __init__(
        self,
        backend: Backend,
        chat: ChatModel | None,
        clock: Clock,
        *,
        budget: Budget = UNBOUNDED,
        max_calls: int = MAX_CALLS,
    ) -> None:
        self._backend = backend
        self._chat = chat
        self._clock = clock
        self._budget = budget
        self._max_calls = max_calls

    def run(self, *, stop: Callable[[], bool] = lambda: False) -> Weighed:
        """Weigh every dispute that was not asked about, in transactions of bounded size; `stop` is asked between them.

        Raises:
            ModelDied: the model's process could not go on; what it had answered is kept.
        """
        run, after = _Run(), None
        while not stop():
            page = self._backend.graph.disputed(after=after, limit=_PAGE)
            disputes = self._disputes(page.items, run)
            for at in range(0, len(disputes), _ASKED_AT_ONCE):
                if stop():
                    return run.total
                self._weigh(disputes[at : at + _ASKED_AT_ONCE], run)
            after = page.after
            if after is None:
                self._propose_exceptions(run)
                break
        return run.total

    def _disputes(self, facts: Sequence[Fact], run: _Run) -> list[Dispute]:
        """The pairs among these that time does not settle and nobody was asked about."""
        named = dict.fromkeys(fact.disputed_by for fact in facts if fact.disputed_by is not None)
        rivals = {rival.id: rival for rival in self._backend.graph.facts(list(named))}
        found: dict[int, Dispute] = {}
        for fact in facts:
            rival = rivals.get(fact.disputed_by) if fact.disputed_by is not None else None
            if rival is None or _is_over(fact) or _is_over(rival):
                continue
            run.several[fact.relation].add(fact.subject_id)
            dispute = Dispute.of(fact, rival)
            if dispute.print not in run.seen:
                run.seen.add(dispute.print)
                found[dispute.print] = dispute
        turned = {print_: dispute.turned for print_, dispute in found.items()}
        others = [dispute.print for dispute in turned.values()]
        known = self._backend.reviews.asked(Question.CONTRADICTION, [*found, *others])
        told = self._backend.reviews.remembered(Question.CONTRADICTION, others)
        return [
            turned[print_] if other in told else dispute
            for (print_, dispute), other in zip(found.items(), others, strict=True)
            if print_ not in known and other not in known
        ]

    def _weigh(self, disputes: Sequence[Dispute], run: _Run) -> None:
        """Decide some pairs, and write what was decided and what is to be asked in one transaction."""
        objects = [fact.object_id for each in disputes for fact in (each.one, each.other)]
        ends = self._backend.graph.entities_by_id(list(dict.fromkeys(id_ for id_ in objects if id_ is not None)))
        names = {entity.id: entity for entity in ends}
        proposals: list[Proposal | None] = [_by_rule(dispute, names) for dispute in disputes]
        told = self._backend.reviews.remembered(Question.CONTRADICTION, [each.print for each in disputes])
        open_ = [at for at, one in enumerate(proposals) if one and one.answer is None and one.print not in told]
        for at, proposal in self._by_model({at: disputes[at] for at in open_}, run).items():
            proposals[at] = proposal
        with self._backend.transaction():
            there = {
                fact.id
                for fact in self._backend.graph.facts([fact.id for each in disputes for fact in (each.one, each.other)])
            }
            kept = [one for one in proposals if one and {FactId(one.one), FactId(one.other)} <= there]
            items = self._backend.reviews.propose(kept, self._clock())
            for item in items:
                apply(self._backend, item, self._clock)
        run.total = _counted(run.total, items)

    def _by_model(self, disputes: Mapping[int, Dispute], run: _Run) -> dict[int, Proposal | None]:
        """What the model says of those it may be asked about, by their key; None where it was told to stop."""
        if self._chat is None or not disputes:
            return {}
        proofs = self._proofs(list(disputes.values()))
        asked: dict[int, Dispute] = {}
        for at, dispute in disputes.items():
            if dispute.print not in proofs:
                continue
            written_in = max(proof[0].passage_id for proof in proofs[dispute.print])
            if run.calls[written_in] < self._max_calls:
                run.calls[written_in] += 1
                asked[at] = dispute
        if not asked or self._is_used_up():
            return {}
        requests = [
            dispute_prompt.request(each.one, each.other, *_sentences(proofs[each.print])) for each in asked.values()
        ]
        answers = self._chat.ask(dispute_prompt.prefix(), requests)
        self._spend(answers)
        by = f"{self._chat.name} {dispute_prompt.VERSION}"
        return {
            at: _opinion(dispute, answer, by) if answer.stop is StopReason.COMPLETE else None
            for (at, dispute), answer in zip(asked.items(), answers, strict=True)
            if answer.stop in (StopReason.COMPLETE, StopReason.CANCELLED)
        }

    def _proofs(
        self, disputes: Sequence[Dispute]
    ) -> dict[int, tuple[tuple[Evidence, Passage], tuple[Evidence, Passage]]]:
        """The best evidence of both facts of each, by its print; what was forgotten meanwhile is absent."""
        facts = [fact.id for each in disputes for fact in (each.one, each.other)]
        evidence = self._backend.graph.evidence_of(facts)
        best = {fact_id: found[0] for fact_id, found in evidence.items()}
        ids = list(dict.fromkeys(proof.passage_id for proof in best.values()))
        passages = {passage.id: passage for passage in self._backend.catalog.passages(ids)}
        proofs = {
            fact_id: (proof, passages[proof.passage_id])
            for fact_id, proof in best.items()
            if proof.passage_id in passages
        }
        return {
            each.print: (proofs[each.one.id], proofs[each.other.id])
            for each in disputes
            if {each.one.id, each.other.id} <= proofs.keys()
        }

    def _is_used_up(self) -> bool:
        used = self._backend.agenda.used(self._budget.day(self._clock()))
        return self._budget.is_used_up(used.tokens)

    def _spend(self, answers: Sequence[Response]) -> None:
        """Tokens count for the budget. The seconds do not: they would spoil the pace at which passages are read."""
        use = Use(sum(one.prompt_tokens for one in answers), sum(one.new_tokens for one in answers))
        with self._backend.transaction():
            self._backend.agenda.spend(self._budget.day(self._clock()), use)

    def _propose_exceptions(self, run: _Run) -> None:
        """Ask whether relations that are said to have one value, and have several time and again, may have many."""
        single = self._backend.graph.rules().single
        self._count_decided(run)
        proposals = [
            Proposal(
                Question.RULE,
                question_print(Question.RULE, [relation]),
                0,
                0,
                score=min(0.95, 0.5 + len(subjects) / 100),
                reason=f"{len(subjects)} subjects have several values at a time",
                by=BY,
                detail=relation,
            )
            for relation, subjects in sorted(run.several.items())
            if relation in single and len(subjects) >= SEVERAL_SUBJECTS
        ]
        known = self._backend.reviews.asked(Question.RULE, [one.print for one in proposals])
        if new := [one for one in proposals if one.print not in known]:
            with self._backend.transaction():
                items = self._backend.reviews.propose(new, self._clock())
            run.total = _counted(run.total, items)

    def _count_decided(self, run: _Run) -> None:
        """What was found to hold side by side, latest first, tells of the relation too."""
        page = self._backend.reviews.decided(questions=[Question.CONTRADICTION], limit=_PAGE)
        ids = [FactId(item.one) for item in page.items if item.answer is Answer.NO]
        for fact in self._backend.graph.facts(ids):
            run.several[fact.relation].add(fact.subject_id)


def apply(backend: Backend, item: Item, clock: Clock) -> None:
    """Do to the graph what the answer to a contradiction means, in the caller's transaction."""
    if item.answer is Answer.NO:
        backend.graph.reconcile(FactId(item.one), FactId(item.other), True)
    elif (wrong := found_wrong(item)) is not None:
        backend.graph.retract(wrong, clock())


def take_back(backend: Backend, item: Item) -> None:
    """Undo what `apply` did."""
    if item.answer is Answer.NO:
        backend.graph.reconcile(FactId(item.one), FactId(item.other), False)
    elif (wrong := found_wrong(item)) is not None:
        backend.graph.retract(wrong, None)


def found_wrong(item: Item) -> FactId | None:
    """Which of its two facts the answer to a contradiction finds wrong; None where it is neither."""
    match item.answer:
        case Answer.YES:
            return FactId(item.other)
        case Answer.OTHER:
            return FactId(item.one)
        case _:
            return None


def _by_rule(dispute: Dispute, ends: Mapping[EntityId, Entity]) -> Proposal:
    reason = both_hold(dispute.one, dispute.other, _aliases(dispute.one, ends), _aliases(dispute.other, ends))
    asked = Proposal(
        Question.CONTRADICTION,
        dispute.print,
        dispute.one.id,
        dispute.other.id,
        score=0.5,
        reason="both are said of one time",
        by=BY,
    )
    return replace(asked, score=0.0, reason=reason, answer=Answer.NO) if reason else asked


def _opinion(dispute: Dispute, answer: Response, by: str) -> Proposal:
    """What the model thinks; it decides only that both hold, and only where it is sure."""
    yes = answer.options[0]
    both = yes <= 1 - SURE
    return Proposal(
        Question.CONTRADICTION,
        dispute.print,
        dispute.one.id,
        dispute.other.id,
        score=yes,
        reason="both can be true" if yes < 1 / 2 else "one of them must be wrong",
        by=by,
        answer=Answer.NO if both else None,
    )


def _counted(total: Weighed, items: Iterable[Item]) -> Weighed:
    """The sum with these: what waits, and what a rule or the model has decided. A person's answer counts as neither."""
    deciders = Counter(item.answered_by if item.answer else None for item in items)
    by_model = deciders.total() - deciders[None] - deciders[BY] - deciders[YOU]
    return Weighed(total.by_rule + deciders[BY], total.by_model + by_model, total.waiting + deciders[None])


def _sentences(proofs: tuple[tuple[Evidence, Passage], tuple[Evidence, Passage]]) -> tuple[str, str]:
    (one, one_passage), (other, other_passage) = proofs
    return one.statement.of(one_passage.text), other.statement.of(other_passage.text)


def _is_over(fact: Fact) -> bool:
    """Whether time has settled it: a later statement has put it right, so that it never held; or it was retracted."""
    corrected = fact.held.start is not None and fact.held.start == fact.held.end
    return corrected or fact.status is FactStatus.RETRACTED


def _aliases(fact: Fact, ends: Mapping[EntityId, Entity]) -> tuple[str, ...]:
    entity = ends.get(fact.object_id) if fact.object_id is not None else None
    return entity.aliases if entity is not None else ()


def _said(fact: Fact) -> str:
    return fact.said.at.date().isoformat() if fact.said else ""


def _words(fact: Fact) -> tuple[str, ...]:
    """What a fact says, in words."""
    end = fact.form.norm if fact.form is not None else key(fact.object_name)
    dates = ("" if day is None else day.isoformat() for day in (fact.valid.start, fact.valid.end))
    return (key(fact.subject_name), fact.relation, end, *dates)
