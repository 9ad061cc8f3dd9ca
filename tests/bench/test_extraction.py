"""What the comparison of the two ways counts."""

from tests.bench.extraction import BLOCK, Cost, CountingChat, Passages, blocks
from tests.eval.extraction import Text
from tests.fakes import FakeChat
from tsuzuri.core.decoding import DecodeRequest, FactForm, Sentence

TEXTS = tuple(Text(str(number), "x") for number in range(2 * BLOCK + 1))


def test_blocks_hold_every_text_in_order() -> None:
    assert [len(block) for block in blocks(TEXTS)] == [BLOCK, BLOCK, 1]
    assert [text for block in blocks(TEXTS) for text in block] == list(TEXTS)


def test_figures_are_per_passage_and_per_token_of_the_source() -> None:
    passages = Passages("sample", TEXTS[:4], {})
    figures = Cost(seconds=120, read=30, new=10, facts={"0": ()}).figures(passages, 20)
    assert figures["passages_per_minute"] == 2
    assert (figures["tokens_per_source_token"], figures["new_tokens_per_source_token"]) == (2, 0.5)
    assert "F1" not in figures


def test_what_a_model_reads_and_writes_is_counted() -> None:
    chat = CountingChat(FakeChat(lambda _: "END\n"))
    request = DecodeRequest((Sentence("It rained."),), FactForm(("person",), "value"))
    chat.decode((), [request, request])
    assert (chat.read, chat.new) == (20, 20)
