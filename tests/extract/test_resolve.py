from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stages import NOW, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Mention
from tsuzuri.extract.ground import Name
from tsuzuri.extract.resolve import Resolver
from tsuzuri.store.memory.backend import MemoryBackend


class Library:
    """Documents whose names are resolved as the writer does it: prepared, resolved and mentioned in one batch."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def document(self, uri: str) -> ContentId:
        (passage_id,) = store_text(self.backend, uri, [uri])
        (passage,) = self.backend.catalog.passages([passage_id])
        return passage.content_id

    def batch(
        self,
        names: Mapping[ContentId, Sequence[tuple[str, str]]],
        explained: Mapping[ContentId, Sequence[tuple[str, str]]] | None = None,
    ) -> list[EntityId]:
        found = {content: [Name(*name, Span(0, 1)) for name in given] for content, given in names.items()}
        passages = {content: self._passages(content) for content in names}
        ids = []
        with self.backend.transaction():
            resolver = Resolver(self.backend, NOW)
            resolver.prepare(found, passages, explained)
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

    def test_join_the_full_name_that_comes_after_them(self, library: Library) -> None:
        document = library.document("a")
        short, whole = library.batch({document: person("Hoshi", "Mariko Hoshi")})
        assert short == whole
        entity = library.backend.graph.entity(whole)
        assert entity is not None
        assert entity.name == "Mariko Hoshi"
        assert entity.aliases == ("Hoshi",)

    def test_stay_apart_when_the_full_name_comes_in_a_later_batch(self, library: Library) -> None:
        document = library.document("a")
        (short,) = library.batch({document: person("Hoshi")})
        assert library.batch({document: person("Mariko Hoshi", "Hoshi")})[1] == short
        assert library.batch({document: person("Mariko Hoshi")}) != [short]

    def test_are_also_acronyms_readings_and_what_brackets_explain(self, library: Library) -> None:
        document = library.document("a")
        names = [*organization("Vall Harbour Office", "VHO"), *person("佐藤美咲", "さとうみさき")]
        office, short, misaki, read = library.batch({document: names})
        assert (office, misaki) == (short, read)
        wind, house = library.batch(
            {document: [("Home of Winds", "thing"), ("風の家", "thing")]}, {document: [("home of winds", "風の家")]}
        )
        assert wind == house

    def test_of_one_document_are_nobodys_in_another(self, library: Library) -> None:
        library.batch({library.document("a"): organization("Vall Harbour Office", "VHO")})
        (stranger,) = library.batch({library.document("b"): organization("VHO")})
        entity = library.backend.graph.entity(stranger)
        assert entity is not None
        assert entity.name == "VHO"

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


class TestHomonyms:
    """Two members of one name, as a split leaves them."""

    def two(self, library: Library) -> tuple[EntityId, EntityId, dict[str, ContentId]]:
        """Two of the name Sato: the first with Lumen and mentioned most, the other with Oster Foods."""
        documents = {uri: library.document(uri) for uri in ("lumen", "more", "oster", "new")}
        library.batch({documents["lumen"]: [*person("Sato"), *organization("Lumen")]})
        library.batch({documents["more"]: person("Sato")})
        first, _ = library.batch({documents["oster"]: [*person("Sato"), *organization("Oster Foods")]})
        with library.backend.transaction():
            other = library.backend.identities.split(first, [documents["oster"]], NOW)
        assert other is not None
        return first, other, documents

    def test_the_one_is_meant_that_the_document_has(self, library: Library) -> None:
        first, other, documents = self.two(library)
        assert library.batch({documents["oster"]: person("Sato")}) == [other]
        assert library.batch({documents["more"]: person("Sato")}) == [first]

    def test_else_the_one_that_stands_with_whom_the_document_names(self, library: Library) -> None:
        first, other, documents = self.two(library)
        assert library.batch({documents["new"]: [*person("Sato"), *organization("Oster Foods")]})[0] == other
        assert library.batch({library.document("newer"): [*organization("Lumen"), *person("Sato")]})[1] == first

    def test_else_the_one_that_is_mentioned_most(self, library: Library) -> None:
        first, _, documents = self.two(library)
        assert library.batch({documents["new"]: person("Sato")}) == [first]

    def test_what_is_united_is_written_under_the_member_of_that_name(self, library: Library) -> None:
        roth, lumen = library.batch({library.document("a"): [*person("Eva Roth"), *organization("Lumen")]})
        (ewa,) = library.batch({library.document("b"): person("Ewa Roth")})
        with library.backend.transaction():
            library.backend.identities.unite(roth, ewa)
        assert library.batch({library.document("c"): [*person("Ewa Roth"), *organization("Lumen")]}) == [ewa, lumen]


def test_a_company_form_is_no_short_form(library: Library) -> None:
    (known,) = library.batch({library.document("a"): [("Lumen AG", "thing")]})
    assert library.batch({library.document("b"): organization("Lumen AG")}) == [known]


NAMES = st.lists(
    st.sampled_from(["Mara Hale", "Hale", "Ms Hale", "John Hale", "佐藤美咲", "佐藤さん", "Tanaka", "田中"]), max_size=8
)


@settings(deadline=None, max_examples=25)
@given(NAMES, NAMES)
def test_a_batch_that_is_read_again_finds_everybody_it_found(first: list[str], second: list[str]) -> None:
    library = Library(MemoryBackend())
    batch = {library.document("a"): person(*first), library.document("b"): person(*second)}
    ids = library.batch(batch)
    assert library.batch(batch) == ids
