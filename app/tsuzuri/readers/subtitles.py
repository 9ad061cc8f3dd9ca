"""Subtitles and transcripts: the words without the cues (SubRip; WebVTT, W3C)."""

import html
import re
from collections.abc import Callable, Iterator
from pathlib import PurePath

from tsuzuri.core.document import BlockKind, Document
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft
from tsuzuri.text.normalise import display

_TIMING = re.compile(r"(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s+.*")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+(?P<name>[^>]+)>")
_MARKUP = re.compile(r"</?[a-zA-Z0-9.:]+(?:\s[^>]*)?>|\{\\[^}]*\}")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")


def subtitle_reader(media_type: str) -> Callable[[bytes, PurePath], Document]:
    """A reader for .srt or .vtt: a cue with a voice is a message of that speaker, another a paragraph.

    Comments, styles and regions have no timing and are left out.
    """

    def read_subtitles(data: bytes, path: PurePath) -> Document:
        decoded = decode(data)
        draft = Draft()
        for cue in _cues(display(decoded.text)):
            _add(draft, cue)
        return draft.finish(media_type, title=path.stem, encoding=decoded.encoding)

    return read_subtitles


def _cues(text: str) -> Iterator[str]:
    for block in _BLANK_LINES.split(text):
        lines = block.strip("\n").split("\n")
        for number, line in enumerate(lines[:2]):
            if _TIMING.fullmatch(line.strip()):
                yield "\n".join(lines[number + 1 :])
                break


def _add(draft: Draft, cue: str) -> None:
    voice = _VOICE.search(cue)
    words = html.unescape(_MARKUP.sub("", cue)).strip()
    if voice is None or not words:
        draft.add(BlockKind.PARAGRAPH, words, gap="\n")
        return
    speaker = html.unescape(voice["name"]).strip()
    draft.add(BlockKind.MESSAGE, f"{speaker}: {words}", speaker=speaker, gap="\n")
