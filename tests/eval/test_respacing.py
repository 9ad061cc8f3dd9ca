"""Tokenised text is read as a person would have written it, and spans still cover the same words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.eval.respacing import respace
from tsuzuri.core.document import Span


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("born 4 May 1961 in Oster , Vall .", "born 4 May 1961 in Oster, Vall."),
        ("Mira Holt ( born 1961 ) is a sailor .", "Mira Holt (born 1961) is a sailor."),
        ('Mira " Mick " Holt said : " No . "', 'Mira "Mick" Holt said: "No."'),
        ("a two - year contract , 1997 / 98", "a two-year contract, 1997/98"),
        ("the women 's event they did n't win", "the women's event they didn't win"),
        ("from 3 May 1961 – 4 May 1990", "from 3 May 1961 – 4 May 1990"),
        ("it costs $ 5 , or 3 %", "it costs $5, or 3%"),
        ("a mark \" alone is left", "a mark \" alone is left"),
        ("one line .\nand another .", "one line.\nand another."),
    ],
)  # fmt: skip
def test_the_spaces_of_the_tokeniser_go(tokens: str, text: str) -> None:
    assert respace(tokens).text == text


def test_a_span_goes_along_with_its_words() -> None:
    tokens = "Mira ( born 1961 ) left Oster , Vall ."
    at = tokens.index("Oster")
    respaced = respace(tokens)
    assert respaced.place(Span(at, at + 5)).of(respaced.text) == "Oster"


@given(st.text(alphabet="ab .,()'\"-\n$%", max_size=40), st.data())
@settings(max_examples=80)
def test_every_span_covers_the_same_characters_but_spaces(tokens: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(tokens)))
    span = Span(start, data.draw(st.integers(start, len(tokens))))
    respaced = respace(tokens)
    assert respaced.place(span).of(respaced.text).replace(" ", "") == span.of(tokens).replace(" ", "")
