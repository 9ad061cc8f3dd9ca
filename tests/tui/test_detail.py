"""What the right side says of a fact: when it held by all that is known, what came then, what speaks against it."""

from dataclasses import replace
from datetime import date

from tests.library.told import RINA, fact, told
from tsuzuri.core.document import Span
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Fact
from tsuzuri.library.views import EntityCard, FactView, Reading
from tsuzuri.tui.detail import fact_detail, line_detail
from tsuzuri.tui.drawing import CardLine, CardShape, card_lines
from tsuzuri.tui.present import is_former

LUMEN = replace(
    fact(1, "Rina Hayami | works_at | Lumen AG", date(2016, 4, 1), date(2019, 7, 1)), valid=Interval(date(2016, 4, 1))
)
OSTRA = fact(2, "Rina Hayami | works_at | 大洲造船", date(2019, 7, 1))


def head(view: FactView) -> str:
    passage = view.passage
    return fact_detail(view, Reading(passage, passage.text, Span(0, len(passage.text)))).head.plain


def line_of(one: Fact) -> CardLine:
    view = told(one)
    return CardLine(view.passage, view.evidence.statement, one)


def test_a_fact_that_was_closed_tells_what_came_then() -> None:
    assert "2016-04-01 to 2019-06-30, then 大洲造船, current" in head(told(LUMEN, closer=OSTRA))
    left = fact(3, "Rina Hayami | left | Lumen AG", date(2019, 7, 1), date(2019, 7, 2))
    assert "2016-04-01 to 2019-06-30, then left Lumen AG, " in head(told(LUMEN, closer=left))


def test_a_fact_that_was_put_right_never_held() -> None:
    wrong = fact(4, "Rina Hayami | works_at | Lumen AG", date(2019, 7, 1), date(2019, 7, 1))
    assert "never, but 大洲造船, current" in head(told(wrong, closer=OSTRA))


def test_a_fact_that_nothing_closed_tells_only_its_time() -> None:
    assert "since 2019-07-01, current" in head(told(OSTRA))
    assert "undated, current" in head(told(fact(5, "Rina Hayami | knows | Ken Ito")))


def test_a_disputed_fact_tells_by_what() -> None:
    assert "Disputed by: Rina Hayami works at 大洲造船" in head(told(LUMEN, rival=OSTRA))
    assert "Disputed" not in head(told(LUMEN))


def test_a_fact_that_was_closed_is_former_whatever_its_own_words_say() -> None:
    assert is_former(LUMEN, date(2024, 1, 1))
    assert not is_former(LUMEN, date(2018, 1, 1))
    first, _ = CardShape("Rina Hayami", date(2024, 1, 1)).lines(line_of(LUMEN), 80)
    assert first.plain.startswith("former ")
    assert first.plain.endswith("2016-04-01 to 2019-06-30")
    assert "2016-04-01 to 2019-06-30" in line_detail(line_of(LUMEN)).copied


def test_a_card_lists_what_holds_before_what_is_over() -> None:
    lines = card_lines(EntityCard(RINA, (told(LUMEN), told(OSTRA)), ()), date(2024, 1, 1))
    assert [line.fact for line in lines] == [OSTRA, LUMEN]
