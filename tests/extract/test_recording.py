"""A literal object is stored by what it means, however it is written."""

from tests.extract.lines import wire
from tests.extract.test_write import all_facts, passage, read, write
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.ports import Backend


def test_one_price_in_two_spellings_is_one_fact_with_two_evidences(backend: Backend) -> None:
    first = passage(backend, "カモメの価格は3,200円だ。", "/notes/a.md")
    second = passage(backend, "カモメは３２００円になった。", "/notes/b.md")
    write(backend, read(first, wire("カモメ", "thing", "price", "3,200円", "value")))
    write(backend, read(second, wire("カモメ", "thing", "price", "３２００円", "value")))
    (fact,) = all_facts(backend)
    assert (fact.object_name, fact.evidence) == ("3,200円", 2)
    assert fact.form == ValueForm(ValueType.AMOUNT, "3200 JPY")


def test_a_day_is_read_from_when_it_was_said(backend: Backend) -> None:
    found = passage(backend, "Aiko Tanabe was born last Friday.")
    write(backend, read(found, wire("Aiko Tanabe", "person", "born_on", "last Friday", "value")))
    (fact,) = all_facts(backend)
    assert fact.form == ValueForm(ValueType.DATE, "2024-03-08")
