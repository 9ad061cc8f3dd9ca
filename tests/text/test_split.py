"""A document cut into passages."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import Block, BlockKind, Document, Place, PlaceKind, Said, SaidKind, Span
from tsuzuri.core.values import PassageDraft
from tsuzuri.text.split import split


def _quarters(texts: Sequence[str]) -> list[int]:
    """A tokenizer for which four characters are a token."""
    return [-(-len(text) // 4) for text in texts]


def _said(year: int, month: int, day: int, kind: SaidKind) -> Said:
    return Said(datetime(year, month, day, tzinfo=UTC), kind)


class _Draft:
    """A document being written, block by block."""

    def __init__(self) -> None:
        self.text = ""
        self.blocks: list[Block] = []
        self.places: list[Place] = []

    def add(
        self,
        kind: BlockKind,
        words: str,
        level: int = 0,
        *,
        page: str = "",
        place: PlaceKind = PlaceKind.PAGE,
        speaker: str | None = None,
        said: Said | None = None,
    ) -> "_Draft":
        start = len(self.text)
        self.text += words
        span = Span(start, len(self.text))
        self.blocks.append(Block(kind, span, level, speaker, said))
        if page and self.places and self.places[-1].label == page:
            self.places[-1] = Place(place, page, Span(self.places[-1].span.start, span.end))
        elif page:
            self.places.append(Place(place, page, span))
        self.text += "\n\n"
        return self

    def heading(self, words: str, level: int, page: str = "") -> "_Draft":
        return self.add(BlockKind.HEADING, words, level, page=page)

    def prose(self, words: str, page: str = "") -> "_Draft":
        return self.add(BlockKind.PARAGRAPH, words, page=page)

    def document(self, said: Said | None = None) -> Document:
        return Document(self.text, "text/plain", tuple(self.blocks), tuple(self.places), said=said)


def _split(draft: _Draft, said: Said | None = None) -> tuple[PassageDraft, ...]:
    return split(draft.document(said), _quarters, max_tokens=50, target_tokens=30)


SENTENCE = "The otter swam across the river. "


class TestLength:
    def test_joins_paragraphs_until_about_the_target(self) -> None:
        draft = _Draft()
        for _ in range(8):
            draft.prose(SENTENCE.strip())
        assert [passage.text.count("otter") for passage in _split(draft)] == [4, 4]

    def test_keeps_a_paragraph_that_fits_whole(self) -> None:
        (passage,) = _split(_Draft().prose((SENTENCE * 6).strip()))
        assert passage.text.count("otter") == 6

    def test_cuts_a_long_paragraph_at_sentences(self) -> None:
        passages = _split(_Draft().prose((SENTENCE * 20).strip()))
        assert all(passage.text.startswith("The") and passage.text.endswith(".") for passage in passages)
        assert sum(passage.text.count("otter") for passage in passages) == 20

    def test_cuts_a_long_sentence_at_clauses(self) -> None:
        passages = _split(_Draft().prose("川を渡ったカワウソは、" * 40))
        assert len(passages) > 1
        assert all(passage.text.endswith("、") for passage in passages)

    def test_cuts_a_long_clause_at_spaces(self) -> None:
        passages = _split(_Draft().prose(" ".join(["otter"] * 100)))
        assert all(set(passage.text.split()) == {"otter"} for passage in passages)

    def test_cuts_an_unbroken_run_between_grapheme_clusters(self) -> None:
        cluster = "👩\u200d💻"
        passages = _split(_Draft().prose(cluster * 200))
        assert len(passages) > 1
        assert all(len(passage.text) % len(cluster) == 0 for passage in passages)

    def test_keeps_a_cluster_whole_that_is_over_the_cap_alone(self) -> None:
        cluster = "e" + "\u0301" * 400
        assert [passage.text for passage in _split(_Draft().prose(f"a {cluster} b"))] == ["a", cluster, "b"]

    def test_cuts_tables_and_code_at_lines(self) -> None:
        rows = "\n".join(f"| No. {i} | Mr. Otter. A swimmer. |" for i in range(20))
        passages = _split(_Draft().add(BlockKind.TABLE, rows))
        assert all(passage.text.startswith("|") and passage.text.endswith("|") for passage in passages)

    def test_keeps_a_record_apart_and_cuts_it_at_lines(self) -> None:
        fields = "\n".join(f"name{n}: {n}" for n in range(40))
        passages = _split(_Draft().heading("H", 1).prose("A.").add(BlockKind.PROPERTIES, fields).prose("B."))
        assert (passages[0].text, passages[-1].text) == ("A.", "B.")
        assert "\n".join(passage.text for passage in passages[1:-1]) == fields

    def test_adds_what_would_be_left_tiny_to_the_passage_before(self) -> None:
        passages = _split(_Draft().prose("x" * 130).prose("The end."))
        assert len(passages) == 1

    def test_holds_the_cap_when_joining_costs_tokens(self) -> None:
        def dear_gaps(texts: Sequence[str]) -> list[int]:
            return [count + 30 * text.count("\n\n") for count, text in zip(_quarters(texts), texts, strict=True)]

        document = _Draft().prose(SENTENCE).prose(SENTENCE).prose(SENTENCE).document()
        passages = split(document, dear_gaps, max_tokens=50, target_tokens=30)
        assert max(dear_gaps([passage.text for passage in passages])) <= 50

    def test_counts_tokens_in_few_calls(self) -> None:
        calls = 0

        def counting(texts: Sequence[str]) -> list[int]:
            nonlocal calls
            calls += 1
            return _quarters(texts)

        draft = _Draft()
        for _ in range(40):
            draft.prose(SENTENCE * 20).prose("川" * 900)
        split(draft.document(), counting)
        assert calls <= 6

    def test_refuses_a_target_over_the_cap(self) -> None:
        with pytest.raises(ValueError, match="within the cap"):
            split(Document("a", "text/plain"), _quarters, max_tokens=10, target_tokens=20)


class TestHeadings:
    def test_are_the_path_of_what_stands_under_them(self) -> None:
        draft = _Draft().heading("Kestrel", 1).prose("Intro.").heading("Team", 2).prose("Mira leads.")
        draft.heading("Kiln", 1).prose("Hot.")
        assert [(passage.heading, passage.text) for passage in _split(draft)] == [
            ("Kestrel", "Intro."),
            ("Kestrel > Team", "Mira leads."),
            ("Kiln", "Hot."),
        ]

    def test_with_nothing_under_them_are_text(self) -> None:
        draft = _Draft().heading("Plan", 1).heading("Later", 2).heading("Now", 2).prose("Work.").heading("End", 1)
        assert [(passage.heading, passage.text) for passage in _split(draft)] == [
            ("Plan", "Later"),
            ("Plan > Now", "Work."),
            ("", "End"),
        ]

    def test_part_sections_of_the_same_name(self) -> None:
        draft = _Draft().heading("Notes", 1).prose("One.").heading("Notes", 1).prose("Two.")
        assert len(_split(draft)) == 2

    def test_too_long_to_be_headings_are_paragraphs(self) -> None:
        words = SENTENCE * 8
        passages = _split(_Draft().heading(words, 1).prose("Short."))
        assert all(passage.heading == "" for passage in passages)
        assert sum(passage.text.count("otter") for passage in passages) == 8


class TestPlaces:
    def test_plain_text_is_located_by_line(self) -> None:
        text = f"\n\nFirst.\n\n{SENTENCE * 5}\n\n{SENTENCE * 5}"
        passages = split(Document(text, "text/plain"), _quarters, max_tokens=50, target_tokens=30)
        assert [passage.locator for passage in passages] == ["line 3", "line 7"]

    def test_pages_are_named_and_not_joined(self) -> None:
        draft = _Draft().prose(SENTENCE * 2, page="3").prose(SENTENCE, page="4")
        assert [passage.locator for passage in _split(draft)] == ["page 3", "page 4"]

    def test_a_tiny_passage_goes_on_over_the_page(self) -> None:
        draft = _Draft().prose("Hello.", page="3").prose(SENTENCE, page="4")
        assert [passage.locator for passage in _split(draft)] == ["pages 3-4"]

    def test_sheets_are_never_joined(self) -> None:
        draft = _Draft()
        for sheet in ("Costs", "Staff"):
            draft.add(BlockKind.TABLE, "a: 1", page=sheet, place=PlaceKind.SHEET)
        assert [passage.locator for passage in _split(draft)] == ["sheet Costs", "sheet Staff"]


class TestMessages:
    def test_are_passages_of_their_own(self) -> None:
        sent = _said(2024, 3, 5, SaidKind.MESSAGE)
        draft = _Draft().add(BlockKind.MESSAGE, "Hi.", speaker="Mira", said=sent)
        draft.add(BlockKind.MESSAGE, "はい。", speaker="健")
        passages = _split(draft, said=_said(2020, 1, 1, SaidKind.METADATA))
        assert [(passage.speaker, passage.text) for passage in passages] == [("Mira", "Hi."), ("健", "はい。")]
        assert [passage.said for passage in passages] == [sent, _said(2020, 1, 1, SaidKind.METADATA)]

    def test_are_cut_at_sentences_when_long(self) -> None:
        passages = _split(_Draft().add(BlockKind.MESSAGE, SENTENCE * 10, speaker="Mira").prose("x"))
        assert len(passages) > 2
        assert all(passage.speaker == "Mira" for passage in passages[:-1])


class TestDates:
    @pytest.mark.parametrize(
        "heading", ["2024-03-05", "Minutes 2024/3/5", "2024年3月5日（火）", "２０２４．３．５ 会議"]
    )
    def test_are_read_from_headings(self, heading: str) -> None:
        (passage,) = _split(_Draft().heading(heading, 1).prose("We met."))
        assert passage.said == _said(2024, 3, 5, SaidKind.HEADING)

    @pytest.mark.parametrize("heading", ["2026-02-30", "12024-03-05", "v2024.3", "2024-03-055", "Plan"])
    def test_are_not_read_where_there_is_none(self, heading: str) -> None:
        (passage,) = _split(_Draft().heading(heading, 1).prose("We met."))
        assert passage.said is None

    def test_come_from_the_nearest_heading(self) -> None:
        draft = _Draft().heading("2024-03-05", 1).heading("Talk", 2).prose("A.").heading("2024-03-06", 2).prose("B.")
        assert [passage.said for passage in _split(draft)] == [
            _said(2024, 3, 5, SaidKind.HEADING),
            _said(2024, 3, 6, SaidKind.HEADING),
        ]

    def test_of_front_matter_are_trusted_more_and_of_file_names_less(self) -> None:
        draft = _Draft().heading("2024-03-05", 1).prose("We met.")
        front = _said(2023, 1, 1, SaidKind.FRONT_MATTER)
        assert _split(draft, front)[0].said == front
        assert _split(draft, _said(2023, 1, 1, SaidKind.FILE_NAME))[0].said == _said(2024, 3, 5, SaidKind.HEADING)


WORDS = st.lists(
    st.sampled_from(
        [
            SENTENCE,
            "雨が降った。",
            "「はい。」と言い、",
            "x" * 90,
            "カ\u3099" * 30,
            "👩\u200d💻",
            "a, ",
            "\n",
            " ",
            "3.5 ",
        ]
    ),
    min_size=1,
    max_size=12,
).map("".join)
KINDS = st.sampled_from([*BlockKind, BlockKind.PARAGRAPH, BlockKind.PARAGRAPH])


@st.composite
def documents(draw: st.DrawFn) -> Document:
    draft = _Draft()
    page = 1
    for _ in range(draw(st.integers(0, 8))):
        kind = draw(KINDS)
        page += draw(st.integers(0, 1))
        if kind is BlockKind.HEADING:
            title = draw(st.sampled_from(["Plan", "会議 2024-03-05", "Notes", "Q&A"]))
            draft.heading(title, draw(st.integers(1, 3)), page=str(page))
        else:
            draft.add(kind, draw(WORDS), page=str(page), speaker="Mira" if kind is BlockKind.MESSAGE else None)
    return draft.document()


@given(documents() | WORDS.map(lambda words: Document(words, "text/plain")))
@settings(deadline=None, max_examples=200)
def test_passages_lose_nothing_and_hold_the_cap(document: Document) -> None:
    passages = split(document, _quarters, max_tokens=20, target_tokens=12)
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    clusters = {cluster.start() for cluster in regex.finditer(r"\X", document.text)} | {len(document.text)}
    told = "".join(passage.heading + passage.text for passage in passages)
    headings = [block.span for block in document.blocks if block.kind is BlockKind.HEADING]
    outside = list(document.text)
    end = 0
    for passage in passages:
        assert end <= passage.span.start
        assert passage.text == passage.span.of(document.text) == passage.text.strip() != ""
        assert _quarters([passage.text])[0] <= 20
        assert {passage.span.start, passage.span.end} <= clusters
        assert passage.locator
        end = passage.span.end
        outside[passage.span.start : end] = " " * len(passage.span)
    for heading in headings:
        assert heading.of(document.text) in told
        outside[heading.start : heading.end] = " " * len(heading)
    assert not "".join(outside).strip()


@given(st.text(st.characters(), max_size=120))
@settings(deadline=None)
def test_any_text_can_be_cut(text: str) -> None:
    passages = split(Document(text, "text/plain"), _quarters, max_tokens=5, target_tokens=3)
    assert "".join("".join(passage.text for passage in passages).split()) == "".join(text.split())
