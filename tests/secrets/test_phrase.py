"""A key as 24 words: there and back without loss, and no slip of the pen goes unseen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.errors import UsageError
from tsuzuri.secrets.phrase import from_phrase, to_phrase

KEYS = st.binary(min_size=32, max_size=32)


@settings(max_examples=50)
@given(KEYS)
def test_every_key_comes_back(key: bytes) -> None:
    phrase = to_phrase(key)
    assert len(phrase.split()) == 24
    lines = phrase.upper().replace(" ", "\n")
    assert from_phrase(f"  {lines} ") == key


def test_it_is_what_bip_39_says() -> None:
    # The first of the vectors of 256 bits that the standard lists.
    assert to_phrase(bytes(32)) == "abandon " * 23 + "art"


@settings(max_examples=50)
@given(st.text(max_size=200))
def test_anything_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        from_phrase(text)
    assert refused.value.hint
