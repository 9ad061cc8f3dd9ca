"""Each set of questions from its lines to its figures, with a stand-in for the embedder and invented lines."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.eval import fusion
from tests.eval.runs import RETRIEVAL, SETS, Options
from tests.eval.workbench import Workbench
from tests.fakes import FakeEmbedder
from tests.stages import ONTOLOGY

Rows = Sequence[Mapping[str, Any]]

TURNS = [
    {"id": "D1:1", "speaker": "Mira", "text": "What did you paint?"},
    {"id": "D1:2", "speaker": "Otto", "text": "A harbour", "caption": "a photo of boats"},
]
ARTICLES = [{"i": 0, "title": "Bellform", "text": "It makes bells."}, {"i": 1, "title": "Otaru", "text": "A harbour."}]
JA = [{"i": 0, "title": "鈴音社", "text": "鈴を作る会社。"}, {"i": 1, "title": "小樽", "text": "港がある町。"}]
FACTS = [["堀田美良", "勤務先", ["鈴音社"]], ["鈴音社", "所在地", ["小樽"]]]
CHAT = [
    {"role": "user", "content": "I paid nine crowns for the bell.", "date": "2023/05/30 (Tue) 21:48"},
    {"role": "assistant", "content": "That is a fair price.", "date": "2023/05/30 (Tue) 21:48"},
]
TOLD = [
    {"question": "What did I pay for the bell?", "answer": "Nine crowns", "type": "user", "turns": CHAT},
    {"question": "What is my horse called?", "answer": "You did not say.", "type": "abstention", "turns": CHAT},
]
LINES: Mapping[str, tuple[Rows, Rows]] = {
    "locomo": (
        [{"id": "c", "sessions": [{"n": 1, "date": "1:56 pm on 8 May, 2023", "turns": TURNS}]}],
        [
            {"conv": "c", "category": 1, "question": "Which boats did Otto paint?", "evidence": ["D1:2"]},
            {"conv": "c", "category": 5, "question": "Who sang?", "evidence": []},
        ],
    ),
    "twowiki101": (
        ARTICLES,
        [{"question": "Who makes bells?", "gold_titles": ["Bellform"], "multihop": True}],
    ),
    "hotpot100": (ARTICLES, [{"question": "Who makes bells?", "gold": [0]}]),
    "jsquad": (JA, [{"question": "鈴を作るのは？", "ctx": 0}]),
    "niilc": (
        [{"question": "港はどこにある？", "evidence": "港は小樽にある。"}, {"question": "何？", "evidence": ""}],
        [{"question": "港はどこにある？", "evidence": "港は小樽にある。"}, {"question": "何？", "evidence": ""}],
    ),
    "longmemeval": (TOLD, TOLD),
    "jemhopqa": (
        [{"question": "堀田美良の勤務先はどこにある？", "type": "compositional", "derivations": FACTS}],
        [{"question": "堀田美良の勤務先はどこにある？", "type": "compositional", "derivations": FACTS}],
    ),
}


def write(folder: Path, name: str) -> None:
    one = RETRIEVAL[name]
    for file, rows in zip((one.passages, one.questions), LINES[name], strict=True):
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def bench() -> Workbench:
    return Workbench(None, FakeEmbedder(), ONTOLOGY)


@pytest.mark.parametrize("name", RETRIEVAL)
def test_what_answers_a_question_is_found(name: str, tmp_path: Path) -> None:
    write(tmp_path, name)
    result = SETS[name].run(Options(tmp_path, None, 7, False), bench())
    assert result.n == 1
    own = {figure: value for figure, value in result.metrics.items() if not figure.startswith("semantic.")}
    assert set(own.values()) == {1.0}
    assert own.keys() >= set(RETRIEVAL[name].figures)


def test_the_figures_of_a_group_stand_beside_those_of_all(tmp_path: Path) -> None:
    write(tmp_path, "locomo")
    metrics = SETS["locomo"].run(Options(tmp_path, None, 7, False), bench()).metrics
    assert {"R@10", "c1.R@10", "lexical.c1.R@5"} <= metrics.keys()
    assert "c5.R@10" not in metrics


@pytest.mark.parametrize("name", ["locomo", "jemhopqa"])
def test_every_weight_of_full_text_is_measured(name: str, tmp_path: Path) -> None:
    write(tmp_path, name)
    found = dict(fusion.figures(name, tmp_path, bench()))
    assert len(found) == 2 + len(fusion.WEIGHTS) * len(fusion.DEPTHS) * 2
    assert max(found.values()) == 1.0
