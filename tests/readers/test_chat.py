from datetime import UTC, datetime

import pytest

from tests.readers.shapes import assert_well_formed, texts
from tsuzuri.core.document import Block, BlockKind, Document, SaidKind
from tsuzuri.readers.chat import read_chat
from tsuzuri.readers.decode import Encoding

UTF_8 = Encoding("utf-8", 1.0)


def chat(text: str) -> Document:
    document = read_chat(text, "chat", UTF_8)
    assert document is not None
    assert_well_formed(document)
    return document


def times(document: Document) -> list[datetime | None]:
    return [block.said.at if block.said else None for block in messages(document)]


def messages(document: Document) -> list[Block]:
    return [block for block in document.blocks if block.kind is BlockKind.MESSAGE]


@pytest.mark.parametrize(
    "line",
    [
        "[2024-03-05 10:12] Aya Mori: Moved to Kyoto.",
        "2024/03/05 10:12 Aya Mori: Moved to Kyoto.",
        "2024/3/5, 10:12 - Aya Mori: Moved to Kyoto.",
        "[2024-03-05T10:12:00Z] Aya Mori：Moved to Kyoto.",
    ],
)
def test_stamped_lines(line: str) -> None:
    document = chat(f"{line}\n{line}\nand more\n")
    assert texts(document) == ["Aya Mori: Moved to Kyoto.", "Aya Mori: Moved to Kyoto.\nand more"]
    assert [block.speaker for block in document.blocks] == ["Aya Mori"] * 2
    assert times(document) == [datetime(2024, 3, 5, 10, 12, tzinfo=UTC)] * 2
    assert all(block.said is not None and block.said.kind is SaidKind.MESSAGE for block in document.blocks)


def test_a_line_export_has_the_day_on_a_line_of_its_own() -> None:
    document = chat(
        "[LINE] 田中とのトーク履歴\n保存日時：2024/03/07 08:00\n\n"
        "2024/03/05(火)\n10:12\t田中\tおはよう\n10:13\t森\t長い\n話\n\n2024/03/06(水)\n午後1:05\t田中\tはい\n"
    )
    assert texts(document, BlockKind.PARAGRAPH) == ["[LINE] 田中とのトーク履歴\n保存日時：2024/03/07 08:00"]
    assert texts(document, BlockKind.MESSAGE) == ["田中: おはよう", "森: 長い\n話", "田中: はい"]
    assert times(document) == [
        datetime(2024, 3, 5, 10, 12, tzinfo=UTC),
        datetime(2024, 3, 5, 10, 13, tzinfo=UTC),
        datetime(2024, 3, 6, 13, 5, tzinfo=UTC),
    ]


def test_names_above_words_have_no_day() -> None:
    document = chat("Aya  10:12 AM\nhello\nworld\n\nKen  1:05 PM\nyes\n\nAya  1:06 PM\nok\n")
    assert texts(document) == ["Aya: hello\nworld", "Ken: yes", "Aya: ok"]
    assert times(document) == [None, None, None]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear all,\nthe plan:\nwords\n",
        "[2024-03-05 10:12] Aya: one line alone",
        "2024-03-05 10:12 INFO: start\n2024-03-05 10:13 ERROR: stop\n",
        "[2024-03-05 10:12] Aya: hi\n[2024-03-05 10:12] Ken: hi\n" + "Long prose follows.\n" * 5,
    ],
)
def test_prose_and_logs_are_no_chat(text: str) -> None:
    assert read_chat(text, "a", UTF_8) is None
