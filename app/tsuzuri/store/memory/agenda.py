"""What waits for the model, and what reading has cost, in memory."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tsuzuri.core.agenda import Use, Weight
from tsuzuri.core.ids import PassageId
from tsuzuri.store.memory.catalog import waiting
from tsuzuri.store.memory.state import Box, WeightRow
from tsuzuri.store.weights import NEIGHBOUR, SHOWN


class MemoryAgenda:
    """The `Agenda` over a `Box`."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def want(self, shown: Sequence[PassageId]) -> None:
        """See `Agenda.want`."""
        state = self._box.write()
        for row in [state.passages[id_] for id_ in shown if id_ in state.passages]:
            for id_, other in state.passages.items():
                distance = abs(other.draft.ordinal - row.draft.ordinal)
                if other.waits and other.content_id == row.content_id and distance <= 1:
                    state.wanted[id_] = state.wanted.get(id_, 0) + (NEIGHBOUR if distance else SHOWN)

    def unweighed(self, *, under: Sequence[str] = ()) -> tuple[PassageId, ...]:
        """See `Agenda.unweighed`."""
        state = self._box.read()
        found = sorted(waiting(state, under), key=lambda passage: (passage.content_id, passage.ordinal))
        return tuple(passage.id for passage in found if passage.id not in state.weights)

    def weigh(self, weights: Iterable[Weight], *, said: bool = False) -> None:
        """See `Agenda.weigh`."""
        state = self._box.write()
        state.weights |= {one.passage_id: WeightRow(one, said) for one in weights if one.passage_id in state.passages}

    def work_left(self, *, under: Sequence[str] = ()) -> int:
        """See `Agenda.work_left`."""
        state = self._box.read()
        said = {row.weight.print for row in state.weights.values() if row.said}
        most: dict[int, int] = {}
        for passage in waiting(state, under):
            row = state.weights.get(passage.id)
            if row is not None and row.weight.print not in said:
                most[row.weight.print] = max(row.weight.work, most.get(row.weight.print, 0))
        return sum(most.values())

    def said_by(self, prints: Iterable[int]) -> Mapping[int, PassageId]:
        """See `Agenda.said_by`."""
        state, wanted = self._box.read(), set(prints)
        found = sorted(id_ for id_, row in state.weights.items() if row.said and row.weight.print in wanted)
        return {state.weights[id_].weight.print: id_ for id_ in found if state.passages[id_].reason is None}

    def set_same(self, passage_id: PassageId, original: PassageId) -> None:
        """See `Agenda.set_same`."""
        state = self._box.write()
        if passage_id in state.passages and original in state.passages:
            state.duplicates[passage_id] = original
            state.settle(passage_id, waits=False)

    def same_as(self, passage_ids: Sequence[PassageId]) -> Mapping[PassageId, PassageId]:
        """See `Agenda.same_as`."""
        duplicates = self._box.read().duplicates
        return {id_: duplicates[id_] for id_ in passage_ids if id_ in duplicates}

    def times_asked(self, prints: Iterable[int], at_most: int) -> Mapping[int, int]:
        """See `Agenda.times_asked`."""
        asked = Counter(print_ for (print_, _), was_asked in self._box.read().sentences.items() if was_asked)
        return {print_: min(asked[print_], at_most) for print_ in prints if print_ in asked}

    def note_sentences(self, passage_id: PassageId, asked: Iterable[int], left_out: Iterable[int]) -> None:
        """See `Agenda.note_sentences`."""
        state = self._box.write()
        if passage_id in state.passages:
            state.sentences |= {(print_, passage_id): True for print_ in asked}
            for print_ in left_out:
                state.sentences.setdefault((print_, passage_id), False)

    def spend(self, day: date, use: Use) -> None:
        """See `Agenda.spend`."""
        state = self._box.write()
        state.use[day] = state.use.get(day, Use()) + use

    def used(self, day: date) -> Use:
        """See `Agenda.used`."""
        return self._box.read().use.get(day, Use())

    def pace(self) -> float | None:
        """See `Agenda.pace`."""
        worked = {day: use for day, use in self._box.read().use.items() if use.seconds > 0 and use.work > 0}
        return worked[max(worked)].work / worked[max(worked)].seconds if worked else None
