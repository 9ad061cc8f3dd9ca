from tsuzuri.core.literals import ValueForm, ValueType


def test_two_literals_are_the_same_when_type_and_normal_form_are() -> None:
    assert ValueForm(ValueType.AMOUNT, "5 kg") == ValueForm(ValueType.AMOUNT, "5 kg")
    assert ValueForm(ValueType.TEXT, "5 kg") != ValueForm(ValueType.AMOUNT, "5 kg")
