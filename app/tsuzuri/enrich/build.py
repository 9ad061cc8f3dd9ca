"""A whole hierarchy, layer by layer from the entities up, into a build that nobody reads before it is done.

The three rules are those of Mnemis (arXiv 2602.15313, section 2.2): categories abstract as little as they can, a node
may have several parents, and layers become smaller. Layer 1 is written batch by batch, so that a build that was broken
off goes on with the entities that are in no category of it yet; each layer above is written at once.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tsuzuri.core.agenda import Use
from tsuzuri.core.categories import Build, CategoryDraft
from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import BuildId
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EmbeddingSpace, EntityType
from tsuzuri.enrich.asking import VERSION, Allowance, Asking
from tsuzuri.enrich.grouping import Group, Node, batches, group
from tsuzuri.enrich.material import Layer, lifted, read_entities, speakers
from tsuzuri.enrich.naming import SPEAKER, Language, Names, commonest_type, extractive_name, language_of, summary, tags
from tsuzuri.enrich.rules import ENOUGH, HierarchyRules
from tsuzuri.pipeline.budget import UNBOUNDED, Budget

EXTRACTIVE = "names of children"
"""What makes a build without a chat model."""

_SIZE = 8
"""About so many entities make a category of layer 1 where no head of names does; above it so many categories."""
_SIZE_ABOVE = 6
_WORTH = 0.9
"""A layer of more than this share of the one below saves a reader nothing."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a rebuild came to. `ended` says why it stopped before its end, empty if it did not.

    A build that was stopped is taken up by the next. `asked` counts questions to the model.
    """

    build: Build | None
    entities: int
    asked: int = 0
    tokens_read: int = 0
    tokens_written: int = 0
    ended: str = ""


class Building:
    """Makes builds. Without `chat`, categories are embedding clusters and families of names."""

    def __init__(
        self,
        backend: Backend,
        space: EmbeddingSpace,
        rules: HierarchyRules,
        clock: Clock,
        *,
        chat: ChatModel | None = None,
        budget: Budget = UNBOUNDED,
    ) -> None:
        self.backend = backend
        self.rules = rules
        self.clock = clock
        self.budget = budget
        self._space = space
        self._chat = chat

    @property
    def by(self) -> str:
        """What its builds are said to be made by."""
        return EXTRACTIVE if self._chat is None else f"{self._chat.name} {VERSION}"

    def run(
        self, *, stop: Callable[[], bool] = lambda: False, on_progress: Callable[[int, int], None] | None = None
    ) -> Built:
        """Build anew, or go on with the build that was broken off, and let it be read from then on.

        `stop` is asked before each batch; `on_progress` hears how many of how many entities have a category.

        Raises what `ChatModel.ask` raises; what was written stays unfinished then.
        """
        if ended := self.used_up():  # before the library is read
            return Built(self.backend.categories.current(), 0, ended=ended)
        allowance = Allowance(self.rules.max_calls, self.rules.max_tokens)
        below = read_entities(self.backend, self._space)
        if not below.nodes:
            return Built(self.backend.categories.current(), 0)
        language = language_of(node.name for node in below.nodes)
        asking = None if self._chat is None else Asking(self._chat, language, allowance)
        ended = _Run(self, asking, allowance, language, stop, on_progress).run(below)
        return Built(
            self.backend.categories.current(),
            len(below.nodes),
            allowance.asked,
            allowance.tokens_read,
            allowance.tokens_written,
            ended,
        )

    def used_up(self) -> str:
        """Why the model may be asked nothing more today; empty where it may, or where there is none."""
        if self._chat is None:
            return ""
        now = self.clock()
        return self.budget.why_not(self.backend.agenda.used(self.budget.day(now)).tokens, now)


class _Run:
    """One run of a building."""

    def __init__(
        self,
        of: Building,
        asking: Asking | None,
        allowance: Allowance,
        language: Language,
        stop: Callable[[], bool],
        on_progress: Callable[[int, int], None] | None,
    ) -> None:
        self._of = of
        self._backend = of.backend
        self._categories = of.backend.categories
        self._asking = asking
        self._allowance = allowance
        self._language = language
        self._stop = stop
        self._on_progress = on_progress
        self._spent = Use()

    def run(self, below: Layer) -> str:
        """Build and publish; why it stopped before, empty if it did not."""
        build = self._begun()
        if ended := self._first(build, below) or self._above(build, below):
            return ended
        with self._backend.transaction():
            self._categories.publish(build, self._of.clock())
        return ""

    def _begun(self) -> BuildId:
        broken_off = self._categories.unfinished()
        if broken_off is not None and broken_off.by == self._of.by:
            return broken_off.id
        with self._backend.transaction():
            return self._categories.begin(self._of.by, self._of.clock())

    def _first(self, build: BuildId, below: Layer) -> str:
        """Write layer 1, or what is missing of it; why it stopped, empty if it did not."""
        drafts = _Drafts(1, self._language, self._of.rules.n)
        nodes = {node.id: node for node in below.nodes}
        written = self._categories.layer(build, 1)
        held = self._categories.entities([one.id for one in written], limit_each=len(nodes))
        for one in written:
            drafts.hold(one.name, [nodes[entity.id] for entity in held.get(one.id, ()) if entity.id in nodes])
        if self._categories.layer(build, 2):
            return ""
        spoken = [below.nodes[at] for at in speakers(self._backend, below)]
        left = below.without([*drafts.held, *(node.id for node in spoken)])
        if speaker := [node for node in spoken if node.id not in drafts.held]:
            self._write(build, [drafts.draft(SPEAKER[self._language], speaker)])
        groups = group(left.nodes, left.vectors, _SIZE)
        self._write(build, drafts.of([one for one in groups if one.name], left.nodes))
        for batch in batches(self._to_name(groups), left.vectors, self._of.rules.batch):
            self._tell(len(drafts.held), len(below.nodes))
            named, ended = self._named(left, batch, drafts.names)
            if ended:
                return ended
            self._write(build, drafts.of(named, left.nodes))
        self._write(build, drafts.promoted(below.nodes))
        self._tell(len(below.nodes), len(below.nodes))
        return ""

    def _above(self, build: BuildId, below: Layer) -> str:
        """Write the layers from the second up; why it stopped, empty if it did not."""
        layer = lifted(self._backend, self._categories.layer(build, 1), below)
        for number in range(2, self._of.rules.max_layers + 1):
            if not self._categories.layer(build, number):
                if len(layer.nodes) <= ENOUGH:
                    return ""
                drafts, ended = self._layer(number, layer)
                if ended or len(drafts) > _WORTH * len(layer.nodes):
                    return ended
                self._write(build, drafts)
            layer = lifted(self._backend, self._categories.layer(build, number), layer)
        return ""

    def _layer(self, number: int, layer: Layer) -> tuple[list[CategoryDraft], str]:
        """One layer above the first, with why it stopped."""
        drafts = _Drafts(number, self._language, self._of.rules.n)
        groups = group(layer.nodes, layer.vectors, _SIZE_ABOVE)
        found = [one for one in groups if one.name]
        for batch in batches(self._to_name(groups), layer.vectors, self._of.rules.batch):
            named, ended = self._named(layer, batch, drafts.names, above=True)
            if ended:
                return [], ended
            found += named
        drafts.of(found, layer.nodes)
        drafts.promoted(layer.nodes)
        return drafts.all(), ""

    def _to_name(self, groups: Sequence[Group]) -> list[Group]:
        return [one for one in groups if not one.name and len(one.members) >= self._of.rules.n]

    def _named(
        self, layer: Layer, batch: Sequence[Group], names: Names, *, above: bool = False
    ) -> tuple[Sequence[Group], str]:
        """A batch of groups with names, and why it has none."""
        if self._stop():
            return (), "it was stopped"
        counted = Counter(_type_of(one, layer) for one in batch)

        def by_children(one: Group) -> str:
            lonely = above and counted[_type_of(one, layer)] == 1
            return extractive_name([layer.nodes[at] for at in one.members], self._language, by_type=lonely)

        if self._asking is None:
            return [Group(one.members, by_children(one)) for one in batch], ""
        if ended := self._of.used_up():
            return (), ended
        try:
            named = self._asking.named(layer.nodes, layer.vectors, batch, names, by_children)
        finally:
            self._spend()
        return ((), "the model was stopped") if named is None else (named, "")

    def _spend(self) -> None:
        """Note for the day's budget what was asked since the last time, whatever becomes of the answers."""
        total = Use(self._allowance.tokens_read, self._allowance.tokens_written)
        new = Use(total.tokens_read - self._spent.tokens_read, total.tokens_written - self._spent.tokens_written)
        self._spent = total
        if new.tokens:
            with self._backend.transaction():
                self._backend.agenda.spend(self._of.budget.day(self._of.clock()), new)

    def _write(self, build: BuildId, drafts: Sequence[CategoryDraft]) -> None:
        if drafts:
            with self._backend.transaction():
                self._categories.add(build, drafts)

    def _tell(self, done: int, total: int) -> None:
        if self._on_progress is not None:
            self._on_progress(done, total)


