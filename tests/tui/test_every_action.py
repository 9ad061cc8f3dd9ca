"""Every action has a test that presses its key where it is listened to: one that has none fails here, by name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsuzuri.tui.actions import ACTIONS
from tsuzuri.tui.registry.action import Action, Target

TESTS = Path(__file__).parent
ANYWHERE = frozenset({Target.APP, Target.PLACE, Target.LIST})
FILES = {
    Target.LIBRARY: ("screens/test_library*.py", "screens/test_watch.py", "screens/test_forget.py"),
    Target.FOLDERS: ("screens/test_library*.py",),
    Target.GRAPH: ("screens/test_neighbourhood.py",),
    Target.LANES: ("screens/test_timeline.py",),
    Target.MARKS: ("widgets/test_marking_rows.py",),
    Target.MARKED: ("widgets/test_marking_rows.py",),
    Target.TREE: ("screens/test_categories.py",),
    Target.SIDES: ("screens/test_review.py",),
    Target.WELCOME: ("test_app.py", "screens/test_watch.py", "screens/test_library*.py", "widgets/test_welcome.py"),
}
"""Where the actions of those targets are tested whose file is not called after the target."""


def pressed(path: Path) -> Iterator[str]:
    """The keys that the tests of a file press: strings given to `press`, or to a helper along with the pilot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        by_pilot = isinstance(node.func, ast.Attribute) and node.func.attr == "press"
        with_pilot = any(isinstance(one, ast.Name) and one.id == "pilot" for one in node.args)
        if by_pilot or with_pilot:
            inner = (one for argument in node.args for one in ast.walk(argument))
            yield from (one.value for one in inner if isinstance(one, ast.Constant) and isinstance(one.value, str))


def files_of(target: Target) -> list[Path]:
    patterns = ("**/test_*.py",) if target in ANYWHERE else FILES.get(target, (f"screens/test_{target}*.py",))
    return [path for pattern in patterns for path in TESTS.glob(pattern)]


@pytest.mark.parametrize("action", [one for one in ACTIONS if one.keys], ids=lambda action: action.id)
def test_its_key_is_pressed_in_a_test(action: Action) -> None:
    keys = {key for path in files_of(action.target) for key in pressed(path)}
    assert keys & set(action.keys.split(",")), f"no test of {action.target} presses {action.keys}"
