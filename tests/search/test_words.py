import pytest

from tests.stages import store_text
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.words import Words
from tsuzuri.text.stems import stem

TEXTS = (
    "The mill by the harbour is shut.",
    "The mill was sold.",
    "The harbour froze.",
    "A meeting about nothing.",
)


def found(backend: Backend, words: Words, k: int = 9) -> list[str]:
    rows = words.find(backend.lexical, Kind.PASSAGE, k)
    scores = [row.score for row in rows]
    assert scores == sorted(scores, reverse=True)
    return [passage.text for passage in backend.catalog.passages([PassageId(row.id) for row in rows])]


class TestFind:
    @pytest.fixture(autouse=True)
    def stored(self, backend: Backend) -> None:
        store_text(backend, "/a", TEXTS)

    def test_rows_with_all_words_come_before_rows_with_some(self, backend: Backend) -> None:
        assert found(backend, Words("mill harbour"))[0] == TEXTS[0]
        assert set(found(backend, Words("mill harbour"))) == set(TEXTS[:3])

    def test_they_do_so_however_well_the_others_match(self, backend: Backend) -> None:
        store_text(backend, "/b", ["mill " * 30])
        rows = Words("mill harbour").find(backend.lexical, Kind.PASSAGE, 9)
        assert rows[0].score > rows[1].score

    def test_where_many_rows_have_all_words_no_others_are_added(self, backend: Backend) -> None:
        store_text(backend, "/b", [f"Mill and harbour, number {number}." for number in range(5)])
        assert len(found(backend, Words("mill harbour"))) == 6

    def test_no_more_than_asked_for(self, backend: Backend) -> None:
        assert len(found(backend, Words("mill harbour"), 2)) == 2

    def test_a_question_is_answered_by_any_of_its_rarest_words(self, backend: Backend) -> None:
        assert found(backend, Words("When was the mill by the harbour sold?"))

    def test_words_that_nowhere_occur_find_nothing(self, backend: Backend) -> None:
        assert found(backend, Words("zeppelin")) == []

    def test_frequencies_are_counted_once(self, backend: Backend) -> None:
        words = Words("When was the mill by the harbour sold?")
        counted = words.frequencies(backend.lexical, Kind.PASSAGE)
        assert dict(zip(words.sought, counted, strict=True)) == {stem("mill"): 2, stem("harbour"): 2, stem("sold"): 1}
        store_text(backend, "/b", ["Another mill."])
        assert words.frequencies(backend.lexical, Kind.PASSAGE) == counted
        assert words.frequencies(backend.lexical, Kind.FACT) == (0, 0, 0)
        assert words == Words("When was the mill by the harbour sold?")

    def test_while_typing_the_last_word_may_go_on(self, backend: Backend) -> None:
        assert found(backend, Words("harb", typing=True))
        assert found(backend, Words("harb")) == []


class TestShown:
    def test_words_are_marked_as_typed(self) -> None:
        assert Words("Mill harbour").shown == {"mill", "harbour"}

    def test_the_last_may_go_on_while_typing(self) -> None:
        assert Words("Mill harb", typing=True).shown == {"mill", "harb*"}

    def test_one_character_is_the_beginning_of_a_pair(self) -> None:
        assert Words("猫").shown == {"猫*"}

    def test_of_a_question_only_what_carries_content(self) -> None:
        assert Words("Where is the mill of Otaru?").shown == {"mill", "otaru"}

    @pytest.mark.parametrize("nothing", ["", " ", "!?", "。、"])
    def test_punctuation_marks_nothing(self, nothing: str) -> None:
        assert Words(nothing).shown == frozenset()
