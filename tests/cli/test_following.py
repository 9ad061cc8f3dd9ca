"""Following a library: each change once, and nothing in between."""

from collections.abc import Iterator
from pathlib import Path

from tests.library.worlds import installed_at, write_notes
from tsuzuri.cli.following import changes
from tsuzuri.cli.keeping import beat_line
from tsuzuri.library.facade import Library


def written(library: Library, notes: Path) -> Iterator[bool]:
    """What another process writes, step by step."""
    yield True
    for paused in (True, True, False):
        library.queue.pause(paused)
        yield True
    library.add([notes], model=False)
    yield True


def test_what_changes_is_told_and_what_does_not_is_not(tmp_path: Path) -> None:
    here = installed_at(tmp_path / "home")
    notes = write_notes(tmp_path / "notes")
    with here.open() as library, here.open() as other:
        steps = written(other, notes)
        lines = [beat_line(*each, thinks=True) for each in changes(library, lambda _: next(steps, False))]
    assert lines == ["nothing to do", "paused", "nothing to do", "model: 0 of 4 passages"]


def test_passages_without_a_model_are_told_and_are_nothing_to_do(tmp_path: Path) -> None:
    here = installed_at(tmp_path / "home")
    with here.open() as library:
        library.add([write_notes(tmp_path / "notes")], model=False)
        ((backlog, beat),) = changes(library, lambda _: False)
    assert beat_line(backlog, beat, thinks=False) == "nothing to do; 4 passages waiting for a chat model"
