"""A neighbourhood drawn in cells."""

from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.fake_library import NOW, FakeLibrary, english, japanese
from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Entity, EntityType, Fact, FactStatus
from tsuzuri.library.neighbourhood import Branch, Neighbourhood
from tsuzuri.tui.graph import picture
from tsuzuri.tui.strokes import Strokes


def around(library: FakeLibrary, name: str) -> Neighbourhood:
    found = library.neighbourhood(library.entity(name).id)
    assert found is not None
    return found


def drawn(found: Neighbourhood, width: int) -> list[str]:
    shown = picture(found, width)
    strokes = Strokes(shown, None)
    return [strokes.line(row, shown.nodes[0]).plain.rstrip() for row in range(shown.height)]


def test_what_leads_to_it_stands_on_the_left_and_what_it_leads_to_on_the_right() -> None:
    assert drawn(around(english(), "Nordlicht Optics"), 148) == [
        "          Brinsk <─────────── lives in ─┬──Ilse Varga ── head of research.. >┐",
        "Tessel Institute <────────── taught at ─┘                                    ├─Nordlicht Optics"
        "─── rents ──────────────> Brinsk observatory",
        "                                          Tomas Reuel ── head of research.. >┘",
    ]


def test_where_there_is_less_room_only_what_is_one_fact_away_is_drawn_and_the_rest_counted() -> None:
    assert drawn(around(english(), "Ilse Varga"), 72) == [
        "           ┌─ head of research.. ─> Nordlicht Optics +2",
        "Ilse Varga─┼─ lives in ───────────> Brinsk",
        "           └─ taught at ──────────> Tessel Institute",
    ]


def test_wide_characters_keep_their_columns() -> None:
    assert drawn(around(japanese(), "霧島光学"), 104) == [
        "        白瀬 <─── 居住地 ─┬─波多野 澪 ── 研究部長 >──霧島光学─── 賃借 ─────> 旧天文台",
        "手取工科大学 <─── 教えた ─┘",
    ]


def test_one_entity_in_two_places_is_marked_in_both() -> None:
    shown = picture(around(english(), "Ilse Varga"), 148)
    brinsk = next(node for node in shown.nodes if node.label == "Brinsk")
    again = replace(shown, nodes=(*shown.nodes, replace(brinsk, column=2, parent=brinsk.row)))
    styles = [str(span.style) for span in Strokes(again, None).line(brinsk.row, brinsk).spans]
    assert styles.count("bold underline") == 1
    assert styles.count("reverse") == 1


def test_what_holds_no_longer_is_struck_but_not_as_of_a_day() -> None:
    shown = picture(around(english(), "Nordlicht Optics"), 148)
    styles = [str(span.style) for span in Strokes(shown, NOW.date()).line(2, shown.nodes[0]).spans]
    assert any("strike" in style for style in styles)
    assert not any("strike" in str(span.style) for span in Strokes(shown, None).line(2, shown.nodes[0]).spans)


NAMES = st.text(st.sampled_from("abc 光学研究\t[]"), min_size=1, max_size=40)


@st.composite
def neighbourhoods(draw: st.DrawFn) -> Neighbourhood:
    numbers = iter(range(1, 10_000))

    def entity(name: str) -> Entity:
        return Entity(EntityId(next(numbers)), name, EntityType.PERSON, (), 0, 0, None)

    def branch(deep: bool) -> Branch:
        name, inward = draw(NAMES), draw(st.booleans())
        fact = Fact(
            FactId(next(numbers)), EntityId(1), name, draw(NAMES), None, name, Interval(), Interval(), None, NOW, None,
            0.9, FactStatus.CURRENT, 1,
        )  # fmt: skip
        below = tuple(branch(False) for _ in range(draw(st.integers(0, 4)))) if deep else ()
        more = draw(st.integers(0, 3)) if deep else 0
        return Branch(fact, inward, entity(name) if draw(st.booleans()) else None, below, more)

    branches = tuple(branch(True) for _ in range(draw(st.integers(0, 24))))
    return Neighbourhood(entity(draw(NAMES)), branches, draw(st.integers(0, 2)))


@settings(max_examples=25, deadline=None)
@given(neighbourhoods(), st.integers(60, 200))
def test_every_line_is_as_wide_as_the_picture_no_names_overlap_and_it_is_the_same_each_time(
    found: Neighbourhood, width: int
) -> None:
    shown = picture(found, width)
    assert shown == picture(found, width)
    assert shown.width <= width
    assert len({(node.column, node.row) for node in shown.nodes}) == len(shown.nodes)
    strokes = Strokes(shown, date(2025, 9, 12))
    for row in range(shown.height):
        assert strokes.line(row, shown.nodes[-1]).cell_length == shown.width


@settings(max_examples=25, deadline=None)
@given(neighbourhoods(), st.integers(60, 200))
def test_every_node_is_reached_by_the_arrows_and_by_the_mouse(found: Neighbourhood, width: int) -> None:
    shown = picture(found, width)
    reached, waiting = set[tuple[int, int]](), [shown.nodes[0]]
    while waiting:
        node = waiting.pop()
        if (node.column, node.row) not in reached:
            reached.add((node.column, node.row))
            waiting += [shown.beside(node, *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    assert reached == {(node.column, node.row) for node in shown.nodes}
    assert all(shown.at(shown.left_of(node.column), node.row) is node for node in shown.nodes)
