from pathlib import PurePath

from tests.readers.shapes import texts
from tsuzuri.core.document import BlockKind
from tsuzuri.readers import media
from tsuzuri.readers.subtitles import subtitle_reader


def test_srt_keeps_the_words_only() -> None:
    data = b"1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>Hello</i> &amp; welcome.\r\n\r\n"
    data += b"2\r\n00:00:05,000 --> 00:00:06,000\r\nBye.\r\n"
    document = subtitle_reader(media.SRT)(data, PurePath("a.srt"))
    assert texts(document, BlockKind.PARAGRAPH) == ["Hello & welcome.", "Bye."]
    assert document.media_type == media.SRT


def test_vtt_voices_are_speakers() -> None:
    data = b"WEBVTT\n\nNOTE a comment\n\nSTYLE\n::cue {}\n\n"
    data += b"00:01.000 --> 00:04.000 align:start\n<v Sato>Budget is <b>fixed</b>.</v>\n"
    document = subtitle_reader(media.VTT)(data, PurePath("a.vtt"))
    assert document.text == "Sato: Budget is fixed."
    assert [(block.kind, block.speaker) for block in document.blocks] == [(BlockKind.MESSAGE, "Sato")]
