"""A neighbourhood as a tree in cells: strokes that meet, names in any script, and no line wider than its list."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.fake_library import clock, english, japanese
from tsuzuri.library.neighbourhood import Branch, Neighbourhood
from tsuzuri.tui.twigs import TwigShape, twigs

SHAPE = TwigShape(clock().date())


def drawn(found: Neighbourhood, width: int = 60) -> list[str]:
    return [SHAPE.lines(twig, width)[0].plain.rstrip() for twig in twigs(found)]


def of(name: str) -> Neighbourhood:
    library = english()
    entity = next(one for one in library.entities().items if one.name == name)
    found = library.neighbourhood(entity.id)
    assert found is not None
    return found


def test_reads_from_left_to_right_whichever_way_the_fact_goes() -> None:
    lines = drawn(of("Ilse Varga"), 80)
    assert lines[0] == "Ilse Varga"
    assert any(line.startswith(("├─ lives in Brinsk", "└─ lives in Brinsk")) for line in lines)
    assert any("< " in line and line.index("< ") > 2 for line in drawn(of("Brinsk"), 80))


def test_the_last_of_each_branch_has_a_corner() -> None:
    lines = drawn(of("Ilse Varga"), 80)
    first_column = [line[0] for line in lines[1:]]
    assert first_column.count("└") == 1
    assert "└" not in first_column[: first_column.index("└")]


def test_what_is_not_shown_is_counted() -> None:
    found = of("Ilse Varga")
    assert drawn(Neighbourhood(found.centre, found.branches[:1], 12))[-1] == "└─ 12 more"


@settings(max_examples=50, deadline=None)
@given(width=st.integers(10, 120), name=st.text(max_size=40))
def test_no_line_is_wider_than_its_list(width: int, name: str) -> None:
    library = japanese()
    for entity in library.entities().items:
        found = library.neighbourhood(entity.id)
        assert found is not None
        odd = tuple(Branch(one.fact, one.inward, one.entity, one.below, 3) for one in found.branches)
        for twig in twigs(Neighbourhood(found.centre, odd, len(name))):
            assert SHAPE.lines(twig, width)[0].cell_length <= width
