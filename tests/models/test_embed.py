"""Texts become unit vectors in a process of their own, which may die, be busy, or be closed."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.models import Embedder
from tsuzuri.models.catalogue import load_catalogue
from tsuzuri.models.embed import BATCH, E5_SPACE, E5Embedder, default_threads
from tsuzuri.paths import shipped


@pytest.fixture(scope="module")
def embedder() -> Iterator[E5Embedder]:
    opened = E5Embedder(threads=1)
    yield opened
    opened.close()


def test_it_is_an_embedder(embedder: E5Embedder) -> None:
    port: Embedder = embedder
    assert port.space == E5_SPACE


def test_its_space_is_the_one_of_the_table() -> None:
    listed = load_catalogue(shipped("models.toml")).get(E5_SPACE.model)
    assert (listed.dimension, listed.query_prefix, listed.passage_prefix) == (
        E5_SPACE.dimension,
        E5_SPACE.query_prefix,
        E5_SPACE.passage_prefix,
    )
    assert "-".join(str(part) for part in (listed.runtime, "0.3.0")) == E5_SPACE.revision


def test_passages_are_rows_of_unit_length(embedder: E5Embedder) -> None:
    vectors = embedder.passages(["The meeting moved to Kyoto.", "会議は京都に移った。"])
    assert vectors.shape == (2, 384)
    assert vectors.dtype == np.float32
    assert vectors.flags.writeable
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0], abs=1e-3)


def test_a_question_is_nearest_to_its_answer_in_either_language(embedder: E5Embedder) -> None:
    passages = embedder.passages(["Mika Sample lives in Osaka.", "The invoice was paid in March.", "猫は魚が好きだ。"])
    assert int(np.argmax(passages @ embedder.query("Where does Mika live?"))) == 0
    assert int(np.argmax(passages @ embedder.query("猫の好物は何ですか"))) == 2


def test_more_than_a_batch_keeps_its_order(embedder: E5Embedder) -> None:
    texts = [f"number {n}" for n in range(BATCH + 3)]
    together = embedder.passages(texts)
    assert together.shape == (BATCH + 3, 384)
    assert np.allclose(together[BATCH + 1], embedder.passages([texts[BATCH + 1]])[0], atol=1e-4)


def test_no_texts_give_no_rows(embedder: E5Embedder) -> None:
    assert embedder.passages([]).shape == (0, 384)
    assert embedder.count_tokens([]) == ()


@pytest.mark.parametrize(
    "text", ["", " ", "\0", "a\0b", "\ud800", "\U0001f469\u200d\U0001f4bb", "か\u3099", "word " * 1200]
)
def test_odd_texts_have_vectors_too(embedder: E5Embedder, text: str) -> None:
    assert np.linalg.norm(embedder.passages([text])[0]) == pytest.approx(1.0, abs=1e-3)
    assert np.linalg.norm(embedder.query(text[:500])) == pytest.approx(1.0, abs=1e-3)


def test_what_follows_a_nul_counts(embedder: E5Embedder) -> None:
    assert np.array_equal(embedder.query("tea\0house"), embedder.query("tea house"))


def test_tokens_are_counted_as_the_model_reads_them(embedder: E5Embedder) -> None:
    empty, word, long = embedder.count_tokens(["", "tea", "tea " * 25_000])
    assert 2 < empty <= word < long
    assert long > 25_000


def test_a_question_does_not_wait_behind_passages() -> None:
    embedder = E5Embedder(threads=1)
    embedder.query("start")
    embedding = threading.Event()
    finished = threading.Event()

    def embed() -> None:
        embedding.set()
        embedder.passages(["a longer passage about many things " * 20] * BATCH)
        finished.set()

    thread = threading.Thread(target=embed)
    try:
        thread.start()
        embedding.wait()
        embedder.query("Where does Mika live?")
        assert not finished.is_set()
    finally:
        thread.join()
        embedder.close()


def test_a_process_that_dies_is_started_again(embedder: E5Embedder) -> None:
    before = embedder.query("tea")
    for pid in embedder.pids:
        os.kill(pid, signal.SIGKILL)
    assert np.array_equal(embedder.query("tea"), before)


def test_closing_ends_the_work_at_once() -> None:
    embedder = E5Embedder(threads=1)
    embedder.passages(["start"])
    raised: list[BaseException] = []
    embedding = threading.Event()

    def embed() -> None:
        embedding.set()
        try:
            embedder.passages(["a longer passage about many things " * 20] * BATCH * 20)
        except ModelUnavailable as error:
            raised.append(error)

    thread = threading.Thread(target=embed)
    thread.start()
    embedding.wait()
    embedder.close()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert "closed" in str(raised[0])
    assert embedder.pids == ()


def test_a_closed_embedder_says_so() -> None:
    embedder = E5Embedder()
    embedder.close()
    embedder.close()
    with pytest.raises(ModelUnavailable, match="closed"):
        embedder.query("tea")


def test_nothing_runs_before_it_is_needed() -> None:
    assert E5Embedder().pids == ()


def test_the_log_receives_what_the_processes_print(tmp_path: Path) -> None:
    embedder = E5Embedder(tmp_path / "logs" / "embed.log", threads=1)
    embedder.query("tea")
    embedder.close()
    assert (tmp_path / "logs" / "embed.log").exists()


@pytest.mark.parametrize(
    ("load", "logical", "physical", "threads"),
    [(0.1, 8, 4, 4), (0.1, 32, 16, 4), (0.5, 2, 2, 2), (2.0, 2, 2, 1), (9.0, 8, 4, 1), (0.0, 1, 1, 1)],
)
def test_threads_follow_the_machine(load: float, logical: int, physical: int, threads: int) -> None:
    assert default_threads(load, logical, physical) == threads
