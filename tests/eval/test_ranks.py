import pytest

from tests.eval.ranks import MEASURES

GOLD = frozenset({"a", "b"})


@pytest.mark.parametrize(
    ("figure", "ranking", "value"),
    [
        ("R@1", "ab", 0.5),
        ("R@5", "xxaxb", 1.0),
        ("R@5", "xxxxxab", 0.0),
        ("all@5", "axxxb", 1.0),
        ("all@5", "axxxxb", 0.0),
        ("perfect@8", "axxxxxxb", 1.0),
        ("nDCG@10", "ab", 1.0),
        ("nDCG@10", "", 0.0),
        ("nDCG@10", "xa", 0.6309 / 1.6309),
    ],
)
def test_figures_are_those_of_their_definitions(figure: str, ranking: str, value: float) -> None:
    assert MEASURES[figure](list(ranking), GOLD) == pytest.approx(value, abs=1e-3)
