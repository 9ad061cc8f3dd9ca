from dataclasses import replace

from tests.tui.fake_library import watching
from tsuzuri.core.ids import SourceId
from tsuzuri.tui.receipt import receipt_text

BEFORE = watching().forget([SourceId(1)], dry_run=True)
AFTER = replace(BEFORE, dry_run=False)


def test_a_dry_run_tells_what_would_go_and_proves_nothing() -> None:
    text = receipt_text(BEFORE).plain
    assert text.startswith("Would go: 1 source, 1 passage, 2 facts, 4 names, 6 mentions, 7 vectors\n")
    assert "Tomas Reuel head of research at Nordlicht Optics" in text
    assert "check" not in text


def test_what_other_sources_say_stays() -> None:
    assert "1 fact stays, on what other sources say." in receipt_text(BEFORE).plain
    assert "2 facts stay, on" in receipt_text(replace(BEFORE, facts_weakened=2)).plain


def test_a_file_in_a_watched_folder_is_not_taken_in_again() -> None:
    assert "is not taken in again" in receipt_text(BEFORE).plain
    assert "is not taken in again" not in receipt_text(replace(BEFORE, excluded=())).plain


def test_of_several_files_it_says_how_many_stay_out() -> None:
    two = replace(BEFORE, sources=("/a.md", "/b.md"), excluded=("/a.md", "/b.md"))
    assert "The files themselves are not touched. They lie in a watched folder" in receipt_text(two).plain
    one = receipt_text(replace(two, excluded=("/a.md",))).plain
    assert "1 of them, in a watched folder, is not taken in again." in one


def test_lists_that_were_cut_say_how_much_more_there_is() -> None:
    assert "  and 1,196 more" in receipt_text(replace(BEFORE, entities=1_200)).plain


def test_a_receipt_says_that_all_was_checked_and_the_words_are_gone() -> None:
    text = receipt_text(AFTER).plain
    assert text.startswith("Gone: 1 source")
    assert "A check of the whole library found nothing wrong." in text
    assert "The words are gone from the library's file, too." in text


def test_a_receipt_hides_neither_problems_nor_words_that_are_left() -> None:
    text = receipt_text(replace(AFTER, problems=("a fact has no evidence",), not_erased="another process reads")).plain
    assert "a fact has no evidence" in text
    assert "not yet gone from the library's file: another process reads" in text
    assert "nothing wrong" not in text


def test_names_are_text_and_never_markup() -> None:
    assert "  [/] [b" in receipt_text(replace(BEFORE, names=("[/]\n [b",))).plain
