import time
from datetime import UTC, datetime
from pathlib import PurePath

import orgparse
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.shapes import assert_well_formed, fields, texts
from tsuzuri.core.document import BlockKind, Document, RecordKind, Said, SaidKind
from tsuzuri.readers.org import read_org

LINES = st.sampled_from(
    [
        "* A",
        "** TODO [#A] 会議 :work:@home:",
        "*** DONE",
        "**no heading",
        "*bold* and [[b][c]] on <2026-03-04 Wed>",
        "#+BEGIN_SRC sh",
        "#+END_SRC",
        "#+begin_quote",
        ":PROPERTIES:",
        ":ROLE: CTO",
        ":END:",
        "#+TITLE: [[a]]",
        "#+FILETAGS: :x:",
        "| a | b |",
        "|---+---|",
        ": fixed",
        "- item",
        "  goes on",
        "",
        "[[[[]][",
        "日本\u200b*太字*\u200bです",
    ]
)
TITLE_WORDS = st.lists(st.sampled_from(["plan", "会議", "a:b", "3", "*", "-"]), min_size=1, max_size=3).map(" ".join)


def read(text: str) -> Document:
    document = read_org(text.encode(), PurePath("note.org"))
    assert_well_formed(document)
    return document


def links(document: Document) -> list[tuple[str, str]]:
    return [(link.target, link.span.of(document.text)) for link in document.links]


def test_headings_have_levels_states_and_tags() -> None:
    document = read("* TODO [#A] Call Ken :home:@phone:\n** Goals\n******** Deep\nwords\n")
    assert [(block.level, block.span.of(document.text)) for block in document.blocks] == [
        (1, "TODO Call Ken #home #@phone"),
        (2, "Goals"),
        (6, "Deep"),
        (0, "words"),
    ]
    assert document.tags == ("home", "@phone")


def test_states_are_those_that_the_file_names() -> None:
    assert texts(read("#+TODO: NEXT(n) | CANCELLED\n* NEXT [#B] Call\n* LATER [#B] Call"))[:2] == [
        "NEXT Call",
        "LATER [#B] Call",
    ]


def test_what_the_file_states_of_itself_is_a_record() -> None:
    document = read(
        ':PROPERTIES:\n:ID: 1f2e\n:ROAM_ALIASES: "Aya M." 森さん\n:ROLE: [[CTO]]\n:END:\n#+title: Aya Mori\n'
        "#+AUTHOR: 田中\n#+DATE: <2026-03-04 Wed 10:00>\n#+FILETAGS: :people:work:\n#+STARTUP: overview\n\nWords.\n"
    )
    assert document.records[0].kind is RecordKind.NOTE
    assert fields(document) == [
        ("title", "Aya Mori"),
        ("author", "田中"),
        ("date", "2026-03-04 Wed 10:00"),
        ("tags", "people"),
        ("tags", "work"),
        ("aliases", "Aya M."),
        ("aliases", "森さん"),
        ("ROLE", "CTO"),
    ]
    assert links(document) == [("CTO", "CTO")]
    assert document.title == "Aya Mori"
    assert document.said == Said(datetime(2026, 3, 4, 10, 0, tzinfo=UTC), SaidKind.FRONT_MATTER)
    assert texts(document, BlockKind.PARAGRAPH) == ["Words."]


def test_a_file_that_states_nothing_has_no_record_and_its_own_name() -> None:
    document = read("#+STARTUP: overview\n* Section\nwords")
    assert (document.records, document.title) == ((), "note")


def test_properties_under_a_heading_are_a_paragraph() -> None:
    document = read("* Ken\n:PROPERTIES:\n:CUSTOM_ID: k\n:EMAIL: ken@example.com\n:END:\nwords\n")
    assert texts(document) == ["Ken", "EMAIL: ken@example.com", "words"]
    assert document.records == ()


