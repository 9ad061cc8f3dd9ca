"""A few people and places with dated facts, for strategies that look facts up."""

from dataclasses import dataclass
from datetime import date, timedelta

from tests.stages import NOW, SAID, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.core.values import EntityType, Evidence, FactDraft, Mention
from tsuzuri.text.normalise import key

FACTS = (
    ("Rina Hayami", "joined", "Alder Foundry", "2021-05-01"),
    ("Rina Hayami", "lives_in", "Kobe", "2021-06-01"),
    ("Rina Hayami", "reports_to", "Sora Brook", ""),
    ("Sora Brook", "joined", "Alder Foundry", "2019-04-01"),
    ("Sora Brook", "reports_to", "高瀬 透", ""),
    ("高瀬 透", "joined", "Alder Foundry", ""),
    ("高瀬 透", "lives_in", "京都", ""),
)
TYPES = {
    "Alder Foundry": EntityType.ORGANIZATION,
    "Kobe": EntityType.PLACE,
    "京都": EntityType.PLACE,
}


@dataclass(frozen=True, slots=True)
class Known:
    """The entities by name."""

    ids: dict[str, EntityId]


def fill(backend: Backend) -> Known:
    """Two documents, and what they state."""
    sentences = [f"{subject} {relation} {object_} {day}." for subject, relation, object_, day in FACTS]
    passages = store_text(backend, "/notes/people.md", sentences, title="People")
    store_text(backend, "/notes/kiln.md", ["The kiln was lit on Monday."], title="Kiln")
    with backend.transaction():
        ids = {
            name: backend.graph.add_entity(name, key(name), TYPES.get(name, EntityType.PERSON), NOW)
            for name in dict.fromkeys(name for subject, _, object_, _ in FACTS for name in (subject, object_))
        }
        for passage, text, (subject, relation, object_, day) in zip(passages, sentences, FACTS, strict=True):
            at, to = Span(0, len(subject)), Span(text.index(object_), text.index(object_) + len(object_))
            backend.graph.add_mentions([Mention(ids[subject], passage, at), Mention(ids[object_], passage, to)])
            valid = UNDATED
            if day:
                start = date.fromisoformat(day)
                end = start + timedelta(days=1) if relation == "joined" else None
                valid = Interval(start, end, Precision.DAY)
            draft = FactDraft(ids[subject], relation, ids[object_], "", valid, SAID, NOW, 0.9)
            backend.graph.add_fact(draft, Evidence(passage, Span(0, len(text)), at, to, None, 0.9, "rule 1"))
    return Known(ids)
