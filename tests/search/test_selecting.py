"""Who chooses from a page: the model, unless it is too slow for what it has not read, or its budget is spent."""

from tests.search.hierarchies import Choosing, Lenient
from tsuzuri.core.models import ChatModel
from tsuzuri.search.cards import Card, Page
from tsuzuri.search.near import CardVectors, Near
from tsuzuri.search.selecting import ALONE, BOTH, EMBEDDING, MODEL, Budget, Chooser, Picks, Speed
from tsuzuri.store.memory.backend import MemoryBackend

CARDS = tuple(Card(number, name) for number, name in enumerate(("Arts", "Dishes", "Places", "Tools", "Trips"), 7))
SHARED = Page(1, CARDS, tuple(range(len(CARDS))), shared=True)
FRESH = Page(1, CARDS, tuple(range(len(CARDS))), shared=False)
CHOSEN = Budget(beside=0)
FAST, SLOW = 10_000.0, 5.0


def chooser(chat: ChatModel | None, speed: float, budget: Budget = CHOSEN, *, embeds: bool = True) -> Chooser:
    embedder = Lenient()
    near = Near(MemoryBackend(), embedder, CardVectors(embedder), embedder.query("Dishes")) if embeds else None
    return Chooser("Which dishes?", chat, near, budget, Speed(speed))


def test_the_model_chooses_from_what_it_knows_however_slow_it_is() -> None:
    picks = chooser(Choosing("Trips, Arts*"), SLOW).choose(SHARED)
    assert picks is not None
    assert picks[:3] == ((CARDS[4],), (CARDS[0],), MODEL)
    assert picks.tokens > 0


def test_nearness_chooses_from_what_a_slow_model_would_have_to_read() -> None:
    chat = Choosing("Trips")
    picks = chooser(chat, SLOW).choose(FRESH)
    assert picks is not None
    assert picks.by == EMBEDDING
    assert picks.into[0] == CARDS[1]
    assert not chat.questions


def test_a_fast_model_reads_it() -> None:
    picks = chooser(Choosing("Trips"), FAST).choose(FRESH)
    assert picks is not None
    assert (picks.into, picks.by) == ((CARDS[4],), MODEL)


def test_nearness_chooses_three_at_least_and_six_at_most() -> None:
    picks = chooser(None, FAST).choose(SHARED)
    assert picks is not None
    assert 3 <= len(picks.into) <= 6


def test_the_nearest_others_go_with_what_the_model_chooses() -> None:
    picks = chooser(Choosing("Trips, Arts*"), FAST, Budget(beside=1)).choose(SHARED)
    assert picks is not None
    assert picks[:3] == ((CARDS[4], CARDS[1]), (CARDS[0],), BOTH)


def test_with_nothing_goes_nothing() -> None:
    picks = chooser(Choosing("0"), FAST, Budget(beside=1)).choose(SHARED)
    assert picks is not None
    assert picks[:3] == ((), (), MODEL)


def test_one_card_is_chosen_by_nobody() -> None:
    page = Page(1, CARDS, (2,), shared=True)
    assert chooser(None, FAST, embeds=False).choose(page) == Picks((CARDS[2],), (), ALONE)


def test_each_call_counts_and_the_cached_cards_too() -> None:
    calls = chooser(Choosing("Arts", "Arts"), FAST, Budget(calls=1))
    assert calls.choose(SHARED) is not None
    assert calls.choose(SHARED) is None
    tokens = chooser(Choosing("Arts", "Arts"), FAST, Budget(tokens=300))
    assert tokens.choose(SHARED) is not None
    assert tokens.choose(SHARED) is None
    assert tokens.told == ["the walk ended early, for its budget of calls or tokens is spent"]


def test_the_speed_is_the_best_that_was_seen() -> None:
    speed = Speed()
    assert speed.within(2.0) == 0
    speed.note(30, 3.0)
    speed.note(30, 1.0)
    speed.note(30, 9.0)
    assert speed.within(2.0) == 60


def test_asking_measures_the_speed() -> None:
    speed = Speed()
    Chooser("Which dishes?", Choosing("Arts"), None, Budget(), speed).choose(SHARED)
    assert speed.tokens_per_s > 0
