"""What stands with a name and is no part of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.identity.titles import bare
from tsuzuri.text.normalise import key


@pytest.mark.parametrize(
    ("name", "type", "plain"),
    [
        ("林さん", "person", "林"),
        ("田中副社長", "person", "田中"),
        ("星首相", "person", "星"),
        ("田中太郎元監督", "person", "田中太郎元"),
        ("佐藤 美咲選手", "person", "佐藤 美咲"),
        ("高橋名誉教授", "person", "高橋"),
        ("Prof. Roth", "person", "Roth"),
        ("Prof. Dr. Roth", "person", "Roth"),
        ("President Holt", "person", "Holt"),
        ("Lumen Co., Ltd.", "organization", "Lumen"),
        ("Lumen, Inc.", "organization", "Lumen"),
        ("Lumen GmbH", "organization", "Lumen"),
        ("Lumen S.A.", "organization", "Lumen"),
        ("Lumen Oy", "organization", "Lumen"),
        ("AI株式会社", "organization", "AI"),
        ("(株)青葉電機", "organization", "青葉電機"),
        ("青葉電機㈱", "organization", "青葉電機"),
        ("一般社団法人青葉会", "organization", "青葉会"),
    ],
)
def test_is_left_out_of_the_bare_name(name: str, type: str, plain: str) -> None:
    assert bare(name, type) == plain


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("副社長", "person"),
        ("部長", "person"),
        ("日本選手", "person"),
        ("Drake", "person"),
        ("Presley", "person"),
        ("株式会社", "organization"),
        ("Co", "organization"),
        ("Sager", "organization"),
        ("林さん", "place"),
        ("Lumen AG", "thing"),
    ],
)
def test_stays_where_it_is_the_name_or_of_another_type(name: str, type: str) -> None:
    assert bare(name, type) == name


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=20), st.sampled_from(["person", "organization", "place"]))
def test_leaves_something_of_every_name_that_can_be_seen(name: str, type: str) -> None:
    assert bool(key(bare(name, type))) == bool(key(name))
