"""The fourth place: the tree of categories, opened as far as one wants, down to the entities."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from tsuzuri.core.ids import BuildId, CategoryId, EntityId
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import ask
from tsuzuri.tui.categories import (
    BUILDING,
    REVERTING,
    Change,
    HomesCame,
    InsideCame,
    ParentsCame,
    Progressed,
    TreeCame,
    WalkCame,
    change,
    homes,
    inside,
    parents,
    tree,
    walk,
)
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.outline import Outline, Path, about, category_detail
from tsuzuri.tui.present import one_line, percent
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.evidence_place import EvidencePlace
from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.tree_view import TreeView
from tsuzuri.tui.wishes import ShowEntity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsuzuri.library.hierarchy import HierarchyStatus
    from tsuzuri.pipeline.progress import Progress

_NONE = "Categories stand above the entities, each under all that it fits in."


class CategoriesScreen(EvidencePlace):
    """The tree on the left; on the right what the selected category is about, or the selected entity's card."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "categories.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.CATEGORIES)
    PLACE = PLACES[3]
    PROMPT = "Press / to find categories by a piece of a name."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tree_view = TreeView(id="tree")
        self._outline = Outline()
        self._status: HierarchyStatus | None = None
        self._parents: Mapping[CategoryId, tuple[str, ...]] = {}
        self._parents_of: BuildId | None = None
        self._share: float | None = None
        self._of: EntityId | None = None

    def compose_left(self) -> ComposeResult:
        """How it stands, and the tree."""
        yield Static(id="about", markup=False)
        yield self.tree_view

    def compose_right(self) -> ComposeResult:
        """The category or card, and what an entity is in."""
        yield Static(id="homes", markup=False)
        yield from super().compose_right()

    def on_mount(self) -> None:
        """Read the top."""
        self.reread()
        self.tree_view.focus()

    def enter_left(self) -> None:
        """To the tree."""
        self.tree_view.focus()

    def reread(self) -> None:
        """Read the top and what is open anew."""
        opened = list(dict.fromkeys(path[-1] for path in self._outline.opened))
        words = self.line.value.strip()
        ask(self, "tree", partial(tree, self.desk.library, words, opened, self._of))

    def shown_entity(self) -> EntityId | None:
        """The selected entity."""
        row = self.tree_view.current
        return row.entity.id if row is not None and row.entity is not None else None

    def show_categories_of(self, entity_id: EntityId) -> None:
        """Show the categories that an entity is in, all of them, instead of the top."""
        self._of, self.line.value, self._outline = entity_id, "", Outline()
        self.reread()
        self.enter_left()

    def reset(self) -> None:
        """From the categories of one entity to the top; the words that were looked for go."""
        self._of = None
        self.reread()
        super().reset()

    def action_unfold(self) -> None:
        """Show what is in the selected category."""
        row = self.tree_view.current
        if row is not None and row.category is not None and not row.is_open:
            self._unfold(row.path)

    def action_fold(self) -> None:
        """Show it no longer; from what is closed, to the category that it is in."""
        row = self.tree_view.current
        if row is None:
            return
        if row.is_open:
            self._show(self._outline.closing(row.path))
        elif above := row.path if row.category is None else row.path[:-1]:
            self.tree_view.select(lambda one: one.category is not None and one.path == above)

    def action_walk(self) -> None:
        """Show the last walk of a search."""
        ask(self, "walk", partial(walk, self.desk.library))

    @on(WalkCame)
    def _on_walk(self, came: WalkCame) -> None:
        from tsuzuri.tui.screens.walk import WalkScreen  # a window is not needed for the first frame

        self.app.push_screen(WalkScreen(came.walk))

    def action_build(self) -> None:
        """Ask whether to build the categories anew, and how."""
        self._choose("Build the categories anew? What is read now stays until it is done.", revert=False)

    def action_revert(self) -> None:
        """Ask whether to read the build before again."""
        self._choose("Take the last build back?", revert=True)

    def _choose(self, title: str, *, revert: bool) -> None:
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        self.app.push_screen(ChooseScreen(title, REVERTING if revert else BUILDING), self._chosen)

    def _chosen(self, wanted: Change | None) -> None:
        if wanted is not None:
            self.do(partial(change, self.desk.library, wanted, self._progressed))

    def _progressed(self, _step: str, progress: "Progress") -> None:
        """Heard in the thread that builds."""
        self.post_message(Progressed(progress.done / max(progress.total, 1)))

    @on(Progressed)
    def _on_progressed(self, came: Progressed) -> None:
        self._share = None if came.share >= 1 else came.share
        self._tell()

    def _unfold(self, path: Path) -> None:
        self._show(self._outline.opening(path))
        if path[-1] not in self._outline.inside:
            ask(self, f"inside-{path[-1]}", lambda: InsideCame(inside(self.desk.library, path[-1:])))

    @on(TreeCame)
    def _on_tree(self, came: TreeCame) -> None:
        self._status = came.status
        self._tell()
        self._show(Outline(came.top, came.inside, self._outline.opened))
        build = came.status.build
        if build is not None and build.id != self._parents_of:
            self._parents_of = build.id
            ask(self, "parents", partial(parents, self.desk.library))

    @on(InsideCame)
    def _on_inside(self, came: InsideCame) -> None:
        self._show(self._outline.knowing(came.inside))

    @on(ParentsCame)
    def _on_parents(self, came: ParentsCame) -> None:
        self._parents = came.parents
        self._show_selected()

    @on(HomesCame)
    def _on_homes(self, came: HomesCame) -> None:
        if self.shown_entity() == came.entity_id:
            words = Content.assemble(("in ", QUIET), one_line(", ".join(came.names)))
            self.query_one("#homes", Static).update(words)

    def _show(self, outline: Outline) -> None:
        self._outline = outline
        self.tree_view.hold(outline.rows())

    def _tell(self) -> None:
        told = about(self._status) if self._status is not None else Content()
        if self._of is not None:
            told = Content.assemble(("What it is in; esc shows all. ", HEADING), told)
        if self._share is not None:
            told = Content.assemble((f"Building: {percent(self._share)}. ", HEADING), told)
        self.query_one("#about", Static).update(told)

    @on(Input.Changed, "#line")
    def _on_typed(self) -> None:
        if self.line.value:
            self._of = None
        self.reread()

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        self.tree_view.focus()

    @on(Moved, "#tree")
    def _on_moved(self) -> None:
        self._show_selected()

    @on(Loaded, "#tree")
    def _on_loaded(self) -> None:
        if not self.tree_view.rows:
            self._evidence.show_nothing("No category has such a name." if self.line.value else _NONE)

    def _show_selected(self) -> None:
        row = self.tree_view.current
        self.query_one("#homes", Static).display = row is not None and row.entity is not None
        if row is not None and row.category is not None:
            self._evidence.show_detail(category_detail(row.category, self._parents.get(row.category.id, ())))
        elif row is not None and row.entity is not None:
            self._evidence.show_entity(row.entity.id)
            ask(self, "homes", partial(homes, self.desk.library, row.entity.id))
        elif row is not None:
            self._evidence.show_nothing("Press 2 and / to find them by name.")

    @on(Chosen, "#tree")
    def _on_chosen(self) -> None:
        row = self.tree_view.current
        if row is not None and row.entity is not None:
            self.post_message(ShowEntity(row.entity))
        elif row is not None and row.is_open:
            self.action_fold()
        else:
            self.action_unfold()
