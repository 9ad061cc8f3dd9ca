"""A file's name as a title."""

import pytest

from tsuzuri.store.titles import named_after


@pytest.mark.parametrize(
    ("uri", "title"),
    [
        ("/desk/plan.txt", "plan"),
        ("/desk/plan.v2.md", "plan.v2"),
        ("/desk/.hidden", ".hidden"),
        ("/desk/two  words.md", "two words"),
        ("/desk/か\u3099.md", "が"),
    ],
)
def test_is_on_one_line_and_without_folder_and_suffix(uri: str, title: str) -> None:
    assert named_after(uri) == title
