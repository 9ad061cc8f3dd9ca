import pytest

from tsuzuri.readers.quality import flaw

PROSE = (
    "The board met in spring and spoke about the budget of the year, about new people and about old houses. Some "
    "members wanted to wait until summer; others thought that everything should begin at once, with less money and "
    "fewer meetings. Nobody could say who would write the report, so it was left to the secretary, as always. Then "
    "they went home through heavy rain, tired but quite content, and the lamps along the river were already burning. "
    "Before midnight the chair had changed her mind twice, called three friends and drafted a short letter."
)
SHIFTED = "".join(chr(ord(char) - 29) if char.isalpha() else char for char in PROSE)
"""Glyph numbers as letters, as from a font whose character map is missing."""


def test_a_long_text_is_judged_by_windows_all_over_it() -> None:
    assert flaw(PROSE * 2000 + "\ufffd" * 1000) is None
    assert flaw(PROSE * 1000 + "\ufffd" * 500_000) is not None


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "",
        "plain words",
        "田中さんは部長です。",
        "Café naïve – “quoted”",
        "ﾌﾟﾛｼﾞｪｸﾄ",
        "a\0b",
        "one \ufffd in many words",
        "Ã",
        "A long report in plain English about the weather of last summer, where only é is shown as Ã©, and just once. ",
        "DX推進部のWebサイトでCEOの田中さんがKPIを発表した。" * 5,
        "α-Tocopherol und β-Carotin, Straße 5, größer als 10 µm. " * 5,
        "ascii \u0e01\u0e32\u0e23 \u0e1b\u0e23\u0e30\u0e0a\u0e38\u0e21 " * 9,
        "AAPL MSFT NVDA " * 200,
    ],
)
def test_text_passes(text: str) -> None:
    assert flaw(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "\ufffd\ufffd\ufffd\ufffd abc",
        "\ue001\ue002\ue003 \ue004",
        "\x01\x02\x03\x04",
        "(cid:12)(cid:13) a",
        "/g12/g33/g45 /g12/g44/g45",
        "".join(map(chr, range(0x378, 0x380))) * 4 + "\ufdd0" * 30,
        "".join(chr(0x20 + 7919 * number % 0x4E00) for number in range(400)),
        "".join(chr(0x3400 + 7919 * number % 0x6BFF) for number in range(400)),
        SHIFTED,
        "田中さんは部長です。".encode().decode("latin-1"),
        "Café naïve résumé — “so”".encode().decode("cp1252", "ignore"),
        "それはひらがなとカタカナです".encode().decode("cp932", "ignore"),
    ],
)
def test_what_was_read_wrongly_does_not(text: str) -> None:
    assert flaw(text) is not None
