"""A few small notes go the whole way of many: recorded, read, embedded, found, looked at again."""

import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.bench.folders import PARTS, Sizes, measured
from tests.bench.memory import Peak
from tests.bench.notes import CHARACTERS, SAVED, WORDS, mark, notes, write_notes
from tests.fakes import FakeEmbedder

FEW = Sizes(notes=4, busy=6, untouched=5, many=7, read=3, saved=1, between_s=0.0, idle_s=0.01)


@pytest.mark.parametrize("part", sorted(PARTS.keys() - {"looks"}))
def test_every_part_gives_figures(part: str) -> None:
    figures = list(measured(FEW, embedder=FakeEmbedder, only=part))
    assert figures
    assert all(figure.values and figure.line() for figure in figures)


def test_nothing_is_opened_by_a_look_and_touched_files_are_not_read() -> None:
    untouched, touched, _ = measured(FEW, embedder=FakeEmbedder, only="looks")
    assert (untouched.values["opened"], untouched.values["read"]) == (0, 0)
    assert (touched.values["opened"], touched.values["read"]) == (FEW.untouched, 0)


def test_parts_are_in_proportion() -> None:
    assert Sizes.of(100_000) == Sizes()
    assert Sizes.of(1_000) == Sizes(notes=10, busy=100, untouched=100, many=1_000, read=50, idle_s=1.0)


def test_notes_are_of_one_length_and_each_has_a_number_of_its_own(tmp_path: Path) -> None:
    english, japanese = (text.partition(" ")[2].strip() for text in islice(notes(Random(1)), 2))
    assert len(english.split()) == WORDS
    assert len(japanese) == CHARACTERS
    write_notes(tmp_path, 203)
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.rglob("*.md"))]
    assert [text.split()[0] for text in texts] == [mark(number) for number in range(203)]


def test_notes_that_are_saved_are_found_by_a_word_that_the_question_lacks() -> None:
    for saved in SAVED:
        assert saved.word in saved.text
        assert saved.word not in saved.question


@pytest.mark.skipif(sys.platform != "linux", reason="nobody tells what a process takes")
def test_a_peak_holds_what_the_process_takes() -> None:
    with Peak() as peak:
        held = bytearray(b"x" * 40_000_000)
    assert len(held) / 1_000_000 < peak.own <= peak.all
