import pytest

from tsuzuri.core.decoding import FactForm, Sentence
from tsuzuri.core.ontology import VALUE
from tsuzuri.extract.exposition import is_exposition, prefix
from tsuzuri.extract.wire import TYPES
from tsuzuri.models.grammar import MARK, FactLines

WALKING = (
    "Regular walking strengthens the heart and lowers blood pressure.",
    "It helps people to sleep, and nobody needs more than a pair of shoes to begin with it.",
    "Doctors like to call it the cheapest medicine that there is.",
)


@pytest.mark.parametrize(
    ("sentences", "explains"),
    [
        (WALKING, True),
        (WALKING[:1], False),
        ((*WALKING, "Yesterday I walked to the harbour with my brother."), False),
        (
            ("Ken Ito of Lumen AG met Eva Roth in Ulm, and Tom Vale wrote down what they said to each other there.",),
            False,
        ),
        (
            (
                "歩くことは心臓を強くし、血圧を下げる。よく眠れるようにもなるし、靴のほかには何も要らないから、誰にでもすぐ始められる。",
            ),
            False,
        ),
        ((), False),
    ],
)
def test_english_prose_without_names_or_an_i_explains_something(sentences: tuple[str, ...], explains: bool) -> None:
    assert is_exposition(sentences) is explains


def test_every_example_is_one_that_the_model_could_write() -> None:
    system, shown = prefix()
    assert (system.own, shown.own, shown.open) == (True, True, True)
    known: dict[str, None] = {}
    for one in shown.text.removeprefix(f"{MARK} ").split(f"\n{MARK} "):
        sentence, _, lines = one.rstrip("\n").partition("\n")
        automaton = FactLines(Sentence(sentence), FactForm(TYPES, VALUE), tuple(known))
        state = automaton.feed(automaton.start(), f"{lines}\n{MARK}".encode() if lines else MARK.encode())
        assert state is not None, sentence
        known |= {fact.subject.decode(): None for fact in state.facts}
