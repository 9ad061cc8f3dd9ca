"""Which passages of a document have stayed when its file has changed."""

from collections import defaultdict, deque
from collections.abc import Sequence

from tsuzuri.core.document import SaidKind
from tsuzuri.core.values import Passage, PassageDraft

_Key = tuple[object, ...]


def kept(before: Sequence[Passage], now: Sequence[PassageDraft]) -> tuple[Passage | None, ...]:
    """For each passage of now the one it was before, or None; both are in order.

    A passage has stayed if its words, heading, speaker and date have, and the words of the passage before it under the
    same heading: what "she" stands for is settled by who was spoken of there, and a message is found by them too. The
    time of the file is no date that tells passages apart. Of several that are alike the first stays the first.
    """
    known: dict[_Key, deque[Passage]] = defaultdict(deque)
    for key, passage in zip(_keys(before), before, strict=True):
        known[key].append(passage)
    return tuple(known[key].popleft() if known[key] else None for key in _keys(now))


def _keys(passages: Sequence[Passage | PassageDraft]) -> list[_Key]:
    return [_key(one, passages[i - 1] if i else None) for i, one in enumerate(passages)]


def _key(one: Passage | PassageDraft, former: Passage | PassageDraft | None) -> _Key:
    said = SaidKind.FILE_TIME if one.said is not None and one.said.kind is SaidKind.FILE_TIME else one.said
    context = (former.speaker, former.text) if former is not None and former.heading == one.heading else ()
    return (one.text, one.heading, one.speaker, said, context)
