import inspect

import pytest

from tsuzuri.core import errors
from tsuzuri.core.errors import ModelDied, ModelUnavailable, TsuzuriError, UnsupportedOperation, UsageError

TREE = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, TsuzuriError)]


def test_an_error_says_what_happened_and_what_to_do() -> None:
    error = UsageError("there is no such word", hint="try another")
    assert (str(error), error.message, error.hint) == ("there is no such word",) * 2 + ("try another",)


def test_a_hint_may_be_missing_but_not_the_message() -> None:
    assert UsageError("no").hint == ""
    with pytest.raises(ValueError, match="must say"):
        UsageError("")


@pytest.mark.parametrize("cls", TREE)
def test_each_has_a_title_and_an_exit_code_and_says_when_it_occurs(cls: type[TsuzuriError]) -> None:
    assert cls.title
    assert cls.exit_code in (2, 3, 4)
    assert cls.__doc__


@pytest.mark.parametrize("cls", TREE)
def test_the_tree_at_the_top_of_the_module_shows_each_with_its_exit_code(cls: type[TsuzuriError]) -> None:
    assert errors.__doc__ is not None
    line = next(line for line in errors.__doc__.splitlines() if cls.__name__ in line.split())
    assert cls is TsuzuriError or str(cls.exit_code) in line.split()


def test_a_model_that_died_is_not_available() -> None:
    assert issubclass(ModelDied, ModelUnavailable)


def test_an_unsupported_operation_names_adapter_and_capability() -> None:
    error = UnsupportedOperation("a store in memory", "be encrypted")
    assert error.message == "a store in memory cannot be encrypted"
    assert (error.adapter, error.capability) == ("a store in memory", "be encrypted")
