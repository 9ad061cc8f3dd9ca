import pytest

from tests.readers.chat_exports.files import document_of, is_chat, slack_message, spoken
from tests.readers.shapes import texts
from tsuzuri.readers.chat_exports.slack import readable


def test_a_day_of_a_channel_in_english_and_japanese() -> None:
    document = document_of(
        [
            slack_message(
                "U1", "1709633520.000200", "Hello <@U2>, the <https://lumen.example/plan|plan> is out", "Aya Mori"
            ),
            slack_message("U2", "1709633580.000300", "了解です &amp; ありがとう", "星 真理子"),
            slack_message("U3", "1709633640.000400", "me too"),
        ],
        name="2024-03-05.json",
    )
    assert spoken(document) == [
        "2024-03-05 10:12 | Aya Mori | Aya Mori: Hello @星 真理子, the plan (https://lumen.example/plan) is out",
        "2024-03-05 10:13 | 星 真理子 | 星 真理子: 了解です & ありがとう",
        "2024-03-05 10:14 | U3 | U3: me too",
    ]
    assert document.title == "2024-03-05"


def test_a_name_holds_for_all_messages_of_its_user() -> None:
    document = document_of([slack_message("U1", "1709633520.0", "a"), slack_message("U1", "1709633521.0", "b", "Aya")])
    assert texts(document) == ["Aya: a", "Aya: b"]


def test_bots_speak_and_notices_do_not() -> None:
    document = document_of(
        [
            slack_message("U1", "1709633520.000200", "<@U1> has joined the channel", subtype="channel_join"),
            {"type": "message", "subtype": "bot_message", "ts": "1709633521.000200", "text": "built", "username": "ci"},
            {"type": "message", "ts": "1709633522.000200", "text": "from nobody"},
            {"type": "message", "ts": "1709633523.000200", "user": "U1", "text": None},
        ]
    )
    assert texts(document) == ["ci: built"]


@pytest.mark.parametrize(
    ("markup", "plain"),
    [
        ("<@U1>", "@Aya Mori"),
        ("<@U9|ken>", "@ken"),
        ("<@U9>", "@U9"),
        ("<#C1|general> <#C2>", "#general #C2"),
        ("<!here> <!subteam^S1|@design>", "@here @design"),
        ("<https://a.example>", "https://a.example"),
        ("<https://a.example|https://a.example>", "https://a.example"),
        ("<mailto:aya@lumen.example|aya@lumen.example>", "aya@lumen.example"),
        ("1 &lt; 2 &amp;lt; 3", "1 < 2 &lt; 3"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_markup_is_made_readable(markup: str, plain: str) -> None:
    assert readable(markup, {"U1": "Aya Mori"}) == plain


def test_other_lists_with_a_type_are_no_channel() -> None:
    assert not is_chat(document_of([{"type": "message", "ts": 3, "text": "x"}, {"type": "message", "text": "y"}]))
