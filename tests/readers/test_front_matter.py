from datetime import UTC, datetime

import pytest

from tsuzuri.core.document import Said, SaidKind
from tsuzuri.readers.front_matter import split_front_matter


def test_front_matter_is_taken_off() -> None:
    matter = split_front_matter(
        "---\ntitle: Weekly\ndate: 2024-03-05\ntags: [work, '#plan']\naliases:\n  - WR\n"
        "role: no\nnested: {a: b}\n---\nBody"
    )
    assert matter.body == "Body"
    assert matter.title == "Weekly"
    assert matter.said == Said(datetime(2024, 3, 5, tzinfo=UTC), SaidKind.FRONT_MATTER)
    assert matter.tags == ("work", "plan")
    assert matter.rows == (
        ("date", ("2024-03-05",)),
        ("tags", ("work", "plan")),
        ("aliases", ("WR",)),
        ("role", ("no",)),
    )


def test_a_date_that_does_not_exist_is_a_property() -> None:
    matter = split_front_matter("---\ndate: 2026-02-30\n---\n")
    assert matter.said is None
    assert matter.rows == (("date", ("2026-02-30",)),)


@pytest.mark.parametrize(
    "text",
    [
        "no front matter",
        "---\nunclosed: yes\n",
        "---\n: [broken\n---\nBody",
        "---\njust words\n---\nBody",
        "---\na: !!python/object/apply:os.system [x]\nb: [\n---\n",
        pytest.param("---\n" + "[" * 1500 + "\n---\n", id="nested too deeply"),
    ],
)
def test_broken_front_matter_is_ordinary_text(text: str) -> None:
    assert split_front_matter(text).body == text


def test_empty_front_matter_is_no_text() -> None:
    assert split_front_matter("---\na:\n---\nBody").body == "Body"


def test_tags_of_yaml_build_no_objects() -> None:
    matter = split_front_matter("---\na: !!python/object/apply:os.getcwd []\nb: x\n---\n")
    assert matter.rows == (("b", ("x",)),)


def test_a_link_without_quotation_marks_is_a_link() -> None:
    assert split_front_matter("---\nemployer: [[Lumen AG]]\n---\n").rows == (("employer", ("[[Lumen AG]]",)),)
