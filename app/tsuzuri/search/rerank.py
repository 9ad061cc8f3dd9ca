"""What a model thinks of the best finds: a cross-encoder where there is one, else a chat model by yes or no.

The chat model only where it is fast enough for that: on two cores it reads a few dozen tokens a second, and the scores
of the routes have to do. The probability of yes is the score (Nogueira et al. 2020, arXiv:2003.06713, for another
model).
"""

from collections.abc import Mapping, Sequence

from tsuzuri.core.decoding import Ask, StopReason, Turn, YesNo
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.models import ChatModel, Reranker
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.selecting import Speed

MOST, LEAST = 24, 6
"""So many finds are judged at most, and none where there is no time for so many."""
SECONDS = 3.0

_TOKENS_EACH = 80
_MOST_CHARS = 200
_RULES = Turn(
    "system",
    "You judge whether a text from a person's notes helps to answer a question. Answer yes or no.",
    own=True,
)
Pool = Mapping[Kind, Sequence[Fused]]


def reranked(
    question: str, found: Pool, backend: Backend, chat: ChatModel | None, speed: Speed, reranker: Reranker | None = None
) -> tuple[dict[Kind, tuple[Fused, ...]], str]:
    """The finds, with the best passages and facts ordered by how helpful the model thinks them; and what was done.

    What it has not seen stands between what it takes for helpful and what it does not. Entities stay as they are.
    """
    unchanged = {kind: tuple(ones) for kind, ones in found.items()}
    if reranker is not None:
        return _by_cross_encoder(question, unchanged, backend, reranker)
    if chat is None:
        return unchanged, "ranked by the scores of both routes"
    most = min(MOST, speed.within(SECONDS) // _TOKENS_EACH)
    items = [*_first(found, Kind.PASSAGE, most // 2), *_first(found, Kind.FACT, most - most // 2)]
    if len(items) < LEAST:
        return unchanged, "ranked by the scores of both routes: no time to ask the model"
    texts = _texts(items, backend)
    items = [item for item in items if item in texts]
    prefix = (_RULES, Turn("user", f"Question: {' '.join(question.split())}"))
    asks = [Ask((Turn("user", f"Text: {texts[item]}\nDoes it help?"),), YesNo(), 2) for item in items]
    try:
        answers = chat.ask(prefix, asks)
    except ModelUnavailable as error:
        return unchanged, f"ranked by the scores of both routes: {error.message}"
    helps = {
        item: answer.options[0]
        for item, answer in zip(items, answers, strict=True)
        if answer.stop is StopReason.COMPLETE
    }
    ordered = {kind: _ordered(kind, ones, helps) for kind, ones in unchanged.items()}
    return ordered, f"ranked by the model: {len(helps)} finds judged"


def _by_cross_encoder(
    question: str, found: dict[Kind, tuple[Fused, ...]], backend: Backend, reranker: Reranker
) -> tuple[dict[Kind, tuple[Fused, ...]], str]:
    """Passages and facts by their scores; what it has not seen comes after, in the order in which it was."""
    items = [*_first(found, Kind.PASSAGE, MOST), *_first(found, Kind.FACT, MOST)]
    texts = _texts(items, backend)
    items = [item for item in items if item in texts]
    if not items:
        return found, "ranked by the scores of both routes"
    try:
        scores = dict(zip(items, reranker.scores(question, [texts[item] for item in items]), strict=True))
    except ModelUnavailable as error:
        return found, f"ranked by the scores of both routes: {error.message}"
    ordered = {kind: _ordered(kind, ones, scores, unseen=float("-inf")) for kind, ones in found.items()}
    return ordered, f"ranked by {reranker.name}: {len(scores)} finds scored"


def _first(found: Pool, kind: Kind, most: int) -> list[tuple[Kind, int]]:
    return [(kind, one.id) for one in found.get(kind, ())[:most]]


def _texts(items: Sequence[tuple[Kind, int]], backend: Backend) -> dict[tuple[Kind, int], str]:
    """A passage by its beginning, with who said it; a fact with its dates after it. Two queries."""
    passages = backend.catalog.passages([PassageId(id_) for kind, id_ in items if kind is Kind.PASSAGE])
    facts = backend.graph.facts([FactId(id_) for kind, id_ in items if kind is Kind.FACT])
    texts = {
        (Kind.PASSAGE, int(one.id)): f"{one.speaker}: {one.text}" if one.speaker else f"{one.title}: {one.text}"
        for one in passages
    }
    texts |= {
        (Kind.FACT, int(one.id)): f"{one.statement} ({one.held.start or '?'} - {one.held.end or 'now'})"
        for one in facts
    }
    return {item: " ".join(text.split())[:_MOST_CHARS] for item, text in texts.items()}


def _ordered(
    kind: Kind, ones: Sequence[Fused], helps: Mapping[tuple[Kind, int], float], unseen: float = 0.5
) -> tuple[Fused, ...]:
    """By what the model thinks, and where it thinks the same, or nothing, in the order in which they came."""
    return tuple(sorted(ones, key=lambda one: -helps.get((kind, one.id), unseen)))
