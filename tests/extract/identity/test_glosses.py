"""Names given in brackets right after another name."""

import pytest

from tsuzuri.core.document import Span
from tsuzuri.extract.identity.glosses import glosses


def found(text: str, *names: tuple[str, str]) -> list[tuple[str, str]]:
    placed = [(name, of, Span(text.index(name), text.index(name) + len(name))) for name, of in names]
    return list(glosses(text, placed))


@pytest.mark.parametrize(
    ("text", "alias", "full", "type"),
    [
        ("佐藤美咲（さとうみさき、1970年生まれ）", "さとうみさき", "佐藤美咲", "person"),
        ("『緑の丘』(みどりのおか)は", "みどりのおか", "緑の丘", "thing"),
        ("the Vall Harbour Office (VHO)", "VHO", "Vall Harbour Office", "organization"),
        ("Partido Verde Vall (PVV)", "PVV", "Partido Verde Vall", "organization"),
        ("世界港湾機関（WPO）", "WPO", "世界港湾機関", "organization"),
        ("Goghan (also Goghat)", "Goghat", "Goghan", "place"),
        ("ホシ建設（Hoshi Builders）", "Hoshi Builders", "ホシ建設", "organization"),
    ],
)
def test_are_the_same_in_another_form(text: str, alias: str, full: str, type: str) -> None:
    (pair,) = found(text, (alias, type), (full, type))
    assert pair == (alias.casefold(), full.casefold())


def test_are_given_without_titles() -> None:
    assert found("佐藤美咲さん（さとうみさき）", ("佐藤美咲さん", "person"), ("さとうみさき", "person")) == [
        ("さとうみさき", "佐藤美咲")
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ulm (Vall)", [("Ulm", "place"), ("Vall", "place")]),
        ("Ulm (Holt)", [("Ulm", "place"), ("Holt", "person")]),
        ("Model 3 (Model 4)", [("Model 3", "thing"), ("Model 4", "thing")]),
        ("Vall (then) and Valla", [("Vall", "place"), ("Valla", "place")]),
        ("佐藤美咲、さとうみさき", [("佐藤美咲", "person"), ("さとうみさき", "person")]),
    ],
)
def test_are_no_other_name_and_nothing_outside(text: str, names: list[tuple[str, str]]) -> None:
    assert found(text, *names) == []


def test_end_where_the_brackets_do_or_soon() -> None:
    assert found("緑山（" + "あ" * 200 + "、みどりやま", ("緑山", "place"), ("みどりやま", "place")) == []
