"""A question taken apart once for both routes."""

from datetime import date

import pytest

from tests.fakes import FakeEmbedder, MissingEmbedder
from tests.search.hierarchies import remember
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.sought import sought

TODAY = date(2025, 6, 1)


def test_operators_are_taken_out_and_the_rest_is_embedded(backend: Backend) -> None:
    want = sought("type:fact in:notes Which tools?", TODAY, None, backend, FakeEmbedder())
    assert want.text == "Which tools?"
    assert want.kinds == {Kind.FACT}
    assert want.vector is not None
    assert want.vector == pytest.approx(FakeEmbedder().query("Which tools?"))


def test_what_was_not_asked_for_is_left_out(backend: Backend) -> None:
    ids = remember(backend, ["violin", "piano"])
    found = {Kind.ENTITY: [Fused(id_, 1.0, ()) for id_ in ids.values()], Kind.FACT: []}
    want = sought("type:entity What? -piano", TODAY, None, backend, FakeEmbedder())
    assert [one.id for one in want.keep(found)[Kind.ENTITY]] == [ids["violin"]]
    assert Kind.FACT not in want.keep(found)
    before = sought("What?", TODAY, date(2001, 1, 1), backend, FakeEmbedder())
    assert not before.keep(found)[Kind.ENTITY]


def test_without_an_embedder_it_says_so(backend: Backend) -> None:
    want = sought("What?", TODAY, None, backend, MissingEmbedder())
    assert want.vector is None
    assert want.told == ("searched without vectors: the embedder is not installed",)


@pytest.mark.parametrize(("text", "is_empty"), [("", True), ("?!", True), ("a", False), ("猫", False)])
def test_is_empty_without_a_letter_or_digit(backend: Backend, text: str, is_empty: bool) -> None:
    assert sought(text, TODAY, None, backend, FakeEmbedder()).is_empty is is_empty
