"""Names in questions."""

import pytest

from tests.search.known import fill
from tsuzuri.core.ports import Backend
from tsuzuri.search.named import names_in


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Where does Rina Hayami live?", ["Rina Hayami"]),
        ("Does sora brook know RINA HAYAMI?", ["sora brook", "RINA HAYAMI"]),
        ("Alder Foundryの社員は何人ですか", ["Alder Foundry"]),
        ("高瀬 透はどこに住んでいますか", ["高瀬 透"]),
        ("京都のAlder Foundry", ["京都", "Alder Foundry"]),
        ("what's new?", []),
        ("", []),
        ("x" * 3000, []),
    ],
)
def test_recorded_names_are_found_where_they_stand(backend: Backend, question: str, names: list[str]) -> None:
    fill(backend)
    assert [name.span.of(question) for name in names_in(question, backend.graph)] == names
