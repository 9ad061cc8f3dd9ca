"""How what is left to do becomes progress."""

from tsuzuri.core.jobs import JobCounts
from tsuzuri.library.pulse import SLOT_S, SLOTS, Pulse
from tsuzuri.library.queue import Backlog


def left(
    waiting: int,
    *,
    retrying: int = 0,
    running: int = 0,
    embedding: int = 0,
    embedded: int = 0,
    model: int = 0,
    understood: int = 0,
) -> Backlog:
    return Backlog(
        False, JobCounts(waiting, retrying, running, 0, 0), embedding, embedded, model, understood, set_aside=0
    )


class Ticks:
    """A timer that goes on by a second with each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_what_was_there_and_is_left_no_more_is_done() -> None:
    pulse = Pulse(Ticks())
    pulse.at(left(10, embedding=4))
    beat = pulse.at(left(7, running=1, embedding=4))
    assert (beat.reading.done, beat.reading.total) == (2, 10)
    assert (beat.embedding.done, beat.embedding.total) == (0, 4)
    assert beat.reading.rate > 0
    assert beat.reading.eta_s is not None
    assert beat.embedding.eta_s is None


def test_what_comes_in_adds_to_the_whole() -> None:
    pulse = Pulse(Ticks())
    pulse.at(left(10))
    pulse.at(left(8))
    beat = pulse.at(left(20))
    assert (beat.reading.done, beat.reading.total) == (2, 22)


def test_files_to_be_tried_again_later_are_not_in_the_way() -> None:
    beat = Pulse(Ticks()).at(left(3, retrying=3))
    assert (beat.reading.done, beat.reading.total) == (0, 0)


def test_after_the_end_it_begins_anew() -> None:
    pulse = Pulse(Ticks())
    pulse.at(left(0, model=2, understood=7))
    assert pulse.at(left(0, understood=9)).understanding.done == 2
    beat = pulse.at(left(0, model=5))
    assert (beat.understanding.done, beat.understanding.total) == (0, 5)


def test_what_is_forgotten_unread_is_not_done() -> None:
    pulse = Pulse(Ticks())
    pulse.at(left(0, embedding=5, embedded=3, model=10, understood=4))
    beat = pulse.at(left(0, embedding=2, embedded=4, model=6, understood=4))
    assert (beat.embedding.done, beat.embedding.total) == (1, 3)
    assert (beat.understanding.done, beat.understanding.total) == (0, 6)


class Clock:
    """A timer that stands where it is put."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_got_done_lately_is_told_stretch_by_stretch() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    pulse.at(left(10, model=5))
    clock.now += SLOT_S
    pulse.at(left(8, model=5))
    clock.now += 2 * SLOT_S
    beat = pulse.at(left(7, model=4, understood=1))
    reading, embedding, understanding = beat.lately
    assert reading[-4:] == (0, 2, 0, 1)
    assert (sum(embedding), understanding[-1], len(reading)) == (0, 1, SLOTS)
    clock.now += SLOTS * SLOT_S
    assert sum(pulse.at(left(7, model=4, understood=1)).lately[0]) == 0


def test_the_pace_of_the_model_is_in_tokens_too_and_a_new_day_starts_anew() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    assert pulse.at(left(0), 5000).tokens_per_s == 0
    clock.now += 10
    assert pulse.at(left(0), 5400).tokens_per_s == 40
    clock.now += 10
    assert pulse.at(left(0), 80).tokens_per_s == 0
