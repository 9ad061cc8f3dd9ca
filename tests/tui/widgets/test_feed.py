from tests.tui.fake_library import paged
from tsuzuri.core.values import Page
from tsuzuri.tui.widgets.feed import Feed, Fetched


def take(feed: Feed[int], first: int, last: int) -> bool:
    """Do the next piece of work; whether there was one."""
    work = feed.work(first, last)
    if work is None:
        return False
    for answer in work:
        assert isinstance(answer, Fetched)
        answer.apply()
    return True


def numbers(count: int) -> Feed[int]:
    return Feed.over(lambda after, limit: paged(range(count), after, limit))


def test_only_what_is_in_sight_is_fetched() -> None:
    feed = numbers(1_000_000)
    assert take(feed, 0, 40)
    assert not take(feed, 0, 40)
    assert feed.pages.rows < 1000


def test_one_piece_of_work_is_under_way_at_a_time() -> None:
    feed = numbers(10)
    assert feed.work(0, 5) is not None
    assert feed.work(0, 5) is None


def test_the_end_is_reached_in_pieces() -> None:
    feed = numbers(20_000)
    feed.to_end = True
    pieces = 0
    while take(feed, 0, 10):
        pieces += 1
    assert feed.pages.rows == 20_000
    assert pieces > 1
    assert not feed.to_end


def test_data_that_changed_is_read_anew_from_the_start() -> None:
    items = list(range(0, 1000, 2))
    feed: Feed[int] = Feed.over(lambda after, limit: paged(items, after, limit))
    take(feed, 0, 20)
    items.insert(1, 1)
    feed.age(0)
    take(feed, 0, 20)
    assert [feed.pages.row(i) for i in range(4)] == [0, 1, 2, 4]


def test_items_at_hand_need_no_work() -> None:
    feed = Feed.of([1, 2])
    feed.age(0)
    assert feed.work(0, 10) is None


def test_a_feed_that_failed_can_be_asked_again() -> None:
    failures = [True]

    def fetch(after: str | None, limit: int) -> Page[int]:
        if failures:
            failures.clear()
            raise OSError
        return paged(range(5), after, limit)

    feed: Feed[int] = Feed.over(fetch)
    work = feed.work(0, 3)
    assert work is not None
    try:
        next(work)
    except OSError:
        feed.rest()
    assert take(feed, 0, 3)
    assert feed.pages.rows == 5
