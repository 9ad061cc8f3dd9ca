"""Summaries of documents, made of their own sentences."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import FAKE_SPACE
from tests.stages import STORES, open_backend, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Passage
from tsuzuri.enrich.summaries import MOST_SENTENCES, Summarising, summarised


def passages(*texts: str) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            id=PassageId(number),
            content_id=ContentId(1),
            source_id=SourceId(1),
            source_uri="/a.txt",
            title="A",
            ordinal=number - 1,
            span=Span(0, len(text)),
            text=text,
            heading="",
            locator="",
            speaker="",
            said=None,
        )
        for number, text in enumerate(texts, 1)
    )


def told(*texts: str) -> list[str]:
    """The sentences of the summary of a document with those passages."""
    made = passages(*texts)
    return [cited.span.of(made[cited.passage_id - 1].text) for cited in summarised(made, {})]


class TestWhatIsChosen:
    def test_it_begins_as_the_document_does(self) -> None:
        assert told("The kiln was lit on Monday. The kiln broke on Friday.")[0] == "The kiln was lit on Monday."

    def test_heads_and_fragments_are_passed_over_where_there_are_sentences(self) -> None:
        assert told("From: a@mill.example\nSubject: the kiln again\n\nThe kiln was lit on Monday.") == [
            "The kiln was lit on Monday."
        ]

    def test_lines_do_where_there_is_no_sentence(self) -> None:
        assert told("flour sugar butter", "kiln bricks mortar") == ["flour sugar butter"]

    def test_what_is_spoken_of_again_and_again_comes_before_what_is_said_once(self) -> None:
        chosen = told(
            "Notes of the spring meeting were taken.",
            "The kiln needs new bricks. A swallow crossed the yard.",
            "The bricks for the kiln come from Osaki. Kiln bricks are dear.",
        )
        assert "A swallow crossed the yard." not in chosen
        assert {"Kiln bricks are dear.", "The kiln needs new bricks."} <= set(chosen)

    def test_nothing_is_said_twice(self) -> None:
        assert told("The kiln needs bricks now. The kiln needs bricks now. The kiln needs bricks now.") == [
            "The kiln needs bricks now."
        ]

    def test_a_passage_far_from_the_others_counts_less(self) -> None:
        made = passages(
            "The meeting began at nine.",
            "Red bricks with red tiles came.",
            "Blue ropes with blue sails came.",
            "Bricks, tiles, ropes, sails",
        )
        near, far = np.array([1, 0], np.float32), np.array([-1, 0], np.float32)
        chosen = summarised(made, {one.id: far if one.id == 3 else near for one in made})
        assert [cited.passage_id for cited in chosen] == [1, 2]

    def test_japanese(self) -> None:
        assert (
            told("窯は月曜日に火を入れた。窯の煉瓦は大崎から来る。", "煉瓦と窯の費用は高い。")[0]
            == "窯は月曜日に火を入れた。"
        )

    def test_an_endless_line_is_cut(self) -> None:
        assert len(told("kiln " * 500)[0]) <= 300

    @pytest.mark.parametrize("texts", [(), ("",), ("…",)])
    def test_nothing_to_say(self, texts: tuple[str, ...]) -> None:
        assert [text for text in told(*texts) if text.strip(" …")] == []

    @settings(max_examples=80, deadline=None)
    @given(st.lists(st.text("ab .!。窯の\n", max_size=80), max_size=5))
    def test_of_any_document_there_are_a_few_stretches_of_it_in_order(self, texts: list[str]) -> None:
        made = passages(*texts)
        chosen = summarised(made, {})
        assert len(chosen) <= MOST_SENTENCES
        places = [(cited.passage_id, cited.span.start) for cited in chosen]
        assert places == sorted(set(places))
        assert all(cited.span.end <= len(made[cited.passage_id - 1].text) for cited in chosen)


@pytest.fixture(params=STORES)
def backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path_factory.mktemp("library"))
    yield opened
    opened.close()


class TestSummarising:
    def test_gives_each_document_one_once(self, backend: Backend) -> None:
        store_text(backend, "/a.txt", ["The kiln was lit on Monday."])
        store_text(backend, "/b.txt", ["窯は月曜日に火を入れた。"])
        summarising = Summarising(backend, FAKE_SPACE)
        assert (summarising.run(), summarising.run()) == (2, 0)
        assert backend.summaries.count() == 2
        store_text(backend, "/c.txt", ["The kiln cooled on Friday."])
        assert summarising.run() == 1

    def test_stops_when_told(self, backend: Backend) -> None:
        store_text(backend, "/a.txt", ["The kiln was lit on Monday."])
        assert Summarising(backend, FAKE_SPACE).run(stop=lambda: True) == 0
