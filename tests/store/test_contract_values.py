"""What every backend does with literal objects: two spellings of one value are one fact."""

from datetime import date

import pytest

from tests.store.samples import evidence, fact_draft, name, state, store
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import Interval

PRICE = ValueForm(ValueType.AMOUNT, "3200 JPY")


def test_a_value_keeps_its_words_type_and_normal_form(backend: Backend) -> None:
    with backend.transaction():
        (passage,) = store(backend, "/a.txt", ["A costs 3,200円"]).passages
        a, b = name(backend, "A"), name(backend, "B")
        priced = state(backend, fact_draft(a, "price", None, value="3,200円", form=PRICE), evidence(passage))
        plain = state(backend, fact_draft(a, "is", None, value="Red"), evidence(passage))
        entity = state(backend, fact_draft(a, "knows", b), evidence(passage))
    found = backend.graph.facts([priced, plain, entity])
    assert [fact.object_name for fact in found] == ["3,200円", "Red", "B"]
    assert [fact.form for fact in found] == [PRICE, ValueForm(ValueType.TEXT, "Red"), None]
    assert backend.graph.all_facts().items == found


def test_two_spellings_of_one_value_are_one_fact_with_two_evidences(backend: Backend) -> None:
    with backend.transaction():
        one, two = store(backend, "/a.txt", ["A costs 3,200円", "A: ３２００円"]).passages
        a = name(backend, "A")
        first = state(backend, fact_draft(a, "price", None, value="3,200円", form=PRICE), evidence(one))
        again = state(backend, fact_draft(a, "price", None, value="３２００円", form=PRICE), evidence(two))
    assert first == again
    (fact,) = backend.graph.facts([first])
    assert (fact.object_name, fact.evidence) == ("3,200円", 2)


@pytest.mark.parametrize(
    ("form", "valid"),
    [
        (ValueForm(ValueType.AMOUNT, "3200 USD"), Interval()),
        (ValueForm(ValueType.TEXT, "3200 JPY"), Interval()),
        (PRICE, Interval(date(2024, 1, 1))),
    ],
)
def test_another_form_type_or_validity_is_another_fact(backend: Backend, form: ValueForm, valid: Interval) -> None:
    with backend.transaction():
        (passage,) = store(backend, "/a.txt", ["A costs"]).passages
        a = name(backend, "A")
        first = state(backend, fact_draft(a, "price", None, value="3,200円", form=PRICE), evidence(passage))
        other = state(backend, fact_draft(a, "price", None, value="3,200", form=form, valid=valid), evidence(passage))
    assert first != other


def test_the_words_follow_the_evidence_that_is_left(backend: Backend) -> None:
    with backend.transaction():
        first = store(backend, "/a.txt", ["A costs 3,200円"])
        second = store(backend, "/b.txt", ["A: ３２００円"])
        a = name(backend, "A")
        id_ = state(backend, fact_draft(a, "price", None, value="3,200円", form=PRICE), evidence(first.passages[0]))
        state(backend, fact_draft(a, "price", None, value="３２００円", form=PRICE), evidence(second.passages[0]))
    with backend.transaction():
        backend.catalog.forget(first.source)
    (fact,) = backend.graph.facts([id_])
    assert (fact.object_name, fact.form, fact.evidence) == ("３２００円", PRICE, 1)
