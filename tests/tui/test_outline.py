from tests.tui.worlds import categorised
from tsuzuri.tui.categories import inside, parents, tree
from tsuzuri.tui.outline import Outline, Row, RowShape, category_detail


def names(outline: Outline) -> list[str]:
    return [_name(row) for row in outline.rows()]


def _name(row: Row) -> str:
    if row.category is not None:
        return row.category.name
    return row.entity.name if row.entity is not None else f"{row.more} more"


def test_what_is_closed_shows_nothing_of_what_is_in_it() -> None:
    library = categorised()
    (top,) = library.hierarchy.top()
    closed = Outline((top,), inside(library, [top.id]))
    assert names(closed) == ["Life at Brinsk"]
    opened = closed.opening((top.id,))
    assert names(opened) == ["Life at Brinsk", "Science", "Places"]
    assert opened.closing((top.id,)) == closed


def test_an_open_category_shows_what_is_known_of_it_and_then_how_many_more_there_are() -> None:
    library = categorised()
    (types,) = library.hierarchy.named("Lens types")
    outline = Outline((types,)).opening((types.id,))
    assert names(outline) == ["Lens types"]
    known = outline.knowing(inside(library, [types.id]))
    assert names(known)[-2:] == ["Lens 049", "10 more"]


def test_one_under_two_parents_opens_in_each_by_itself() -> None:
    library = categorised()
    found = {
        one.name: one.id
        for name in ("Life", "Science", "Places", "Lens makers")
        for one in library.hierarchy.named(name)
    }
    life, science, places, makers = (found[name] for name in ("Life at Brinsk", "Science", "Places", "Lens makers"))
    came = tree(library, "", [life, science, places, makers])
    paths = [(life,), (life, science), (life, places), (life, science, makers)]
    outline = Outline(came.top, came.inside, frozenset(paths))
    assert names(outline).count("Lens makers") == 2
    assert names(outline).count("Ilse Varga") == 1


def test_every_category_knows_all_that_it_is_in() -> None:
    library = categorised()
    came = parents(library)
    (makers,) = library.hierarchy.named("Lens makers")
    assert came.parents[makers.id] == ("Science", "Places")
    assert "in Science, Places" in category_detail(makers, came.parents[makers.id]).head.plain


def test_a_row_is_as_wide_as_the_list() -> None:
    library = categorised()
    (top,) = library.hierarchy.top()
    row = Outline((top,)).rows()[0]
    assert RowShape().lines(row, 40)[0].plain == "+ Life at Brinsk".ljust(38) + "66"
