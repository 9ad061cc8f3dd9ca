"""Values that only seem to exclude each other, and those that no rule may reconcile."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import Fact, FactStatus
from tsuzuri.extract.compatible import both_hold
from tsuzuri.extract.literals import typed_value


def fact(object_: str, *, relation: str = "works_as", form: ValueForm | None = None, id: int = 1) -> Fact:
    return Fact(
        id=FactId(id),
        subject_id=EntityId(1),
        subject_name="Ida Brook",
        relation=relation,
        object_id=None if form else EntityId(1 + id),
        object_name=object_,
        valid=UNDATED,
        held=UNDATED,
        said=None,
        learnt_at=datetime(2025, 1, 1, tzinfo=UTC),
        unlearnt_at=None,
        confidence=1.0,
        status=FactStatus.CURRENT,
        evidence=1,
        form=form,
    )


def named(one: str, other: str, names: tuple[str, ...] = (), other_names: tuple[str, ...] = ()) -> str:
    return both_hold(fact(one), fact(other, id=2), names, other_names)


def valued(one: str, other: str, relation: str = "price") -> str:
    first, second = (
        fact(words, relation=relation, form=typed_value(words, relation, None), id=id_)
        for id_, words in enumerate((one, other), 1)
    )
    return both_hold(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lumen AG", "Lumen"),
        ("株式会社ミナト設計", "ミナト設計"),
        ("Berlin", "Berlin, Germany"),
        ("東京都", "東京都港区"),
        ("Osaka", "OSAKA"),
        ("New York", "New York City"),
        ("アメリカ", "United States"),
    ],
)
def test_a_name_and_the_same_with_more_both_hold(one: str, other: str) -> None:
    assert named(one, other)
    assert named(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("York", "New York"),
        ("京都", "東京都"),
        ("Ulm", "Neu-Ulm"),
        ("Kobe", "Nara"),
        ("Room 1", "Room 12"),
        ("Line 2", "Line 2 extension 3"),
        ("Lumen AG", "Ostra GmbH"),
    ],
)
def test_names_that_begin_otherwise_are_not_reconciled(one: str, other: str) -> None:
    assert named(one, other) == ""
    assert named(other, one) == ""


def test_names_are_the_same_by_an_alias() -> None:
    assert named("Deutsche Bahn", "DB", ("DB",)) == "it is the same, by another name"
    assert named("東大", "University of Tokyo", (), ("東大",))
    assert named("Kobe", "Nara", ("the port",), ("the old town",)) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("engineer", "senior engineer"),
        ("営業部長", "部長"),
        ("head of sales", "head of sales for Asia"),
    ],
)
def test_a_role_and_the_same_told_more_exactly_both_hold(one: str, other: str) -> None:
    assert valued(one, other, "works_as") == "one of them is more exact"


@pytest.mark.parametrize(
    ("one", "other"),
    [("president", "vice president"), ("部長", "副部長"), ("chef", "teacher"), ("editor", "former editor")],
)
def test_roles_of_which_one_turns_the_sense_are_not_reconciled(one: str, other: str) -> None:
    assert valued(one, other, "works_as") == ""


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("3,200円", "20 euros", "they are given in two units"),
        ("40 euros a month", "480 euros a year", "they are given in two units"),
        ("10 to 12 people", "11 people", "one of them is more exact"),
        ("3,200円", "3,500円", ""),
        ("10 people", "11 people", ""),
    ],
)
def test_amounts(one: str, other: str, reason: str) -> None:
    assert valued(one, other) == reason


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("1980", "1980-06", "one of them is more exact"),
        ("1980-06", "1980-06-03", "one of them is more exact"),
        ("1980-06-03", "1980-06-04", ""),
        ("1980", "1981-06", ""),
    ],
)
def test_dates(one: str, other: str, reason: str) -> None:
    first, second = (fact(norm, form=ValueForm(ValueType.DATE, norm), id=i) for i, norm in enumerate((one, other), 1))
    assert both_hold(first, second) == reason


@settings(max_examples=150)
@given(st.text(max_size=12), st.text(max_size=12))
def test_the_order_is_of_no_account(one: str, other: str) -> None:
    assert named(one, other) == named(other, one)
    text = ValueType.TEXT
    first, second = fact(one, form=ValueForm(text, one)), fact(other, form=ValueForm(text, other), id=2)
    assert both_hold(first, second) == both_hold(second, first)
