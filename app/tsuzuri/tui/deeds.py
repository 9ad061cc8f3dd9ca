"""What a person has done to folders, queue, questions and categories, and how it is told. Asked in threads."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import TsuzuriError
from tsuzuri.core.ids import AskedId, ReviewId
from tsuzuri.core.jobs import Job, JobState
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.review import Answer as Reply
from tsuzuri.core.values import Entity, Source
from tsuzuri.tui.bridge import Answer, Library
from tsuzuri.tui.folders import Deed
from tsuzuri.tui.opener import Opener
from tsuzuri.tui.parts import Preferences
from tsuzuri.tui.present import amount, one_line

if TYPE_CHECKING:
    from tsuzuri.library.folders import FolderView


class Drop(StrEnum):
    """Which questions are to be kept no longer."""

    ONE = "one"
    ALL = "all"


class Opened(Answer):
    """A source was handed to its own program; `problem` says why not."""

    def __init__(self, problem: str) -> None:
        super().__init__()
        self.problem = problem


class Done(Answer):
    """What was asked for is done, or cannot be: `words` say what came of it."""

    def __init__(self, words: str, *, failed: bool = False) -> None:
        super().__init__()
        self.words = words
        self.failed = failed


def done(deed: Callable[[], str]) -> Done:
    """Do it, and tell what came of it."""
    try:
        return Done(deed())
    except TsuzuriError as error:
        hint = f" ({one_line(error.hint)})" if error.hint else ""
        return Done(f"{error.title}: {one_line(error.message)}{hint}", failed=True)


def rest(library: Library, paused: bool) -> str:
    """Let the whole library rest, or go on."""
    library.queue.pause(paused)
    return "The library rests. What was begun is finished." if paused else "The library goes on."


def retry(library: Library, sources: Sequence[Source] = ()) -> str:
    """Try again what could not be read, of these sources if any are named."""
    count = library.queue.retry([Path(source.uri) for source in sources])
    return f"{amount(count, 'file')} to be tried again." if count else "No file waits to be tried again."


def do_with_folder(library: Library, view: "FolderView", deed: Deed) -> str:
    """Do one of the things that can be done with a folder."""
    path = Path(view.root.path)
    name = one_line(view.root.path)
    match deed:
        case Deed.PAUSE:
            library.folders.pause(path, True)
            return f"{name} is not looked at for now."
        case Deed.RESUME:
            library.folders.pause(path, False)
            return f"{name} is looked at again."
        case Deed.CONFIRM:
            count = library.folders.confirm(path)
            return f"{amount(count, 'missing file')} will be forgotten at the next look."
        case Deed.UNWATCH:
            library.folders.remove(path)
            return f"{name} is watched no longer. What was read of it stays."


def failed_job(library: Library, source: Source) -> Job | None:
    """How a source waits after it could not be read; None for one that could."""
    jobs = chain(library.queue.jobs(JobState.ASIDE), library.queue.retrying())
    return next((job for job in jobs if job.source_id == source.id), None)


def reply(library: Library, id: ReviewId, answer: Reply) -> str:
    """Answer a question for the person."""
    library.review.answer(id, answer)
    return "Put off to the end." if answer is Reply.LATER else f"Answered {answer}. Press u to take it back."


def unite(library: Library, entities: Sequence[Entity], kept: Entity) -> str:
    """Make entities one."""
    count = len(library.review.merge_all(kept.id, [one.id for one in entities if one.id != kept.id]))
    now = next(iter(library.entities_by_id([kept.id])), kept)
    again = "" if count == 1 else f", {count} times"
    return f"{count + 1} are one from now on: {one_line(now.name)}. In Review u takes it back{again}."


def take_back(library: Library, id: ReviewId | None) -> str:
    """Take a decision back, of none named the latest of the person's."""
    item = library.review.undo(id)
    return f"Taken back. The {item.question} question waits again."


def drop(library: Library, what: Drop, id: AskedId | None) -> str:
    """Keep one question no longer, or none; one without an id was not kept."""
    if what is Drop.ALL:
        library.history.clear()
        return "No question is kept."
    if id is not None:
        library.history.remove(id)
    return "The question is kept no longer."


def opened(opener: Opener, uri: str) -> Opened:
    """Open a source in the machine's own program."""
    try:
        opener(uri)
    except OSError as error:
        return Opened(error.strerror or str(error))
    return Opened("")


def keep_order(preferences: Preferences, order: SourceOrder | EntityOrder) -> str:
    """Begin in this order from now on."""
    preferences.choose_order(order)
    return "The list begins in this order from now on."


def keep_theme(preferences: Preferences, *, dark: bool) -> str:
    """Begin in these colours from now on."""
    preferences.choose_theme("dark" if dark else "light")
    return "These are your colours from now on."
