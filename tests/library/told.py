"""Facts as the library shows them, made from a few words."""

from datetime import UTC, date, datetime

from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId, SourceId
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Entity, EntityType, Evidence, Fact, FactStatus, Passage
from tsuzuri.library.views import FactView

RINA = Entity(EntityId(1), "Rina Hayami", EntityType.PERSON, (), 0, 0, None)
SAID = Said(datetime(2024, 3, 5, tzinfo=UTC), SaidKind.HEADING)


def fact(
    id: int,
    words: str,
    start: date | None = None,
    end: date | None = None,
    *,
    precision: Precision = Precision.DAY,
    disputed_by: int | None = None,
) -> Fact:
    """The fact of "subject | relation | object" that held then. Ends of one name are one entity; Rina Hayami is 1."""
    subject, relation, object_ = (word.strip() for word in words.split("|"))
    held = Interval(start, end, precision)
    return Fact(
        id=FactId(id),
        subject_id=_entity(subject),
        subject_name=subject,
        relation=relation,
        object_id=_entity(object_),
        object_name=object_,
        valid=held,
        held=held,
        said=SAID,
        learnt_at=SAID.at,
        unlearnt_at=None,
        confidence=1.0,
        status=FactStatus.CURRENT,
        evidence=1,
        disputed_by=None if disputed_by is None else FactId(disputed_by),
    )


def told(of: Fact, *, closer: Fact | None = None, rival: Fact | None = None) -> FactView:
    """The fact in a passage that says it and nothing else."""
    text = f"{of.statement}."
    whole = Span(0, len(text))
    passage = Passage(
        PassageId(of.id), ContentId(1), SourceId(1), "/notes/a.md", "", 0, whole, text, "", "line 1", "", SAID
    )
    subject = Span(0, len(of.subject_name))
    object_ = Span(len(text) - 1 - len(of.object_name), len(text) - 1)
    return FactView(of, Evidence(passage.id, whole, subject, object_, None, 1.0, "rule"), passage, closer, rival)


def _entity(name: str) -> EntityId:
    return RINA.id if name == RINA.name else EntityId(2 + sum(map(ord, name)))
