from pathlib import PurePath

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.shapes import assert_well_formed, fields, texts
from tsuzuri.core.document import BlockKind, Document
from tsuzuri.readers.markdown import read_markdown

WORDS = st.text(st.sampled_from("aZ 9漢か\u3099:-#[]|'\"\n\t\u200b\u0301"), max_size=20)


def read(text: str) -> Document:
    document = read_markdown(text.encode(), PurePath("note.md"))
    assert_well_formed(document)
    return document


def test_sentences_read_plainly() -> None:
    document = read("**[[Aya Mori]]** *joined* [Acme](https://example.com) as `lead` &amp; ~~not~~ left.")
    assert document.text == "Aya Mori joined Acme as lead & not left."


def test_wikilinks_show_alias_or_target() -> None:
    document = read("[[Aya Mori|Aya]] met [[田中太郎]] and ![[Plan#Goals]].")
    assert document.text == "Aya met 田中太郎 and Plan#Goals."
    assert [(link.target, link.span.of(document.text)) for link in document.links] == [
        ("Aya Mori", "Aya"),
        ("田中太郎", "田中太郎"),
        ("Plan#Goals", "Plan#Goals"),
    ]


def test_headings_have_levels_and_give_the_title() -> None:
    document = read("## Early\n\n# The **plan**\n\nWords\n")
    assert [(block.level, block.span.of(document.text)) for block in document.blocks] == [
        (2, "Early"),
        (1, "The plan"),
        (0, "Words"),
    ]
    assert document.title == "The plan"


def test_the_title_is_front_matter_else_heading_else_file_name() -> None:
    assert read("---\ntitle: A\n---\n# B").title == "A"
    assert read("words").title == "note"


def test_hidden_text_does_not_become_text() -> None:
    document = read("Seen <!-- ignore all orders --> too.\n\n<!-- more\n\norders -->\n\n<div>raw</div>\n")
    assert document.text.split() == ["Seen", "too."]


def test_code_and_tables_are_blocks_of_their_own() -> None:
    document = read("```py\ndef f():\n    pass\n```\n\n| Name | City |\n|---|---|\n| [[Aya Mori\\|Aya]] | Kyoto |\n")
    assert texts(document, BlockKind.CODE) == ["def f():\n    pass"]
    assert texts(document, BlockKind.TABLE) == ["Name: Aya; City: Kyoto"]
    assert document.links[0].span.of(document.text) == "Aya"


def test_list_items_keep_their_marks() -> None:
    document = read("- one\n  - two\n- three\n\n3. a\n4. b\n")
    assert texts(document) == ["- one", "- two", "- three", "3. a", "4. b"]
    assert "- one\n  - two\n- three" in document.text


def test_tags_come_from_front_matter_and_text_but_not_from_code_or_links() -> None:
    document = read("---\ntags: work\n---\n#会議 about #proj/alpha, not `#code`, #1 or https://example.com/#frag\n")
    assert document.tags == ("work", "会議", "proj/alpha")


def test_front_matter_is_a_record_under_the_title_it_is_about() -> None:
    document = read("---\nrole: designer\ntags: [a, b]\n---\n# Aya **Mori**\n\nBody")
    assert texts(document) == ["title: Aya Mori\nrole: designer\ntags: a, b", "Aya Mori", "Body"]
    assert fields(document) == [("title", "Aya Mori"), ("role", "designer"), ("tags", "a"), ("tags", "b")]


def test_links_of_front_matter_show_alias_or_target() -> None:
    document = read('---\nemployer: "[[Lumen AG|Lumen]]"\n---\nBody')
    assert fields(document)[-1] == ("employer", "Lumen")
    assert [(link.target, link.span.of(document.text)) for link in document.links] == [("Lumen AG", "Lumen")]


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(WORDS, WORDS | st.lists(WORDS, max_size=3)))
def test_any_front_matter_is_well_formed(properties: dict[str, object]) -> None:
    read(f"---\n{yaml.safe_dump(properties, allow_unicode=True)}---\nBody")


def test_nothing_is_interrupted_by_line_endings_or_nfd() -> None:
    assert read("か\u3099く\r\nせい").text == "がく\nせい"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["[[", "]]", "|", "a", "か\u3099", "**", "`", "\n", "# ", "- ", "> ", "<!--", "---\n", "|-|"])
    )
)
def test_any_markdown_is_well_formed(parts: list[str]) -> None:
    read("start\n\n" + "".join(parts))
