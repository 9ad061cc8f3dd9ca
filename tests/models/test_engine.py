"""The engine on a scripted runtime: every form of answer, in one batch, after prefixes that are read once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from tests.models.scripted import BYTES, Script, ScriptedRuntime, reciting
from tsuzuri.core.decoding import (
    Ask,
    Choice,
    Decoded,
    DecodeRequest,
    FactForm,
    Form,
    FreeText,
    Numbers,
    Response,
    Sentence,
    ShortName,
    StopReason,
    Turn,
    YesNo,
)
from tsuzuri.models.engine import Engine, Listeners
from tsuzuri.models.pace import Pace
from tsuzuri.models.prefixes import PREFIX_SEQUENCES
from tsuzuri.models.runtime import EngineError

PREFIX = (Turn("system", "Answer."),)


def never() -> bool:
    return False


@dataclass
class Heard:
    """What a call's listener heard."""

    begun: list[int] = field(default_factory=list)
    texts: list[tuple[int, str]] = field(default_factory=list)
    results: dict[int, Decoded | Response] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)


def engine(runtime: ScriptedRuntime, *, width: int = 2, pace: Pace | None = None) -> Engine:
    return Engine(runtime, BYTES, width=width, prefix_room=500, pace=pace or Pace(1, (), 0.0, lambda: 0.0))


def answer(
    runtime: ScriptedRuntime,
    requests: Sequence[DecodeRequest | Ask],
    *,
    width: int = 2,
    cancelled: Callable[[], bool] = never,
) -> Heard:
    heard = Heard()

    def done(index: int, result: Decoded | Response) -> None:
        assert index not in heard.results
        heard.results[index] = result
        heard.order.append(index)

    hear = Listeners(heard.begun.append, lambda i, text: heard.texts.append((i, text)), done, cancelled)
    engine(runtime, width=width).answer(PREFIX, requests, hear)
    return heard


def ask(question: str, form: Form, max_tokens: int = 40) -> Ask:
    return Ask((Turn("user", question),), form, max_tokens)


def response(script: Script, form: Form, max_tokens: int = 40) -> Response:
    result = answer(ScriptedRuntime(script), [ask("Q", form, max_tokens)]).results[0]
    assert isinstance(result, Response)
    return result


class TestYesOrNo:
    def test_has_the_probability_of_yes_among_the_two(self) -> None:
        given = response(lambda _: {b"Y": 0.3, b"y": 0.15, b"N": 0.1, b"n": 0.05, b"x": 0.35}, YesNo())
        assert given.text == "yes"
        assert given.options == pytest.approx((0.75, 0.25), rel=1e-4)
        assert given.confidence == pytest.approx(0.45, rel=1e-4)
        assert given.new_tokens == 1

    def test_goes_by_both_spellings_together(self) -> None:
        given = response(lambda _: {b"Y": 0.25, b"y": 0.25, b"N": 0.4}, YesNo())
        assert given.text == "yes"

    def test_may_be_in_other_words(self) -> None:
        given = response(reciting({"Q": "いいえ"}), YesNo("はい", "いいえ"))
        assert given.text == "いいえ"
        assert sum(given.options) == pytest.approx(1.0)


class TestChoice:
    def test_ends_when_it_can_be_only_one(self) -> None:
        given = response(reciting({"Q": "Rivers"}), Choice(("Bells", "Rivers", "Roads")))
        assert given.text == "Rivers"
        assert given.new_tokens == 2

    def test_of_numbers_that_begin_alike_reads_on(self) -> None:
        options = tuple(str(number) for number in range(1, 13))
        assert response(reciting({"Q": "12"}), Choice(options)).text == "12"
        assert response(reciting({"Q": "1"}), Choice(options)).text == "1"
        assert response(reciting({"Q": "7"}), Choice(options)).new_tokens == 1

    def test_has_a_probability_for_each_option(self) -> None:
        def script(read: bytes) -> dict[bytes, float]:
            return {b"2": 0.6, b"0": 0.3} if read.endswith(b"1") else {b"1": 0.8, b"9": 0.1}

        given = response(script, Choice(("9", "10", "12")))
        assert given.text == "12"
        assert given.options == pytest.approx((0.1 / 0.82, 0.24 / 0.82, 0.48 / 0.82), rel=1e-3)
        assert given.confidence == pytest.approx(0.48, rel=1e-3)


