"""Addresses in one form each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.contacts import email, phone, url


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        ("Anna.Pell@Example.com", "anna.pell@example.com"),
        ("mailto:a+b@mail.example.co.jp", "a+b@mail.example.co.jp"),
        ("ａ@example.com", "a@example.com"),
        ("a@b", None),
        ("write to a@example.com", None),
    ],
)
def test_an_address_of_mail(words: str, norm: str | None) -> None:
    assert email(words) == norm


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        ("https://Example.com/Path/", "example.com/Path"),
        ("http://example.com", "example.com"),
        ("www.example.com/?q=1", "www.example.com/?q=1"),
        ("example", None),
        ("and www.example.com", None),
    ],
)
def test_an_address_of_the_web(words: str, norm: str | None) -> None:
    assert url(words) == norm


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        ("03-1234-5678", "0312345678"),
        ("０３－１２３４－５６７８", "0312345678"),
        ("(03) 1234 5678", "0312345678"),
        ("+81 3 1234 5678", "+81312345678"),
        ("tel: 555-010-2345", "5550102345"),
        ("電話 090-1234-5678", "09012345678"),
        ("12345678", None),
        ("2024-03-05", None),
        ("01.02.2024", None),
        ("0 12", None),
    ],
)
def test_a_telephone_number(words: str, norm: str | None) -> None:
    assert phone(words) == norm


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_is_read_without_an_error(words: str) -> None:
    assert "" not in (email(words), url(words), phone(words))
