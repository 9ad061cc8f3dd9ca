"""What a fact is shown with."""

from datetime import UTC, datetime

import pytest

from tests.store.samples import passage_drafts
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId, SourceId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import Evidence, Fact, FactStatus, Passage
from tsuzuri.library.views import FactView

NOW = datetime(2025, 6, 1, tzinfo=UTC)


def view(words: str, form: ValueForm | None) -> FactView:
    (draft,) = passage_drafts([f"A is {words}"])
    passage = Passage(PassageId(1), ContentId(1), SourceId(1), "/a", "", 0, draft.span, draft.text, "", "", "", None)
    fact = Fact(
        id=FactId(1),
        subject_id=EntityId(1),
        subject_name="A",
        relation="is",
        object_id=None,
        object_name=words,
        valid=UNDATED,
        held=UNDATED,
        said=None,
        learnt_at=NOW,
        unlearnt_at=None,
        confidence=1.0,
        status=FactStatus.CURRENT,
        evidence=1,
        form=form,
    )
    return FactView(fact, Evidence(passage.id, draft.span, Span(0, 1), Span(5, 6), None, 1.0, "rule"), passage)


@pytest.mark.parametrize(
    ("words", "form", "meaning"),
    [
        ("next Friday", ValueForm(ValueType.DATE, "2024-03-15"), "2024-03-15"),
        ("3,200円", ValueForm(ValueType.AMOUNT, "3200 JPY"), "3200 JPY"),
        ("2024", ValueForm(ValueType.DATE, "2024"), ""),
        ("Red", ValueForm(ValueType.TEXT, "red"), ""),
        ("Lumen", None, ""),
    ],
)
def test_a_value_is_told_in_its_normal_form_where_that_says_more(
    words: str, form: ValueForm | None, meaning: str
) -> None:
    assert view(words, form).meaning == meaning
    assert view(words, form).sentence == f"A is {words}"
