"""Which names stand in a text, and whom they mean there."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.links import NameOf
from tsuzuri.core.values import EntityType, NameKind
from tsuzuri.extract.identity.titles import bare
from tsuzuri.extract.name_table import Found, NameTable, can_be_found
from tsuzuri.text.normalise import key
from tsuzuri.text.whole import is_whole

PERSON, ORGANIZATION, PLACE, CONCEPT = (
    EntityType.PERSON,
    EntityType.ORGANIZATION,
    EntityType.PLACE,
    EntityType.CONCEPT,
)


def named(id_: int, name: str, type: EntityType = ORGANIZATION, kind: NameKind | None = None) -> NameOf:
    return NameOf(EntityId(id_), name, key(name), kind, type)


def means(text: str, *names: NameOf, spoken_of: Sequence[int] = ()) -> list[tuple[str, int | None]]:
    found = NameTable(names).find(text, [EntityId(id_) for id_ in spoken_of])
    return [(one.span.of(text), one.bearer) for one in found]


def test_names_are_found_however_they_are_written() -> None:
    names = [named(1, "Lumen AG"), named(2, "田中太郎", PERSON), named(3, "カエデ工房")]
    text = "ＬＵＭＥＮ ＡＧの田中 太郎さんと\nLumen\nAG、ｶｴﾃﾞ工房"
    assert means(text, *names) == [("ＬＵＭＥＮ ＡＧ", 1), ("田中 太郎", 2), ("Lumen\nAG", 1), ("ｶｴﾃﾞ工房", 3)]


def test_the_longest_name_at_a_place_is_meant() -> None:
    names = [named(1, "Kaede"), named(2, "Kaede Works"), named(3, "Works Council")]
    assert means("Kaede Works Council met Kaede", *names) == [("Kaede Works", 2), ("Kaede", 1)]


def test_a_piece_of_a_word_does_not_hide_a_name() -> None:
    assert means("Kaede Worksheet", named(1, "Kaede"), named(2, "Kaede Works")) == [("Kaede", 1)]


def test_a_name_with_a_capital_is_not_meant_without_one() -> None:
    assert means("apple pie, Apple Inc, APPLE", named(1, "Apple")) == [("Apple", 1), ("APPLE", 1)]
    assert means("a knowledge graph. Knowledge graph", named(1, "knowledge graph", CONCEPT)) == [
        ("knowledge graph", 1),
        ("Knowledge graph", 1),
    ]


@pytest.mark.parametrize("name", ["A", "会", "あ", "さく", "May", "Will", "会社", "The company", "彼", "meeting", "12"])
def test_what_cannot_be_told_from_a_common_word_is_not_looked_for(name: str) -> None:
    assert not can_be_found(key(name))
    assert means(f"{name}、{name}", named(1, name, PERSON)) == []


@pytest.mark.parametrize("name", ["AI", "さくら", "東京", "カイ", "May Chen", "3M"])
def test_other_short_names_are(name: str) -> None:
    assert can_be_found(key(name))


def test_a_short_form_counts_where_its_bearer_is_spoken_of() -> None:
    names = [named(1, "Ken Ito", PERSON), named(1, "Ito", PERSON, NameKind.SHORT)]
    assert means("Ken Ito came. Ito left.", *names) == [("Ken Ito", 1)]
    assert means("Ken Ito came. Ito left.", *names, spoken_of=[1]) == [("Ken Ito", 1), ("Ito", 1)]


def test_so_does_a_bare_first_name() -> None:
    assert means("Ken left.", named(1, "Ken", PERSON)) == []
    assert means("Mr Ken left.", named(1, "Ken", PERSON), spoken_of=[1]) == [("Ken", 1)]
    assert means("田中部長が来た", named(1, "田中", PERSON)) == [("田中", 1)]


def test_a_name_of_several_means_the_one_that_is_spoken_of() -> None:
    names = [named(1, "Aiko Tanabe", PERSON), named(2, "Aiko Tanabe", PERSON)]
    assert means("Aiko Tanabe called", *names) == [("Aiko Tanabe", None)]
    assert means("Aiko Tanabe called", *names, spoken_of=[2, 9]) == [("Aiko Tanabe", 2)]
    assert means("Aiko Tanabe called", *names, spoken_of=[1, 2]) == [("Aiko Tanabe", None)]


def test_an_open_name_hides_the_names_inside_it_but_a_short_form_elsewhere_does_not() -> None:
    inside = named(3, "Tanabe Works")
    assert means("at Aiko Tanabe Works", named(1, "Aiko Tanabe"), named(2, "Aiko Tanabe"), inside) == [
        ("Aiko Tanabe", None)
    ]
    short = named(1, "Aiko Tanabe", ORGANIZATION, NameKind.SHORT)
    assert means("at Aiko Tanabe Works", short, inside) == [("Tanabe Works", 3)]


def test_nothing_is_found_over_what_is_taken() -> None:
    table = NameTable([named(1, "Kaede Works"), named(2, "Works")])
    assert table.find("Kaede Works", taken=[Span(0, 5)]) == (Found(Span(6, 11), "works", EntityId(2)),)


def test_no_names_are_found_nowhere() -> None:
    assert NameTable([]).find("Kaede Works") == ()


def is_first_name(name: NameOf) -> bool:
    plain = key(bare(name.name, PERSON))
    return plain.isascii() and " " not in plain


def slowly(names: Sequence[NameOf], text: str, spoken_of: frozenset[EntityId], taken: Sequence[Span]) -> list[Found]:
    """Every name tried at every place."""
    places = [
        (start, end, name)
        for start in range(len(text))
        for end in range(len(text), start, -1)
        for name in names
        if key(text[start:end]) == name.key
        and text[start] not in " \n"
        and text[end - 1] not in " \n"
        and "\n\n" not in text[start:end]
    ]
    found: list[Found] = []
    for start, end, name in places:
        span = Span(start, end)
        of_key = [one for one in names if one.key == name.key]
        bearers = {one.entity_id for one in of_key}
        everywhere = {
            one.entity_id
            for one in of_key
            if one.kind is not NameKind.SHORT and (one.type is not PERSON or not is_first_name(one))
        }
        meant = bearers if len(bearers) == 1 and everywhere == bearers else bearers & spoken_of
        if (
            can_be_found(name.key)
            and is_whole(text, span, person=any(one.type is PERSON for one in of_key))
            and (not all(any(map(str.isupper, one.name)) for one in of_key) or any(map(str.isupper, text[start:end])))
            and not any(start < other.end and other.start < end for other in taken)
            and (len(meant) == 1 or everywhere)
            and not (found and start < found[-1].span.end)
        ):
            found.append(Found(span, name.key, next(iter(meant)) if len(meant) == 1 else None))
    return found


words = st.sampled_from(
    "Ann An Bo bo 田中 田中部 東京 東京都 ンド ドン さくら Ｂｏ 部長 の は さん \n\n 、 3 - Will".split(" ")
)
texts = st.lists(words, max_size=9).flatmap(
    lambda parts: st.lists(st.sampled_from(["", " ", "\n"]), min_size=len(parts), max_size=len(parts)).map(
        lambda gaps: "".join(part + gap for part, gap in zip(parts, gaps, strict=True))
    )
)
known = st.builds(
    named,
    st.integers(1, 3),
    st.lists(words.filter(str.strip), min_size=1, max_size=2).map(" ".join),
    st.sampled_from([PERSON, ORGANIZATION]),
    st.sampled_from([None, NameKind.SHORT, NameKind.TITLED]),
).filter(lambda name: not name.name.endswith("さん"))


@settings(deadline=None, max_examples=300)
@given(
    st.lists(known, max_size=6, unique_by=lambda name: (name.entity_id, name.key)),
    texts,
    st.frozensets(st.integers(1, 3).map(EntityId)),
    st.lists(
        st.builds(lambda start, length: Span(start, start + length), st.integers(0, 9), st.integers(1, 3)), max_size=2
    ),
)
def test_it_finds_what_trying_every_name_at_every_place_finds(
    names: list[NameOf], text: str, spoken_of: frozenset[EntityId], taken: list[Span]
) -> None:
    assert list(NameTable(names).find(text, spoken_of, taken)) == slowly(names, text, spoken_of, taken)
