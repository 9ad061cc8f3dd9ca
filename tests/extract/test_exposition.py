import pytest

from tests.extract.lines import writable
from tsuzuri.extract.exposition import is_exposition, prefix

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
    system, *examples = prefix()
    assert system.role == "system"
    assert all(turn.own for turn in (system, *examples))
    assert writable(examples, None) == []