@pytest.mark.parametrize(
    ("written", "shown", "found"),
    [
        ("[[Aya Mori]]", "Aya Mori", [("Aya Mori", "Aya Mori")]),
        ("[[file:aya.org::*Role][her]] note", "her note", [("aya", "her")]),
        ("[[./people/aya.org]]", "aya", [("aya", "aya")]),
        ("[[id:1f-2e][Aya Mori]]", "Aya Mori", [("Aya Mori", "Aya Mori")]),
        ("[[*Goals][the goals]]", "the goals", [("Goals", "the goals")]),
        ("[[https://example.com/a][a page]]", "a page", []),
        ("[[https://example.com/a]]", "https://example.com/a", []),
        ("[[file:pictures/aya.png]]", "aya.png", []),
        ("[[Note: plan]]", "Note: plan", [("Note: plan", "Note: plan")]),
        ("*see [[Aya]]*", "see Aya", [("Aya", "Aya")]),
    ],
)
def test_links_show_their_label_and_point_to_notes(written: str, shown: str, found: list[tuple[str, str]]) -> None:
    document = read(written)
    assert document.text == shown
    assert links(document) == found


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<2026-03-04 Wed>", "2026-03-04 Wed"),
        ("[2026-03-04 水 10:00-11:30 +1w -2d]", "2026-03-04 水 10:00-11:30"),
        ("<2026-03-04>--<2026-03-06 Fri>", "2026-03-04 - 2026-03-06 Fri"),
        ("*bold* /it/ _under_ =co*de*= ~v~ +gone+", "bold it under co*de* v gone"),
        ("日本\u200b*太字*\u200bです", "日本太字です"),
        ("a*b*c /usr/bin/env 2 * 3 * 4 a_b_c", "a*b*c /usr/bin/env 2 * 3 * 4 a_b_c"),
        ("array[0] and <b>", "array[0] and <b>"),
    ],
)
def test_timestamps_and_emphasis_read_plainly(written: str, shown: str) -> None:
    assert read(written).text == shown


def test_blocks_of_code_stay_as_they_are() -> None:
    document = read(
        "#+BEGIN_SRC python :results output\ndef f():\n\n    return [[a]]\n,* b\n#+END_SRC\n: fixed\n:  too\n"
    )
    assert texts(document, BlockKind.CODE) == ["def f():\n\n    return [[a]]\n* b", "fixed\n too"]
    assert document.links == ()


def test_a_quotation_is_words_and_exported_markup_is_not() -> None:
    text = (
        "#+begin_quote\nGo *on*.\n#+end_quote\n#+BEGIN_EXPORT html\n<b>x</b>\n#+END_EXPORT\n# note to self\n-----\nEnd."
    )
    assert texts(read(text)) == ["Go on.", "End."]


def test_a_block_without_an_end_is_words() -> None:
    assert texts(read("#+BEGIN_SRC sh\n* A\n#+END_SRC\nb")) == ["A", "b"]


def test_tables_name_their_columns() -> None:
    document = read("| name | city |\n|------+------|\n| [[Aya]] | *Kyoto* |\n#+TBLFM: $2=1\n")
    assert texts(document, BlockKind.TABLE) == ["name: Aya; city: Kyoto"]
    assert links(document) == [("Aya", "Aya")]


def test_list_items_keep_their_marks() -> None:
    assert read("Do:\n- [ ] one\n  goes on\n- [X] two\n  1. three\nAfter.").text == (
        "Do:\n- [ ] one\ngoes on\n- [X] two\n  1. three\n\nAfter."
    )


def test_plans_and_logs_are_told_and_clocks_are_not() -> None:
    text = (
        "* TODO A\nSCHEDULED: <2026-03-05 Thu +1w> DEADLINE: <2026-03-09>\n:LOGBOOK:\n"
        'CLOCK: [2026-03-04 Wed 10:00]--[2026-03-04 Wed 11:00] =>  1:00\n- State "DONE" [2026-03-04 Wed]\n:END:\n'
    )
    assert texts(read(text))[1:] == [
        "SCHEDULED: 2026-03-05 Thu DEADLINE: 2026-03-09",
        '- State "DONE" 2026-03-04 Wed',
    ]


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=25))
def test_any_lines_make_a_well_formed_document(lines: list[str]) -> None:
    read("\n".join(["start", *lines]))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 5),
            st.sampled_from(["", "TODO ", "DONE "]),
            TITLE_WORDS,
            st.sampled_from(["", " :a:", "  :a:b_1:"]),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_headings_are_those_of_the_kept_library(headings: list[tuple[int, str, str, str]]) -> None:
    text = "\n".join(f"{'*' * level} {state}{title}{tags}" for level, state, title, tags in headings)
    document = read(text)
    nodes = list(orgparse.loads(text))[1:]
    assert [(block.level, block.span.of(document.text)) for block in document.blocks] == [
        (
            node.level,
            " ".join(
                [*filter(None, [node.todo]), node.heading.strip(), *(f"#{tag}" for tag in sorted(node.shallow_tags))]
            ),
        )
        for node in nodes
    ]


@pytest.mark.parametrize(
    ("piece", "times"),
    [
        ("*a ", 100_000),
        ("[[a][b", 50_000),
        ("* " + " " * 1000, 300),
        (":PROPERTIES:\n", 50_000),
        ("#+BEGIN_SRC\n", 50_000),
    ],
    ids=["emphasis", "links", "spaces", "drawers", "blocks"],
)
def test_hostile_text_costs_little(piece: str, times: int) -> None:
    started = time.perf_counter()
    read("words\n" + piece * times)
    assert time.perf_counter() - started < 5
