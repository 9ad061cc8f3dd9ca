"""The walk down the categories: from a layer that can be seen at once to the entities that may help with a question.

Mnemis's Global Selection (arXiv 2602.15313, section 2.3), with the step among entities that its code leaves out. It
begins at the lowest layer that is small enough to be chosen from at once: the layers above that one are there to spare
the reading of long lists, and here the list is read once and kept. A branch whose cards are all wanted is not walked.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tsuzuri.core.categories import Build, Categories, Category
from tsuzuri.core.ids import CategoryId, EntityId
from tsuzuri.core.results import TraceStep
from tsuzuri.core.values import Entity
from tsuzuri.search.cards import Card, Page, category_card, entity_card
from tsuzuri.search.near import Near
from tsuzuri.search.registry import OnStep
from tsuzuri.search.selecting import Chooser, Picks, nearest


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is shown.

    The walk `begin`s at the lowest layer of so many categories at most, else at the top. A layer of `page` at most is
    shown whole, the same for every question; of a larger one, the `fresh` nearest of those below what was chosen. Of
    `leaf` entities at most all are taken. `below` bounds what is taken with a whole branch.
    """

    begin: int = 40
    page: int = 80
    fresh: int = 24
    leaf: int = 40
    below: int = 2000


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a walk came: each entity once, and the categories that were chosen on the way, best first in each layer."""

    entities: tuple[EntityId, ...] = ()
    categories: tuple[Category, ...] = ()


class Walk:
    """One walk. `on_step` hears of each step as it is done."""

    def __init__(
        self, categories: Categories, chooser: Chooser, near: Near | None, on_step: OnStep, sizes: Sizes
    ) -> None:
        self._categories = categories
        self._chooser = chooser
        self._near = near
        self._on_step = on_step
        self._sizes = sizes

    def down(self) -> Reached:
        """Walk. A branch on which nothing is chosen ends there; where the budget ends, all below is taken."""
        build = self._categories.current()
        onward = () if build is None else self._begin(build)
        chosen: dict[CategoryId, Category] = {}
        whole: list[CategoryId] = []
        leaves: tuple[EntityId, ...] = ()
        while build is not None and onward:
            layer = onward[0].layer
            page = self._page(build, onward)
            if not page.open:
                break  # another build has taken this one's place meanwhile
            picks = self._choose(page)
            if picks is None:
                whole += [one.id for one in onward]
                break
            by_id = {int(one.id): one for one in onward}
            into = tuple(by_id[card.id] for card in picks.into)
            chosen |= {CategoryId(card.id): by_id[card.id] for card in (*picks.into, *picks.whole)}
            whole += [CategoryId(card.id) for card in picks.whole]
            if layer == 1:
                leaves = self._leaves(into)
                break
            onward = self._children(into)
        below = self._categories.below(whole, limit=self._sizes.below) if whole else ()
        return Reached(tuple(dict.fromkeys((*leaves, *below))), tuple(chosen.values()))

    def _begin(self, build: Build) -> tuple[Category, ...]:
        for layer, size in enumerate(build.sizes, 1):
            if size <= self._sizes.begin or layer == len(build.sizes):
                return self._categories.layer(build.id, layer)
        return ()

    def _children(self, parents: Sequence[Category]) -> tuple[Category, ...]:
        below = self._categories.children([one.id for one in parents]) if parents else {}
        return tuple({child.id: child for one in parents for child in below.get(one.id, ())}.values())

    def _page(self, build: Build, onward: Sequence[Category]) -> Page:
        layer = onward[0].layer
        if build.sizes[layer - 1] <= self._sizes.page:
            cards = tuple(map(category_card, self._categories.layer(build.id, layer)))
            wanted = {one.id for one in onward}
            open_ = tuple(place for place, card in enumerate(cards) if card.id in wanted)
            return Page(layer, cards, open_, shared=True)
        return self._fresh(layer, map(category_card, onward))

    def _fresh(self, layer: int, cards: Iterable[Card]) -> Page:
        """The nearest cards; without an embedder the first."""
        ranked = list(cards)
        if self._near is not None and len(ranked) > self._sizes.fresh:
            ranked = list(nearest(ranked, layer, self._near))
        shown = tuple(ranked[: self._sizes.fresh])
        return Page(layer, shown, tuple(range(len(shown))), shared=False)

    def _leaves(self, parents: Sequence[Category]) -> tuple[EntityId, ...]:
        """The entities in the categories: all, if they are few, else those that are chosen."""
        found = self._categories.entities([one.id for one in parents], limit_each=self._sizes.below) if parents else {}
        entities: dict[EntityId, Entity] = {entity.id: entity for of_one in found.values() for entity in of_one}
        if len(entities) <= self._sizes.leaf:
            return tuple(entities)
        picks = self._choose(self._fresh(0, map(entity_card, entities.values())))
        return tuple(entities) if picks is None else tuple(EntityId(card.id) for card in (*picks.into, *picks.whole))

    def _choose(self, page: Page) -> Picks | None:
        started = time.perf_counter()
        picks = self._chooser.choose(page)
        if picks is not None:
            ms = (time.perf_counter() - started) * 1000
            into, whole = (tuple(card.name for card in cards) for cards in (picks.into, picks.whole))
            offered = tuple(page.cards[place].name for place in page.open)
            self._on_step(TraceStep(page.layer, len(offered), into, whole, picks.by, ms, picks.tokens, offered))
        return picks
