"""Models behind an endpoint: what comes back is held to the same forms, and every failure says what is missing."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.library.worlds import NoKeyringHere, configure
from tests.models.remote.servers import Reply, Unruly, document, events, free_port, llama_server
from tsuzuri.core.decoding import (
    Ask,
    Choice,
    DecodeRequest,
    FactForm,
    FreeText,
    Numbers,
    Sentence,
    ShortName,
    StopReason,
    Turn,
    YesNo,
)
from tsuzuri.core.errors import ConfigurationError, ModelUnavailable
from tsuzuri.library.opening import Installation
from tsuzuri.models.catalogue import ModelKind, installed, load_catalogue, path_of
from tsuzuri.models.remote.chat import RemoteChat, Structured
from tsuzuri.models.remote.embed import RemoteEmbedder
from tsuzuri.models.remote.endpoint import Address, Endpoint
from tsuzuri.models.remote.gbnf import fact_grammar
from tsuzuri.paths import Paths, shipped

FORM = FactForm(("person", "organization", "place"), "value", pronouns=("she",))
QUESTION = (Turn("user", "Which?"),)


@contextmanager
def chat_on(
    *replies: Reply, structured: Structured = Structured.GRAMMAR, slots: int = 4, token: str | None = None
) -> Iterator[tuple[RemoteChat, Unruly, list[float]]]:
    unruly, waits = Unruly(list(replies)), list[float]()
    with unruly.running() as url:
        endpoint = Endpoint(Address(url, "big", slots, 5.0, token), sleep=waits.append)
        chat = RemoteChat(endpoint, structured)
        yield chat, unruly, waits
        chat.close()


def facts(chat: RemoteChat, *texts: str) -> tuple[tuple[str, ...], ...]:
    (decoded,) = chat.decode((), [DecodeRequest(tuple(map(Sentence, texts)), FORM)])
    assert decoded.stop is StopReason.COMPLETE
    return tuple(answer.lines for answer in decoded.answers)


GOOD = "Ken Ito | person | lives_in | Oslo | place"


class TestFactLines:
    def test_that_hold_are_kept(self) -> None:
        with chat_on(events(GOOD[:10], GOOD[10:])) as (chat, unruly, _):
            assert facts(chat, "Ken Ito lives in Oslo.") == ((GOOD,),)
            assert "grammar" in unruly.asked[0]
            assert chat.name == "big@127.0.0.1"

    @pytest.mark.parametrize(
        "line",
        [
            "Ken Ito | person | lives_in | Rome | place",
            "Ken Ito | person | lives_in | Ken | person",
            "Ken Ito | wizard | lives_in | Oslo | place",
            "Ken | person | LIVES IN | Oslo | place",
            "Ken Ito lives in Oslo",
            "\x00",
            "",
            "-",
        ],
    )
    def test_that_do_not_hold_are_left_out_and_the_others_stay(self, line: str) -> None:
        with chat_on(events(f"{line}\n{GOOD}\n{line}")) as (chat, _, _):
            assert facts(chat, "Ken Ito lives in Oslo.") == ((GOOD,),)

    def test_come_as_json_where_the_server_knows_no_grammars(self) -> None:
        answer = events(json.dumps({"lines": [GOOD, 3, "nonsense"]}))
        with chat_on(answer, structured=Structured.JSON_SCHEMA) as (chat, unruly, _):
            assert facts(chat, "Ken Ito lives in Oslo.") == ((GOOD,),)
            assert unruly.asked[0]["response_format"]["type"] == "json_schema"
        for garbage in ("", "{", "[]", '{"lines": "x"}', "[" * 5_000):
            with chat_on(events(garbage), structured=Structured.JSON_SCHEMA) as (chat, _, _):
                assert facts(chat, "Ken Ito lives in Oslo.") == ((),)

    def test_of_a_passage_are_turns_of_one_chat(self) -> None:
        with chat_on(events(GOOD), events("-")) as (chat, unruly, _):
            assert facts(chat, "Ken Ito lives in Oslo.", "It rained.") == ((GOOD,), ())
            assert [turn["content"] for turn in unruly.asked[1]["messages"]] == [
                "Ken Ito lives in Oslo.",
                GOOD,
                "It rained.",
            ]


class TestAnAnswer:
    @pytest.mark.parametrize(
        ("form", "said", "text"),
        [
            (Choice(("red", "blue")), "blue", "blue"),
            (YesNo(), "Yes", "yes"),
            (Numbers((1, 2, 30)), "2,30*", "2,30*"),
            (ShortName(), "Kiln keys", "Kiln keys"),
            (FreeText("END"), "Some text. END and more", "Some text. "),
        ],
    )
    def test_that_holds_is_given(self, form: Choice, said: str, text: str) -> None:
        with chat_on(events(said)) as (chat, _, _):
            (response,) = chat.ask((), [Ask(QUESTION, form)])
            assert (response.text, response.stop) == (text, StopReason.COMPLETE)

    @pytest.mark.parametrize(
        ("form", "said"),
        [
            (Choice(("red", "blue")), "green"),
            (YesNo(), "perhaps"),
            (Numbers((1, 2)), "3"),
            (Numbers((1, 2)), "1,1"),
            (ShortName(), "a, b; c"),
        ],
    )
    def test_that_does_not_hold_is_asked_for_again_and_then_given_up(self, form: Choice, said: str) -> None:
        with chat_on(events(said)) as (chat, unruly, _):
            (response,) = chat.ask((), [Ask(QUESTION, form)])
            assert (response.text, response.stop, len(unruly.asked)) == ("", StopReason.CRASHED, 2)

    def test_of_which_no_probability_is_told_leans_no_way(self) -> None:
        with chat_on(events("yes")) as (chat, _, _):
            (response,) = chat.ask((), [Ask(QUESTION, YesNo())])
            assert (response.text, response.options) == ("yes", (0.5, 0.5))

    def test_has_the_probabilities_that_the_server_tells(self) -> None:
        rivals = [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.4}]
        told = {"logprobs": {"content": [{"token": "Yes", "logprob": -0.1, "top_logprobs": rivals}]}}
        with chat_on(events("Yes", **told)) as (chat, _, _):
            (response,) = chat.ask((), [Ask(QUESTION, YesNo())])
            assert response.options[0] == pytest.approx(0.92, abs=0.02)

    def test_streams_a_free_text(self) -> None:
        heard: list[str] = []
        with chat_on(events("One ", "two.")) as (chat, _, _):
            chat.ask((), [Ask(QUESTION, FreeText())], on_text=lambda _, text: heard.append(text))
        assert heard == ["One ", "One two."]

    def test_can_be_stopped(self) -> None:
        begun, go = threading.Event(), threading.Event()

        def hang() -> Reply:
            begun.set()
            go.wait(10)
            return events("too late")

        with chat_on(hang) as (chat, _, _):  # type: ignore[arg-type]

            def stop() -> None:
                begun.wait(10)
                chat.cancel()
                go.set()

            stopper = threading.Thread(target=stop)
            stopper.start()
            (response,) = chat.ask((), [Ask(QUESTION, FreeText())])
            stopper.join()
            assert (response.text, response.stop) == ("", StopReason.CANCELLED)


class TestTheEndpoint:
    def test_is_asked_as_often_at_a_time_as_it_has_slots(self) -> None:
        def slow() -> Reply:
            threading.Event().wait(0.05)
            return events("yes")

        with chat_on(slow, slots=3) as (chat, unruly, _):  # type: ignore[arg-type]
            done: list[int] = []
            chat.ask((), [Ask(QUESTION, YesNo())] * 9, on_done=lambda index, _: done.append(index))
            assert unruly.most_at_once <= 3
            assert sorted(done) == list(range(9))

    def test_is_given_its_token(self) -> None:
        with chat_on(events("yes"), token="s3cret") as (chat, unruly, _):
            chat.ask((), [Ask(QUESTION, YesNo())])
            assert unruly.headers[0]["authorization"] == "Bearer s3cret"

    @pytest.mark.parametrize("status", [429, 503])
    def test_that_is_busy_is_asked_again_when_it_says(self, status: int) -> None:
        busy: Reply = (status, {"retry-after": "7"}, b"")
        with chat_on(busy, busy, events("yes")) as (chat, _, waits):
            (response,) = chat.ask((), [Ask(QUESTION, YesNo())])
            assert (response.text, waits) == ("yes", [7.0, 7.0])

    @pytest.mark.parametrize(
        ("reply", "complaint"),
        [
            ((500, {}, b"out of memory"), "status 500: out of memory"),
            ((401, {}, b"no"), "status 401"),
            ((429, {}, b"later"), "status 429"),
            ((200, {}, b"data: {broken\n\n"), "else than JSON"),
            ((200, {}, b'data: {"error": {"message": "no such model"}}\n\n'), "no such model"),
        ],
    )
    def test_that_fails_says_why(self, reply: Reply, complaint: str) -> None:
        with chat_on(reply) as (chat, _, _), pytest.raises(ModelUnavailable, match=complaint) as told:
            chat.ask((), [Ask(QUESTION, YesNo())])
        assert "127.0.0.1" in told.value.message
        assert told.value.hint

    def test_that_is_not_there_says_so(self) -> None:
        endpoint = Endpoint(Address(f"http://127.0.0.1:{free_port()}/v1", "big", 1, 2.0))
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            RemoteChat(endpoint, Structured.GRAMMAR).ask((), [Ask(QUESTION, YesNo())])

    def test_that_tells_half_an_answer_gives_what_came(self) -> None:
        half: Reply = (200, {}, b'data: {"choices": [{"delta": {"content": "yes"}}]}\n\ndata: {"choices": []}\n\n')
        with chat_on(half) as (chat, _, _):
            assert chat.ask((), [Ask(QUESTION, YesNo())])[0].text == "yes"


class TestAnEmbedder:
    @contextmanager
    def embedder(self, *replies: Reply) -> Iterator[tuple[RemoteEmbedder, Unruly]]:
        unruly = Unruly(list(replies))
        with unruly.running() as url:
            yield RemoteEmbedder(Endpoint(Address(url, "e5", 1, 5.0)), 2, "query: ", "passage: "), unruly

    def test_gives_unit_vectors_in_the_order_asked(self) -> None:
        rows = [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 4]}]
        with self.embedder(document(data=rows)) as (embedder, unruly):
            vectors = embedder.passages(["one", "two"])
            assert np.allclose(vectors, [[0.6, 0.8], [0.0, 1.0]])
            assert unruly.asked[0]["input"] == ["passage: one", "passage: two"]
        assert embedder.space.model == "e5@127.0.0.1"

    @pytest.mark.parametrize(
        "rows",
        [None, [], [{"index": 0, "embedding": [1, 2, 3]}], [{"index": 0, "embedding": [0, 0]}], [{"x": 1}], "no", [3],
         [{"index": 0, "embedding": [float("nan"), 1]}]],
    )  # fmt: skip
    def test_that_gives_something_else_is_refused(self, rows: object) -> None:
        with self.embedder(document(data=rows)) as (embedder, _), pytest.raises(ModelUnavailable, match="shape"):
            embedder.query("one")

    def test_counts_tokens_rather_too_high(self) -> None:
        with self.embedder(document()) as (embedder, _):
            assert embedder.count_tokens(["abc def", "綴り", ""]) == (4, 4, 2)


class TestASettingsFile:
    def models(self, home: Path, text: str) -> None:
        configure(home, text)
        Installation(Paths.default({"TSUZURI_HOME": str(home)}), {}, keyring=NoKeyringHere()).models()

    def test_has_to_name_the_host_twice(self, tmp_path: Path) -> None:
        text = '[chat]\nmodel = "big"\nendpoint = "http://gpu-box:8080/v1"\n'
        with pytest.raises(ConfigurationError, match=r"gpu-box, which network\.hosts does not name"):
            self.models(tmp_path, f'{text}[embedder]\nmodel = "multilingual-e5-small-q4"\n')

    def test_of_which_the_endpoint_is_no_url_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigurationError, match="no URL"):
            self.models(tmp_path, '[embedder]\nendpoint = "gpu-box"\n')


def test_a_grammar_grows_with_the_sentence_and_not_with_its_square() -> None:
    short, long = (fact_grammar(Sentence("Ken Ito met Aya. " * n), FORM, ()) for n in (2, 20))
    assert len(long) < 12 * len(short)


class TestARealServer:
    """llama.cpp's own, on the small model of this suite."""

    @pytest.fixture(scope="class")
    def url(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
        catalogue = load_catalogue(shipped("models.toml"), Path("none"))
        model = catalogue.get("smollm2-135m-instruct-q4_1", ModelKind.CHAT)
        folder = Paths.default().models_dir
        assert installed(model, folder)
        with llama_server(path_of(model, folder), tmp_path_factory.mktemp("server") / "log") as url:
            yield url

    def test_writes_only_what_holds(self, url: str) -> None:
        chat = RemoteChat(Endpoint(Address(url, "smollm", 1, 120.0)), Structured.GRAMMAR)
        prefix = (Turn("system", "Write facts as lines: subject | type | relation | object | type. Or a dash."),)
        texts = ("Ken Ito lives in Oslo.", "葉山さんは工場を見た。")
        (decoded,) = chat.decode(prefix, [DecodeRequest(tuple(map(Sentence, texts)), FORM, max_tokens=60)])
        assert decoded.stop is StopReason.COMPLETE
        assert len(decoded.answers) == 2
        for text, answer in zip(texts, decoded.answers, strict=True):
            for line in answer.lines:
                subject, _, _, object_, _ = line.split(" | ")
                assert object_ in text
                assert subject in text or subject in texts[0]
        choice, numbers = chat.ask(
            (), [Ask(QUESTION, Choice(("red", "blue"))), Ask(QUESTION, Numbers((1, 2, 3)), max_tokens=8)]
        )
        assert choice.text in ("red", "blue")
        assert sum(choice.options) == pytest.approx(1.0)
        assert numbers.stop in (StopReason.COMPLETE, StopReason.CRASHED)
        heard: list[str] = []
        (free,) = chat.ask((), [Ask(QUESTION, FreeText(), max_tokens=8)], on_text=lambda _, text: heard.append(text))
        assert free.text
        assert heard[-1] == free.text
        chat.close()