class TestNumbers:
    FORM = Numbers((1, 3, 7, 12))

    def test_are_given_as_they_are_written(self) -> None:
        given = response(reciting({"Q": "3,7*,12"}), self.FORM)
        assert given.text == "3,7*,12"
        assert given.confidence == pytest.approx(0.9**8, rel=0.01)

    def test_may_be_none(self) -> None:
        assert response(reciting({"Q": "0"}), self.FORM).text == "0"

    def test_that_are_cut_are_whole(self) -> None:
        given = response(reciting({"Q": "3,12"}), self.FORM, max_tokens=3)
        assert given.cut
        assert given.text == "3"

    @pytest.mark.parametrize(("options", "most"), [((), 1), ((0, 1), 1), ((1, 1), 1), ((1,), 0)])
    def test_are_different_ones_from_1_up(self, options: tuple[int, ...], most: int) -> None:
        with pytest.raises(ValueError, match="from 1 up"):
            Numbers(options, most)


class TestShortName:
    def test_is_copied_up_to_its_end(self) -> None:
        given = response(reciting({"Q": "Bell making"}), ShortName())
        assert (given.text, given.stop, given.cut) == ("Bell making", StopReason.COMPLETE, False)
        assert given.confidence == pytest.approx(0.9 ** len("Bell making."), rel=1e-3)

    def test_is_no_list(self) -> None:
        given = response(reciting({"Q": "1. Bells, Rivers"}), ShortName(max_chars=20))
        assert given.text
        assert not set(given.text) & set("1.,")

    def test_ends_at_its_cap(self) -> None:
        given = response(reciting({"Q": "Bell making"}), ShortName(), max_tokens=4)
        assert (given.text, given.cut) == ("Bell", True)

    def test_of_a_script_that_there_is_none_of_is_refused(self) -> None:
        with pytest.raises(EngineError, match="no such scripts: Kitchen"):
            response(reciting({"Q": "Bell"}), ShortName(("Kitchen",)))


class TestFreeText:
    def test_is_told_as_it_comes_always_the_whole(self) -> None:
        heard = answer(ScriptedRuntime(reciting({"Q": "鐘 bell"})), [ask("Q", FreeText())])
        assert [text for _, text in heard.texts][:2] == ["鐘", "鐘 "]
        assert heard.texts[-1] == (0, "鐘 bell")

    def test_ends_before_its_stop_mark_which_is_never_told(self) -> None:
        heard = answer(ScriptedRuntime(reciting({"Q": "a bell\n\nmore"})), [ask("Q", FreeText("\n\n"))])
        result = heard.results[0]
        assert isinstance(result, Response)
        assert result.text == "a bell"
        assert {text for _, text in heard.texts} == {"a bell"[: n + 1] for n in range(6)}

    def test_does_not_run_on(self) -> None:
        given = response(lambda _: {b"a": 0.9}, FreeText(), max_tokens=7)
        assert (given.text, given.cut, given.new_tokens) == ("aaaaaaa", True, 7)


class TestBatch:
    def test_mixes_passages_and_questions_and_replaces_what_is_finished_at_once(self) -> None:
        passage = DecodeRequest((Sentence("Nothing."), Sentence("Nor this.")), FactForm(("thing",), "value"))
        script = reciting({"Nothing.": "-", "Nor this.": "-", "Name": "Bells", "Sure": "no", "Say": "a long answer"})
        requests: list[DecodeRequest | Ask] = [
            ask("Say", FreeText()),
            passage,
            ask("Sure", YesNo()),
            ask("Name", ShortName()),
        ]
        heard = answer(ScriptedRuntime(script), requests)
        assert heard.begun == [0, 1, 2, 3]
        assert heard.order == [1, 2, 3, 0]
        facts, text = heard.results[1], heard.results[0]
        assert isinstance(facts, Decoded)
        assert isinstance(text, Response)
        assert [one.lines for one in facts.answers] == [(), ()]
        assert text.text == "a long answer"

    def test_leaves_only_its_prefix_behind(self) -> None:
        runtime = ScriptedRuntime(reciting({"Q": "Bell"}))
        answer(runtime, [ask("Q", ShortName())] * 5)
        assert runtime.sequences == {0: b"Answer.\x03"}

    def test_names_what_does_not_fit(self) -> None:
        runtime = ScriptedRuntime(reciting({"Q": "Bell"}), size=700)
        heard = answer(runtime, [ask("x" * 200, ShortName()), ask("Q", ShortName())])
        assert [heard.results[i].stop for i in range(2)] == [StopReason.TOO_LONG, StopReason.COMPLETE]

    def test_reads_a_prompt_longer_than_a_batch_in_several(self) -> None:
        long = "x" * 1200 + "Q"
        heard = answer(ScriptedRuntime(reciting({"Q": "Bell"}), size=6000), [ask(long, ShortName())])
        assert heard.results[0].stop is StopReason.COMPLETE


