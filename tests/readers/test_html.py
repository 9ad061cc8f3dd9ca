from datetime import UTC, datetime
from pathlib import PurePath

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.shapes import assert_well_formed, texts
from tsuzuri.core.document import BlockKind, Document, Said, SaidKind
from tsuzuri.readers.html import read_html, visible_text


def read(markup: str) -> Document:
    document = read_html(markup.encode(), PurePath("page.html"))
    assert_well_formed(document)
    return document


def test_only_what_is_seen_is_text() -> None:
    assert (
        read(
            "<head><style>a{}</style></head><p>Seen<script>x</script><!-- c --></p>"
            '<p hidden>no</p><div style="display: none"><p>no</p></div><span style="font-size:0">no</span>'
            '<p style="opacity:0.5;font-size:0.9em">half</p><template>no</template>end'
        ).text
        == "Seen\n\nhalf\n\nend"
    )


def test_headings_lists_tables_and_preformatted_text() -> None:
    document = read(
        "<title>Page</title><h2>Plan <b>A</b></h2><p>one\n two<br>three<ul><li>x<li>y</ul>"
        "<table><tr><th>Name<th>City<tr><td>Aya<td><p>Kyoto</table><pre>  a\n  b</pre>"
    )
    assert texts(document) == ["Plan A", "one two\nthree", "- x", "- y", "Name | City", "Aya | Kyoto", "  a\n  b"]
    assert [block.kind for block in document.blocks[-3:]] == [BlockKind.TABLE, BlockKind.TABLE, BlockKind.CODE]
    assert document.blocks[0].level == 2
    assert document.title == "Page"


def test_a_page_that_lies_about_its_charset() -> None:
    data = '<meta charset="utf-8"><title>議事録</title><p>田中さんは部長です。'.encode("cp932")
    document = read_html(data, PurePath("a.html"))
    assert (document.text, document.title, document.encoding) == ("田中さんは部長です。", "議事録", "cp932")


def test_the_date_of_publication() -> None:
    document = read('<meta property="article:published_time" content="2024-03-05T10:00:00+09:00"><p>a')
    assert document.said == Said(datetime(2024, 3, 5, 1, tzinfo=UTC), SaidKind.METADATA)


def test_a_deeply_nested_page() -> None:
    assert read("<div>" * 5000 + "deep").text == "deep"


def test_a_fragment() -> None:
    assert visible_text("<p>a<p>b") == "a\n\nb"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<table>",
                "<tr>",
                "<td>",
                "</table>",
                "<pre>",
                "</pre>",
                "<li>",
                "<h1>",
                "a ",
                "\n",
                "<br>",
                "<!--",
            ]
        )
    )
)
def test_any_markup_is_well_formed(parts: list[str]) -> None:
    read("<p>start" + "".join(parts))
