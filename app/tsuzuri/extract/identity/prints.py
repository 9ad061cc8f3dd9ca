"""What a question about identity asks, in words: names and types, for ids come and go with the documents."""

from collections.abc import Iterable

from tsuzuri.core.review import Question
from tsuzuri.core.values import Entity, Fact
from tsuzuri.extract.prints import question_print
from tsuzuri.text.normalise import key


def merge_print(one: Entity, other: Entity) -> int:
    """The print of "are these two one?", in either order: a signed 64-bit number."""
    return question_print(Question.MERGE, sorted(map(_named, (one, other))))


def split_print(entity: Entity, facts: Iterable[Fact]) -> int:
    """The print of "are there two of this name, for these facts exclude each other?": a signed 64-bit number."""
    said = sorted(f"{fact.relation} {fact.form.norm if fact.form else key(fact.object_name)}" for fact in facts)
    return question_print(Question.SPLIT, [_named(entity), *said])


def _named(entity: Entity) -> str:
    return f"{key(entity.name)} {entity.type.value}"