class TestPassages:
    """Each sentence is a turn, and so is what it states; the next is shown after the answer to the one before."""

    FORM = FactForm(("person", "place"), "value")
    SENTENCES = (Sentence("It rained."), Sentence("Mika is in Ulm."), Sentence("Then she left."))
    LINE = "Mika | person | lives_in | Ulm | place"
    ANSWERS: ClassVar = {"It rained.": "-", "Mika is in Ulm.": LINE, "Then she left.": "-"}

    def read(self, max_tokens: int = 60) -> tuple[Decoded, str]:
        """The answers, and all that the model had read when it wrote the last token."""
        script = reciting(self.ANSWERS)
        seen: list[bytes] = []

        def listening(read: bytes) -> Mapping[bytes, float]:
            seen.append(read)
            return script(read)

        heard = answer(ScriptedRuntime(listening), [DecodeRequest(self.SENTENCES, self.FORM, max_tokens=max_tokens)])
        result = heard.results[0]
        assert isinstance(result, Decoded)
        return result, seen[-1].decode().replace("\x03", "/")

    def test_are_answered_sentence_by_sentence(self) -> None:
        result, read = self.read()
        assert [one.lines for one in result.answers] == [(), (self.LINE,), ()]
        assert read == f"Answer./It rained./=>/Mika is in Ulm./=>{self.LINE}/Then she left./=>"
        assert result.answers[1].line_confidence == pytest.approx((0.9 ** len(f"{self.LINE}."),), rel=1e-3)

    def test_whose_answer_is_cut_keep_its_whole_facts_and_go_on(self) -> None:
        result, read = self.read(max_tokens=5)
        assert [(one.lines, one.cut) for one in result.answers] == [((), False), ((), True), ((), False)]
        assert read.endswith("Ulm./=>Mika/Then she left./=>")


class TestCancelling:
    def test_takes_effect_before_the_next_step(self) -> None:
        runtime = ScriptedRuntime(lambda _: {b"a": 0.9})
        heard = answer(runtime, [ask("Q", FreeText())] * 4, cancelled=lambda: len(runtime.batches) == 5)
        assert len(runtime.batches) == 5
        stops = [heard.results[i].stop for i in range(4)]
        assert stops == [StopReason.CANCELLED] * 4
        first = heard.results[0]
        assert isinstance(first, Response)
        assert (first.text, first.confidence) == ("aaaa", 0.0)

    def test_ends_the_reading_of_a_prefix(self) -> None:
        runtime = ScriptedRuntime(reciting({"Q": "Bell"}))
        heard = answer(runtime, [ask("Q", ShortName())], cancelled=lambda: True)
        assert runtime.batches == []
        assert runtime.sequences == {}
        assert heard.results[0].stop is StopReason.CANCELLED


def test_a_runtime_that_failed_starts_over_with_an_empty_context() -> None:
    runtime = ScriptedRuntime(reciting({"Q": "Bell"}))
    opened = engine(runtime)
    results: list[Decoded | Response] = []
    hear = Listeners(lambda _: None, lambda _, __: None, lambda _, result: results.append(result), never)
    opened.answer(PREFIX, [ask("Q", ShortName())], hear)
    runtime.failing = True
    with pytest.raises(EngineError):
        opened.answer(PREFIX, [ask("Q", ShortName())], hear)
    assert runtime.sequences == {}
    runtime.failing = False
    opened.answer(PREFIX, [ask("Q", ShortName())], hear)
    assert results[0] == results[1]


def test_a_slow_pace_is_mended_at_work_and_the_answer_stays() -> None:
    plain = response(lambda _: {b"a": 0.9}, FreeText(), max_tokens=120)
    runtime = ScriptedRuntime(lambda _: {b"a": 0.9})
    moments = iter(range(0, 10**9, 1000))
    pace = Pace(2, (1, 2), 1e-12, lambda: float(next(moments)))
    results: list[Decoded | Response] = []
    hear = Listeners(lambda _: None, lambda _, __: None, lambda _, result: results.append(result), never)
    engine(runtime, pace=pace).answer(PREFIX, [ask("Q", FreeText(), 120)], hear)
    assert results == [plain]
    assert runtime.threads[:2] == [1, 2]
    assert pace.retuned > 0


def test_measuring_leaves_nothing_behind() -> None:
    runtime = ScriptedRuntime(lambda _: {b"a": 0.9})
    read, new = engine(runtime, width=4).measure(3, 2)
    assert read > 0
    assert new > 0
    assert runtime.threads == [3]
    assert runtime.sequences == {}
    assert {entry.sequence for batch in runtime.batches for entry in batch} <= set(range(PREFIX_SEQUENCES, 10))
