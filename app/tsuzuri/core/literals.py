"""What kind of literal a value is, and the form in which two spellings of it are equal."""

from dataclasses import dataclass
from enum import StrEnum


class ValueType(StrEnum):
    """The kinds of literal. Each says how its normal form is written."""

    DATE = "date"
    """ISO 8601, to the precision of the words, both ends with it and ".." where one is open (ISO 8601-2, 4.4):
    2024-03-05, 2024-03, 2024-04/2024-06, 2019/.."""
    AMOUNT = "amount"
    """A decimal number, or two joined by "..", then a unit: "3200 JPY", "10..12 people"; before it "~", "<" and the
    like."""
    DURATION = "duration"
    """An ISO 8601 duration, or two joined by "..": P3Y, PT2H30M, ~P2W."""
    ROLE = "role"
    """The words, folded."""
    EMAIL = "email"
    """The address in lower case."""
    URL = "url"
    """Scheme and host in lower case, no slash at the end."""
    PHONE = "phone"
    """Digits alone, after a "+" where the country is given."""
    TEXT = "text"
    """The words, folded; those of a library older than this distinction as they stand."""


@dataclass(frozen=True, slots=True)
class ValueForm:
    """A literal's type and normal form. Two literals are the same when their forms are."""

    type: ValueType
    norm: str
