"""Each set from its lines to its figures, with a stand-in for the model and invented lines."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.eval.runs import SETS, Options, Result
from tests.eval.workbench import Workbench
from tests.fakes import FakeChat, FakeEmbedder
from tests.stages import ONTOLOGY
from tsuzuri.core.models import ChatModel

TEXT = "Mira Holt works at Bellform."
JA = "堀田美良は鈴音社で働いている。"
FACT = "1 | Mira Holt | person | works_at | Bellform | organization | -"
FACT_JA = "1 | 堀田美良 | person | works_at | 鈴音社 | organization | -"
EMPLOYER = "1 | Mira Holt | person | employer | Bellform | organization | -"

HOLT, FIRM = [0, 9], [19, 27]
ENTITIES = [{"type": "PER", "mentions": [HOLT]}, {"type": "ORG", "mentions": [FIRM]}]
DOCUMENT = {"title": "Holt", "text": "Mira Holt works at Bellform .\n", "entities": ENTITIES}
DOCUMENT_JA = {
    "title": "堀田",
    "text": f"{JA}\n",
    "entities": [{"type": "PER", "mentions": [[0, 4]]}, {"type": "ORG", "mentions": [[5, 8]]}],
}
# Sets of texts that a model reads; dyknow is none, and has tests of its own.
LINES: Mapping[str, dict[str, Any]] = {
    "knowledgenet": {
        "doc": "1",
        "start": 0,
        "text": TEXT,
        "annotated": ["EMPLOYEE_OR_MEMBER_OF"],
        "facts": [["EMPLOYEE_OR_MEMBER_OF", HOLT, FIRM, "Q1", None]],
    },
    "redocred": {**DOCUMENT, "relations": [[0, "P108", 1]]},
    "jacred": {**DOCUMENT_JA, "relations": [[0, "P108", 1]]},
    "ner_wikipedia_ja": {"text": JA, "entities": [[0, 4, "人名"], [5, 8, "法人名"]]},
    "mine": {"i": 0, "topic": "Holt", "text": TEXT, "facts": ["Mira Holt works at Bellform."]},
    "text2kgbench": {"id": "1", "onto": "work", "sent": TEXT, "triples": [["Mira Holt", "employer", "Bellform"]]},
}
ONTOLOGIES = {
    "work": {
        "concepts": [{"qid": "Q5", "label": "human"}, {"qid": "Q6", "label": "company"}],
        "relations": [{"pid": "P108", "label": "employer", "domain": "Q5", "range": "Q6"}],
    }
}
ANSWERS = {"jacred": FACT_JA, "ner_wikipedia_ja": FACT_JA, "text2kgbench": EMPLOYER}
HEADLINE = {"mine": "coverage"}


def run(name: str, folder: Path, chat: ChatModel | None, *, misses: bool = False) -> Result:
    file = folder / SETS[name].file
    file.parent.mkdir()
    file.write_text(json.dumps(LINES[name], ensure_ascii=False) + "\n", encoding="utf-8")
    if name == "text2kgbench":
        (file.parent / "wikidata_tekgen_ontologies.json").write_text(json.dumps(ONTOLOGIES), encoding="utf-8")
    return SETS[name].run(Options(folder, None, 7, misses), Workbench(chat, FakeEmbedder(), ONTOLOGY))


@pytest.mark.parametrize("name", LINES)
def test_a_set_that_is_read_without_a_mistake_scores_full_marks(name: str, tmp_path: Path) -> None:
    result = run(name, tmp_path, FakeChat(lambda _: ANSWERS.get(name, FACT)))
    assert result.n == 1
    assert result.metrics[HEADLINE.get(name, "F1")] == 1.0


@pytest.mark.parametrize("name", LINES)
def test_a_set_of_which_nothing_is_read_scores_none(name: str, tmp_path: Path) -> None:
    result = run(name, tmp_path, FakeChat(lambda _: ""))
    assert result.metrics[HEADLINE.get(name, "R")] == 0.0


@pytest.mark.parametrize("name", [name for name in LINES if not SETS[name].needs_model])
def test_without_a_model_the_identity_of_the_marked_names_is_measured(name: str, tmp_path: Path) -> None:
    assert run(name, tmp_path, None).metrics.keys() == {"identity.P", "identity.R", "identity.F1"}


@pytest.mark.parametrize("name", LINES)
def test_what_became_of_each_item_is_told_on_demand(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unfounded = f"{FACT}\n1 | Mira Holt | person | works_at | Nowhere | organization | -"
    run(name, tmp_path, FakeChat(lambda _: unfounded), misses=True)
    told = capsys.readouterr().out
    assert LINES[name].get("text", TEXT).split()[0] in told
    assert "gold:" in told
    assert "| Nowhere | organization | -   <- " in told
