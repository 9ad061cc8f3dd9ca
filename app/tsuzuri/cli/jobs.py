"""`tsuzuri jobs`."""

import argparse
from collections.abc import Iterator

from tsuzuri.cli.keeping import backlog_lines
from tsuzuri.cli.output import bold, counted, narrate, print_json
from tsuzuri.core.jobs import Job, JobState
from tsuzuri.library.opening import Installation
from tsuzuri.library.queue import Queue

_EMPTY = 1
_LISTED = ("running", "retrying", "aside", "cancelled")


def jobs(here: Installation, options: argparse.Namespace) -> int:
    """Run one of the actions on jobs."""
    match options.action:
        case "retry" | "cancel":
            return _change(here, options)
        case "pause" | "resume":
            return _pause(here, options)
        case _:
            return _list(here, options)


def _list(here: Installation, options: argparse.Namespace) -> int:
    with here.open_existing(options.dataset) as library:
        queue, states = library.queue, (options.state,) if options.state else _LISTED
        backlog = queue.backlog()
        if options.json:
            print_json(backlog=backlog, jobs=[job for state in states for job in _of(queue, state)])
            return 0
        for state in states:
            for job in _of(queue, state):
                _print_job(job, state)
    for line in backlog_lines(backlog):
        print(line)
    return 0


def _change(here: Installation, options: argparse.Namespace) -> int:
    """Retry or cancel; exit code 1 if there was nothing to."""
    with here.open_existing(options.dataset) as library:
        retry = options.action == "retry"
        files = library.queue.retry(options.paths) if retry else library.queue.cancel(options.paths)
        passages = library.queue.retry_passages() if retry and not options.paths else 0
    if options.json:
        print_json(changed=files, passages=passages)
    else:
        waits = "waits" if files == 1 else "wait"
        print(f"{counted(files, 'file')} {f'{waits} to be read again' if retry else f'{waits} no longer'}")
        if passages:
            print(f"{counted(passages, 'passage')} {'waits' if passages == 1 else 'wait'} for the model again")
    return 0 if files or passages else _EMPTY


def _pause(here: Installation, options: argparse.Namespace) -> int:
    paused = options.action == "pause"
    with here.open_existing(options.dataset) as library:
        library.queue.pause(paused)
    if options.json:
        print_json(paused=paused)
    else:
        print("the library rests" if paused else "the library goes on")
        if paused:
            narrate("what is being read is finished; go on with: tsuzuri jobs resume")
    return 0


def _of(queue: Queue, state: str) -> Iterator[Job]:
    return queue.retrying() if state == "retrying" else queue.jobs(JobState(state))


def _print_job(job: Job, state: str) -> None:
    tries = f", tried {'once' if job.tries == 1 else counted(job.tries, 'time')}" if job.tries else ""
    again = f", again at {job.not_before.astimezone():%Y-%m-%d %H:%M}" if job.not_before else ""
    print(f"{bold(job.uri)}  {state}{tries}{again}")
    if job.reason:
        print(f"  {job.reason}")
