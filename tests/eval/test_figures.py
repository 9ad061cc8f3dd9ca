"""What the figures say of counts, and the line that a program reads."""

import json

import pytest

from tests.eval.figures import Counts, Report


def test_precision_is_of_what_was_predicted_and_recall_of_what_there_was() -> None:
    counts = Counts(predicted=4, right=3, gold=6, found=2)
    assert counts.precision == 0.75
    assert counts.recall == pytest.approx(1 / 3)
    assert counts.f1 == pytest.approx(2 * 0.75 / 3 / (0.75 + 1 / 3))


def test_of_nothing_every_figure_is_zero() -> None:
    assert Counts().metrics("x.") == {"x.P": 0.0, "x.R": 0.0, "x.F1": 0.0}


def test_counts_add_up() -> None:
    assert Counts(1, 1, 2, 1) + Counts(3, 0, 1, 0) == Counts(4, 1, 3, 1)


def test_a_report_is_one_line_of_json_and_a_table() -> None:
    report = Report("birds", 3, {"P": 0.123456}, 4.56, None)
    assert json.loads(report.line()) == {
        "set": "birds",
        "n": 3,
        "metrics": {"P": 0.1235},
        "seconds": 4.6,
        "model": None,
    }
    assert report.table().splitlines() == ["birds: 3 items, no chat model, 4.6 s", "  P  0.123"]
