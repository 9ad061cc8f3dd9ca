import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuzuri.search.answer.concepts import meant, meant_by


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Where does she live?", "彼女は横浜に住んでいる。"),
        ("her husband", "夫の修一"),
        ("Who founded it?", "会社を設立した人"),
        ("the rent", "家賃"),
        ("postponed", "延期された"),
        ("He retired.", "彼は退職した。"),
    ],
)
def test_the_same_thing_is_meant_in_either_language(one: str, other: str) -> None:
    assert meant(one) & meant(other)


@pytest.mark.parametrize(("one", "other"), [("price", "lives"), ("家賃", "価格"), ("born", "founded"), ("cat", "母")])
def test_different_things_stay_apart(one: str, other: str) -> None:
    assert not meant(one) & meant(other)


def test_a_relation_means_what_its_words_mean() -> None:
    assert meant_by(["lives_in"]) & meant("home")
    assert not meant_by(["lives_in"]) & meant("price")


def test_what_a_relation_means_first_is_less_than_all_that_it_may_mean() -> None:
    assert meant_by(["works_at"], first=True) < meant_by(["works_at"])
    assert not meant_by(["works_at"], first=True) & meant("joined")


@given(st.text(max_size=40))
def test_any_text_is_looked_up(text: str) -> None:
    assert meant(text) >= frozenset()
