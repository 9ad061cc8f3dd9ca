"""What goes with a document and says nothing of its matter, and what only looks like it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import Span
from tsuzuri.text.boilerplate import is_boilerplate, without_boilerplate
from tsuzuri.text.sentences import sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "This e-mail and any attachments are confidential and intended solely for the addressee.",
        "If you have received this message in error, please delete it.",
        "Any unauthorised disclosure or copying is strictly prohibited.",
        "Please notify the sender immediately.",
        "Please consider the environment before printing this.",
        "This newsletter does not constitute investment advice.",
        "© 2024 Lumen AG",
        "Copyright 2021 Orsk Foundry",
        "All rights reserved.",
        "To unsubscribe, follow this link.",
        "You are receiving this email because you signed up.",
        "Update your preferences at any time.",
        "View this email in your browser",
        "We use cookies to improve your visit.",
        "Sent from my phone",
        "-- Sent via Outlook for Android",
        "Kind regards, Ines",
        "Tel: +41 31 555 01 01",
        "Skip to main content",
        "Home > Products > Lamps",
        "本メールには機密情報が含まれている場合があります。",
        "お心当たりのない場合は、このメールを削除してください。",
        "誤って受信された場合は破棄のうえご連絡ください。",
        "無断転載を禁じます。",
        "このアドレスは送信専用アドレスです。",
        "配信停止はこちらから。",
        "メールマガジンの解除を希望される方はこちら。",
        "iPhoneから送信",
        "電話：03-5555-0101",
        "ページの先頭へ",
        "当サイトではクッキーを使用しています。",
    ],
)
def test_is_recognised(sentence: str) -> None:
    assert is_boilerplate(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Ines Vale sent the contract from Bern.",
        "The contract is confidential until May.",
        "The confidential report names Lumen AG.",
        "Copyright law changed in 2021.",
        "The privacy policy was written by Ken Ito.",
        "Her phone number is +41 31 555 01 01.",
        "Ken Ito | person | lives in | Otaru",
        "Lamp | 40 euros | Ulm",
        "He regards Lumen AG as a partner.",
        "We met in the environment office.",
        "Sales > 40 euros.",
        "伊藤さんは機密情報の担当である。",
        "会議の配信は三時に始まる。",
        "田中部長は電話で連絡した。",
        "メールは伊藤さんが送信した。",
    ],
)
def test_what_states_something_is_none(sentence: str) -> None:
    assert not is_boilerplate(sentence)


def left(text: str) -> list[str]:
    return [span.of(text) for span in without_boilerplate(text, sentences(text))]


def test_a_quoted_reply_goes_with_the_line_that_introduces_it() -> None:
    text = "I agree with Ann.\n\n"
    text += "On 3 May 2024 at 10:00, Ann Lee wrote:\n> The lamp is ready.\n> It costs 40 euros.\n\nKen came."
    assert left(text) == ["I agree with Ann.", "Ken came."]


def test_a_quotation_that_no_reply_introduces_stays() -> None:
    assert left("Ann said:\n\n> The lamp is ready.") == ["Ann said:", "> The lamp is ready."]


def test_an_introduction_without_quoted_lines_stays() -> None:
    text = "2024年5月3日の会議について:\n伊藤さんは来る。 > 3"
    assert len(left(text)) == len(sentences(text))


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="ab >\n:.。©-", max_size=120))
def test_only_whole_sentences_are_left_out(text: str) -> None:
    spans: tuple[Span, ...] = sentences(text)
    assert set(without_boilerplate(text, spans)) <= set(spans)
