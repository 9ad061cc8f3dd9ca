"""What of a passage is put to the model, and what it weighs."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stages import store_text
from tsuzuri.core.ports import Backend
from tsuzuri.extract.sift import Sieve, work_of


def asked(backend: Backend) -> list[list[str]]:
    found = Sieve(backend).sift(backend.catalog.pending(99)).asked
    return [[span.of(one.passage.text) for span in one.sentences] for one in found]


def test_sentences_that_can_state_a_fact_are_asked_about(backend: Backend) -> None:
    store_text(backend, "/a", ["Minutes\n\nAnn came. Is it far?\n\nTo unsubscribe, write to us."])
    assert asked(backend) == [["Ann came."]]


def test_what_has_none_is_idle(backend: Backend) -> None:
    store_text(backend, "/a", ["Minutes", "All rights reserved by us."])
    found = Sieve(backend).sift(backend.catalog.pending(9))
    assert (len(found.idle), found.asked, found.same) == (2, (), ())
    assert [one.left_out for one in found.idle] == [0, 1]


def test_of_two_that_say_the_same_one_is_asked_about_and_the_other_waits(backend: Backend) -> None:
    store_text(backend, "/a", ["Ann came.", "- Ann came"])
    found = Sieve(backend).sift(backend.catalog.pending(9))
    assert [one.passage.text for one in found.asked] == ["Ann came."]
    assert (found.idle, found.same) == ((), ())


class TestWeighing:
    def test_counts_what_the_model_will_have_to_read(self, backend: Backend) -> None:
        store_text(backend, "/a", ["Ann came.", "All rights reserved by us.", "- Ann came"])
        assert Sieve(backend).weigh() == work_of("Ann came.")

    def test_is_done_once_for_each_passage(self, backend: Backend) -> None:
        store_text(backend, "/a", ["Ann came."])
        told: list[int] = []
        Sieve(backend).weigh(on_weighed=told.append)
        Sieve(backend).weigh(on_weighed=told.append)
        store_text(backend, "/b", ["Ben came.", "Cleo came."])
        Sieve(backend).weigh(on_weighed=told.append)
        assert told == [1, 2]

    def test_is_of_what_lies_under_a_path(self, backend: Backend) -> None:
        store_text(backend, "/a", ["Ann came."])
        store_text(backend, "/b", ["Ben came over."])
        assert Sieve(backend).weigh(under=["/b"]) == work_of("Ben came over.")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_work_grows_with_the_text(one: str, other: str) -> None:
    assert 0 < work_of(one) <= work_of(one + other)


def test_a_kanji_weighs_more_than_a_letter() -> None:
    assert work_of("小樽市民会館") > work_of("otaruu")
