from dataclasses import replace

import pytest

from tests.tui.fake_library import NOW, FakeLibrary, empty, english, folder, watching
from tsuzuri.core.roots import RootState
from tsuzuri.library.pulse import Beat, Pulse
from tsuzuri.pipeline.progress import Progress
from tsuzuri.tui.desk import Standing
from tsuzuri.tui.pipeline import away, growth_line, overview, to_go


def standing(library: FakeLibrary, pulse: Pulse | None = None) -> Standing:
    status = library.status()
    assert status.backlog is not None
    beat = (pulse or Pulse(lambda: 0.0)).at(status.backlog)
    return Standing(1, status, library.folders.roots(), library.problems, beat)


def told(library: FakeLibrary, pulse: Pulse | None = None) -> list[str]:
    return overview(standing(library, pulse)).plain.splitlines()


def test_what_is_to_go_is_said_in_few_words() -> None:
    library = english()
    assert to_go(library.status()) == "1 passage to understand"
    library.unread, library.unembedded = 3, 12
    assert to_go(library.status()) == "3 files, 12 texts, 1 passage to go"
    assert to_go(empty().status()) == "all understood"


def test_folders_that_cannot_be_believed_are_named() -> None:
    assert away(watching().folders.roots()) == "offline: scans, in doubt: old"
    assert away(english().folders.roots()) == ""


def test_of_many_such_folders_two_are_named() -> None:
    roots = [folder(f"/mnt/{name}", RootState.OFFLINE, known=1).root for name in "abcd"]
    assert away(roots) == "offline: a, b and 2 more"


def test_a_paused_folder_troubles_nobody() -> None:
    root = folder("/mnt/a", RootState.OFFLINE, known=1, paused=True).root
    assert away([root]) == ""


def test_every_stage_says_what_it_has_to_do() -> None:
    lines = told(watching())
    assert lines[0] == "5 sources  3 passages  7 entities  5 facts"
    assert lines[1] == "3 files to read, 12 texts to embed, 1 passage to understand (7 min left)"


def test_pace_and_end_follow_from_what_became_less() -> None:
    now = 0.0
    library = english()
    library.unread, library.unembedded = 30, 100
    pulse = Pulse(lambda: now)
    assert "30 files to read, 100" in told(library, pulse)[1]
    now = 5.0
    library.unread = 20
    assert told(library, pulse)[1].startswith("20 files to read (2/s, 10 s left), ")


def test_what_could_not_be_done_is_counted() -> None:
    assert told(watching())[2] == (
        "1 file to be tried again, 1 file set aside, 1 file missing, 2 sources refused, kept by process 1234"
    )


@pytest.mark.parametrize(
    ("kept_by", "words"),
    [("here", "kept by this window"), ("", "kept by nobody: nothing new is read"), ("process 7", "kept by process 7")],
)
def test_who_keeps_it_is_said_where_folders_are_watched(kept_by: str, words: str) -> None:
    library = watching()
    library.kept_by = kept_by
    assert words in told(library)[2]
    library.views = ()
    assert words not in told(library)[2]


def test_a_library_that_rests_says_so_first() -> None:
    library = english()
    library.paused = True
    assert told(library)[2] == "paused (p goes on), 2 sources refused"


def test_problems_are_sentences_with_a_way_out_and_not_too_many() -> None:
    library = watching()
    (problem,) = library.problems
    assert told(library)[3] == "understanding: the model's process ended (fetch the model again)"
    library.problems = tuple(replace(problem, stage=stage) for stage in ("reading", "embedding", "watching"))
    assert told(library)[5] == "and 1 problem more"


def test_an_idle_library_says_no_more_than_that() -> None:
    assert told(empty())[1:] == ["all read and understood"]


def test_the_pace_is_in_tokens_too_and_the_last_minutes_are_a_chart() -> None:
    library = english()
    state, at = library.status(), Progress(1, 2, 0.1, None)
    beat = Beat(at, at, at, ((0, 0, 4), (0, 0, 0), (1, 2, 4)), 38.4)
    lines = overview(Standing(1, state, (), (), beat)).plain.splitlines()
    assert lines[1] == "1 passage to understand (6/min, 38 tokens/s)"
    assert lines[2] == "last 10 min: files ⠀⡇  passages ⣠⡇"


def test_a_day_s_budget_is_told_with_when_it_goes_on() -> None:
    budget = replace(english().status(), tokens_today=5000, tokens_per_day=5000, goes_on_at=NOW)
    assert "5,000 of 5,000 tokens today, goes on at 09:30" in overview(Standing(1, budget, (), (), None)).plain


def test_growth_is_a_chart_from_the_first_day_on() -> None:
    line = growth_line(english().growth(), NOW.date()).plain
    assert line.startswith("since 2025-08-01: sources ⡇")
    assert growth_line((), NOW.date()).plain == ""
