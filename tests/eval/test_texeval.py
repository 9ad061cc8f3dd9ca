"""Edges of a taxonomy, from names and meaning."""

from pathlib import Path

from tests.eval import texeval
from tests.eval.runs import SETS, Options
from tests.eval.workbench import Workbench
from tests.fakes import FakeEmbedder
from tests.stages import ONTOLOGY

LINES = "0\tgreen tea\ttea\n1\tblack tea\ttea\n2\ttea\tdrink\n"


def test_a_taxonomy_is_read_from_lines() -> None:
    found = texeval.parse("drinks", LINES)
    assert found.terms == ("black tea", "drink", "green tea", "tea")
    assert ("tea", "drink") in found.edges


def test_edges_follow_the_heads_of_names() -> None:
    assert texeval.built(("black tea", "green tea", "hammer", "tea"), FakeEmbedder()) == {
        ("black tea", "tea"),
        ("green tea", "tea"),
    }


def test_the_set_is_scored_over_all_its_fields(tmp_path: Path) -> None:
    (tmp_path / "texeval").mkdir()
    (tmp_path / "texeval" / "drinks.taxo").write_text(LINES, encoding="utf-8")
    (tmp_path / "texeval" / "tools.taxo").write_text("0\tclaw hammer\thammer\n", encoding="utf-8")
    result = SETS["texeval"].run(Options(tmp_path, None, 7, False), Workbench(None, FakeEmbedder(), ONTOLOGY))
    assert result.n == 2
    assert result.metrics["P"] == 1.0
    assert result.metrics["R"] == 0.75
    assert result.metrics["tools.F1"] == 1.0
