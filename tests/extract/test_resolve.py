from collections.abc import Mapping, Sequence

import pytest

from tests.stages import NOW, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Mention
from tsuzuri.extract.ground import Name
from tsuzuri.extract.resolve import Resolver, bare, is_short_form


class Library:
    """Documents whose names are resolved as the writer does it: prepared, resolved and mentioned in one batch."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def document(self, uri: str) -> ContentId:
        (passage_id,) = store_text(self.backend, uri, [uri])
        (passage,) = self.backend.catalog.passages([passage_id])
        return passage.content_id

    def batch(self, names: Mapping[ContentId, Sequence[tuple[str, str]]]) -> list[EntityId]:
        found = {content: [Name(*name, Span(0, 1)) for name in given] for content, given in names.items()}
        passages = {content: self._passages(content) for content in names}
        ids = []
        with self.backend.transaction():
            resolver = Resolver(self.backend.graph, NOW)
            resolver.prepare(found, passages)
            for content, given in found.items():
                for name in given:
                    ids.append(resolver.resolve(name, content, passages[content][0]).id)
                    self.backend.graph.add_mentions([Mention(ids[-1], passages[content][0], Span(0, 1))])
        return ids

    def _passages(self, content: ContentId) -> list[PassageId]:
        return [passage.id for passage in self.backend.catalog.passages_of(content)]


@pytest.fixture
def library(backend: Backend) -> Library:
    return Library(backend)


def person(*names: str) -> list[tuple[str, str]]:
    return [(name, "person") for name in names]


def organization(*names: str) -> list[tuple[str, str]]:
    return [(name, "organization") for name in names]


class TestOneName:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (("田中 太郎", "person"), ("田中太郎", "person")),
            (("ＡＢＣ", "organization"), ("abc", "organization")),
            (("ﾐﾅﾄ設計", "organization"), ("ミナト設計", "organization")),
            (("Mariko  Hoshi", "person"), ("MARIKO HOSHI", "person")),
            (("Mariko Hoshi", "person"), ("Dr. Mariko Hoshi", "person")),
            (("佐藤 美咲", "person"), ("佐藤 美咲さん", "person")),
            (("佐藤 美咲", "person"), ("佐藤美咲副部長", "person")),
            (("Lumen", "organization"), ("Lumen AG", "organization")),
            (("青葉電機", "organization"), ("株式会社青葉電機", "organization")),
        ],
    )
    @pytest.mark.parametrize("turned", [False, True])
    def test_has_one_entity_in_every_document(
        self, library: Library, one: tuple[str, str], other: tuple[str, str], turned: bool
    ) -> None:
        first, second = (other, one) if turned else (one, other)
        (known,) = library.batch({library.document("a"): [first]})
        assert library.batch({library.document("b"): [second]}) == [known]

    def test_keeps_its_other_spellings_as_aliases(self, library: Library) -> None:
        (id_,) = set(library.batch({library.document("a"): person("佐藤 美咲さん", "佐藤 美咲", "佐藤美咲様")}))
        entity = library.backend.graph.entity(id_)
        assert entity is not None
        assert entity.name == "佐藤 美咲"
        assert {*entity.aliases} == {"佐藤 美咲さん", "佐藤美咲様"}


class TestTwoNames:
    @pytest.mark.parametrize(
        "pair",
        [
            organization("AI株式会社", "AI研究所"),
            organization("青葉電機", "青葉電気"),
            organization("株式会社", "有限会社"),
            person("Mariko Hoshi", "Marika Hoshi"),
            person("佐藤 美咲", "佐藤 健"),
            [("Mr", "person"), ("Mrs", "person")],
            [("さん", "person"), ("様", "person")],
        ],
    )
    def test_have_two_entities(self, library: Library, pair: list[tuple[str, str]]) -> None:
        one, other = library.batch({library.document("a"): pair})
        assert one != other

    @pytest.mark.parametrize("nothing", ["", " ", "\u200b"])
    def test_a_name_that_cannot_be_seen_is_nobodys(self, library: Library, nothing: str) -> None:
        with pytest.raises(ValueError, match="nothing can be seen"):
            library.batch({library.document("a"): person(nothing)})


class TestShortForms:
    @pytest.mark.parametrize(
        ("full", "short"),
        [
            (("佐藤 美咲", "person"), ("佐藤さん", "person")),
            (("佐藤 美咲", "person"), ("佐藤", "person")),
            (("Mariko Hoshi", "person"), ("Hoshi", "person")),
            (("Mariko Hoshi", "person"), ("Ms Hoshi", "person")),
            (("Mariko Hoshi", "person"), ("Mariko", "person")),
            (("Aoba Foods", "organization"), ("Aoba", "organization")),
        ],
    )
    def test_join_the_full_name_of_their_document_and_of_no_other(
        self, library: Library, full: tuple[str, str], short: tuple[str, str]
    ) -> None:
        here, there = library.document("a"), library.document("b")
        whole, joined = library.batch({here: [full, short]})
        (stranger,) = library.batch({there: [short]})
        assert joined == whole != stranger
        assert library.batch({here: [short]}) == [whole]

    def test_join_whatever_stranger_has_that_name_elsewhere(self, library: Library) -> None:
        (stranger,) = library.batch({library.document("a"): person("Hoshi")})
        whole, joined = library.batch({library.document("b"): person("Mariko Hoshi", "Hoshi")})
        assert joined == whole != stranger

    def test_join_nobody_where_two_have_the_name(self, library: Library) -> None:
        ids = library.batch({library.document("a"): person("佐藤 美咲", "佐藤さん", "佐藤 健", "佐藤さん")})
        misaki, one, ken, other = ids
        assert one == other
        assert len({misaki, ken, one}) == 3

    def test_join_nobody_when_they_come_first(self, library: Library) -> None:
        short, whole = library.batch({library.document("a"): person("Hoshi", "Mariko Hoshi")})
        assert short != whole

    def test_join_nothing_of_another_type(self, library: Library) -> None:
        one, other = library.batch({library.document("a"): [("Tanaka Foods", "organization"), ("Tanaka", "person")]})
        assert one != other

    def test_are_found_by_name(self, library: Library) -> None:
        whole, _ = library.batch({library.document("a"): person("Mariko Hoshi", "Hoshi")})
        (entity,) = library.backend.graph.entities_by_key(["hoshi"])["hoshi"]
        assert entity.id == whole


def test_the_same_batch_again_gives_the_same_entities(library: Library) -> None:
    a, b, c = (library.document(uri) for uri in "abc")
    batch = {
        a: person("Mariko Hoshi", "Hoshi", "Dr Hoshi") + organization("Aoba Foods", "Aoba"),
        b: person("Hoshi", "Mariko", "佐藤さん") + organization("Aoba", "AI株式会社", "AI研究所"),
        c: person("Hoshi", "Mariko Hoshi", "佐藤 美咲", "佐藤", "佐藤 健", "佐藤さん", "Ken Hoshi", "Hoshi"),
    }
    first = library.batch(batch)
    counts = library.backend.catalog.counts()
    assert library.batch(batch) == first
    assert library.batch(batch) == first
    assert library.backend.catalog.counts() == counts


class TestBare:
    @pytest.mark.parametrize(
        ("name", "type", "plain"),
        [
            ("林さん", "person", "林"),
            ("田中副社長", "person", "田中"),
            ("副社長", "person", "副社長"),
            ("部長", "person", "部長"),
            ("Prof. Roth", "person", "Roth"),
            ("Drake", "person", "Drake"),
            ("Lumen Co., Ltd.", "organization", "Lumen"),
            ("AI株式会社", "organization", "AI"),
            ("株式会社", "organization", "株式会社"),
            ("林さん", "place", "林さん"),
        ],
    )
    def test_is_the_name_without_title_or_form_and_never_empty(self, name: str, type: str, plain: str) -> None:
        assert bare(name, type) == plain


class TestIsShortForm:
    @pytest.mark.parametrize(
        ("short", "full", "type", "whether"),
        [
            ("hoshi", "mariko hoshi", "person", True),
            ("hosh", "mariko hoshi", "person", False),
            ("mariko hoshi", "mariko hoshi", "person", False),
            ("", "mariko hoshi", "person", False),
            ("佐藤", "佐藤美咲", "person", True),
            ("佐", "佐藤美咲", "person", False),
            ("美咲", "佐藤美咲", "person", False),
            ("佐藤", "佐藤製作所工場", "person", False),
            ("青葉", "青葉電機", "organization", False),
            ("aoba foods", "aoba foods east", "organization", True),
            ("foods", "aoba foods", "organization", False),
            ("north", "north sea", "place", False),
        ],
    )
    def test_is_a_part_that_people_go_by(self, short: str, full: str, type: str, whether: bool) -> None:
        assert is_short_form(short, full, type) is whether