class _Drafts:
    """The categories of one layer as they come together: one for each name, with all of its children."""

    def __init__(self, layer: int, language: Language, n: int) -> None:
        self._layer = layer
        self._language = language
        self._n = n
        self._children: dict[str, dict[int, Node]] = {}
        self.names = Names()
        self.held: set[int] = set()

    def hold(self, name: str, children: Sequence[Node]) -> str:
        """Put children into the category of that name; tells how it is spelt in this layer."""
        settled = self.names.settle(name)
        self._children.setdefault(settled, {}).update({child.id: child for child in children})
        self.held |= {child.id for child in children}
        return settled

    def draft(self, name: str, children: Sequence[Node]) -> CategoryDraft:
        """The category of that name with those children, and all that it had before."""
        return self._draft(self.hold(name, children))

    def of(self, groups: Sequence[Group], nodes: Sequence[Node]) -> list[CategoryDraft]:
        """The categories of groups; one of too few children is none, and leaves them free."""
        return [
            self.draft(one.name, [nodes[at] for at in one.members]) for one in groups if len(one.members) >= self._n
        ]

    def promoted(self, nodes: Sequence[Node]) -> list[CategoryDraft]:
        """The nodes that fitted nowhere, each as a category that stands for it."""
        return [self.draft(node.name, [node]) for node in nodes if node.id not in self.held]

    def all(self) -> list[CategoryDraft]:
        """Every category."""
        return [self._draft(name) for name in self._children]

    def _draft(self, name: str) -> CategoryDraft:
        children = list(self._children[name].values())
        return CategoryDraft(
            self._layer,
            name,
            tuple(child.id for child in children),
            summary(children, self._language),
            tags(children),
            promoted=len(children) < self._n,
        )


def _type_of(one: Group, layer: Layer) -> EntityType:
    return commonest_type([layer.nodes[at] for at in one.members])
