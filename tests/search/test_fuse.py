from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.results import Route
from tsuzuri.core.values import Scored
from tsuzuri.search.fuse import Fused, fuse

EVEN = dict.fromkeys(Route, 1.0)
LISTS = st.dictionaries(
    st.sampled_from(Route),
    st.dictionaries(st.integers(1, 9), st.floats(-5, 30)).map(
        lambda scores: tuple(Scored(id_, score) for id_, score in sorted(scores.items(), key=lambda it: -it[1]))
    ),
)


def ids(found: Sequence[Fused]) -> list[int]:
    return [one.id for one in found]


def scored(**scores: float) -> tuple[Scored, ...]:
    return tuple(Scored(int(name[1:]), score) for name, score in scores.items())


def test_nothing_gives_nothing() -> None:
    assert fuse({}, EVEN) == ()
    assert fuse({Route.LEXICAL: ()}, EVEN) == ()


def test_one_list_keeps_its_order() -> None:
    assert ids(fuse({Route.LEXICAL: scored(_3=9.0, _1=4.0, _2=1.0)}, EVEN)) == [3, 1, 2]


def test_an_empty_list_changes_nothing() -> None:
    alone = {Route.LEXICAL: scored(_3=9.0, _1=4.0)}
    assert fuse({**alone, Route.SEMANTIC: ()}, EVEN) == fuse(alone, EVEN)


def test_what_both_find_comes_first_and_names_both_routes() -> None:
    lists = {
        Route.LEXICAL: scored(_1=9.0, _2=8.9, _4=2.0, _5=1.0),
        Route.SEMANTIC: scored(_3=0.9, _2=0.89, _6=0.81, _7=0.8),
    }
    found = fuse(lists, EVEN)
    assert ids(found)[0] == 2
    routes = {one.id: one.routes for one in found}
    assert [routes[id_] for id_ in (1, 2, 3)] == [
        (Route.LEXICAL,),
        (Route.LEXICAL, Route.SEMANTIC),
        (Route.SEMANTIC,),
    ]


def test_the_scale_of_a_lists_scores_does_not_matter() -> None:
    near = scored(_1=0.9, _2=0.85)
    small = fuse({Route.LEXICAL: scored(_2=0.2, _1=0.1), Route.SEMANTIC: near}, EVEN)
    large = fuse({Route.LEXICAL: scored(_2=200.0, _1=100.0), Route.SEMANTIC: near}, EVEN)
    assert ids(small) == ids(large)


def test_the_weightier_list_decides() -> None:
    lists = {Route.LEXICAL: scored(_1=9.0, _2=1.0), Route.SEMANTIC: scored(_2=0.9, _1=0.8)}
    assert ids(fuse(lists, {Route.LEXICAL: 2.0, Route.SEMANTIC: 1.0})) == [1, 2]
    assert ids(fuse(lists, {Route.LEXICAL: 1.0, Route.SEMANTIC: 2.0})) == [2, 1]


def test_ties_are_in_order_of_id() -> None:
    assert ids(fuse({Route.LEXICAL: scored(_7=1.0, _2=1.0, _5=1.0)}, EVEN)) == [2, 5, 7]


@settings(deadline=None, max_examples=80)
@given(LISTS)
def test_it_is_the_union_best_first(lists: Mapping[Route, Sequence[Scored]]) -> None:
    found = fuse(lists, EVEN)
    assert sorted(ids(found)) == sorted({one.id for listed in lists.values() for one in listed})
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for one in found:
        assert set(one.routes) == {route for route, listed in lists.items() if one.id in {it.id for it in listed}}
