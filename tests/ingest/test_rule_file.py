import os
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.ingest.rule_file import parse_rules, read_rules, read_small


def ignored(text: str, path: str, is_dir: bool = False) -> bool | None:
    return parse_rules(text).verdict(path, path.rpartition("/")[2], is_dir)


class TestAVerdict:
    @pytest.mark.parametrize(
        ("rule", "path", "is_dir"),
        [
            ("*.log", "a/b.log", False),
            ("build/", "a/build", True),
            ("/top.md", "top.md", False),
            ("a/*.md", "a/b.md", False),
            ("a/**", "a/b/c.md", False),
            ("**/c.md", "a/b/c.md", False),
            ("a/**/c.md", "a/c.md", False),
            ("*/", "a/b", True),
            ("議事録/", "議事録", True),
            ("\\#a", "#a", False),
            ("a.md\r", "a.md", False),
        ],
    )
    def test_names_the_path(self, rule: str, path: str, is_dir: bool) -> None:
        assert ignored(rule, path, is_dir) is True

    @pytest.mark.parametrize(
        ("rule", "path", "is_dir"),
        [
            ("build/", "build", False),
            ("/top.md", "a/top.md", False),
            ("a/*.md", "a/b/c.md", False),
            ("a", "a/b.md", False),
            ("a/", "a/b", True),
            ("a/**", "a", True),
            ("*/", "a/b.md", False),
        ],
    )
    def test_is_not_for_another_or_for_what_lies_below(self, rule: str, path: str, is_dir: bool) -> None:
        assert ignored(rule, path, is_dir) is None

    def test_the_last_rule_wins(self) -> None:
        assert ignored("*.md\n!a.md", "a.md") is False
        assert ignored("!a.md\n*.md", "a.md") is True


class TestALineThatCannotBeFollowed:
    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("!", "it is no pattern"),
            ("[z-a]", "it is no pattern"),
            ("a\\", "it is no pattern"),
            ("[[:alpha:]]", "it has a set within a set"),
            ("[a--z]", "it has a set within a set"),
            ("*a*b*c*d", "it has too many wildcards"),
            ("**/a/**/b/**/c/**", "it has too many wildcards"),
            ("[a", "it names nothing"),
        ],
    )
    def test_is_told_and_the_others_hold(self, line: str, why: str) -> None:
        rules = parse_rules(f"# of old\nb.md\n{line}\nc.md\n!")
        assert rules.problem == f"line 3 is not followed: {why}"
        assert len(rules.rules) == 2


class TestAFile:
    def test_may_begin_with_a_mark_of_its_encoding(self, tmp_path: Path) -> None:
        (tmp_path / "rules").write_bytes(b"\xef\xbb\xbfa.md\r\n")
        assert read_rules(tmp_path / "rules").verdict("a.md", "a.md", False) is True

    @pytest.mark.parametrize(
        ("content", "why"),
        [
            ("a.md".encode("utf-16"), "it is not UTF-8 text"),
            (b"a" * 65_537, "it is larger than 64 KiB"),
            (b"a\n" * 1_001, "it has more than 1,000 rules"),
        ],
    )
    def test_that_is_broken_has_no_rules(self, tmp_path: Path, content: bytes, why: str) -> None:
        (tmp_path / "rules").write_bytes(content)
        rules = read_rules(tmp_path / "rules")
        assert (rules.rules, rules.problem) == ((), f"its rules are not followed: {why}")

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in a folder")
    def test_that_is_none_is_not_opened(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "link").symlink_to(tmp_path / "pipe")
        assert read_small(tmp_path / "pipe", 9) == "it is no file"
        assert read_rules(tmp_path / "link").problem == "its rules are not followed: it is no file"

    def test_that_went_is_told(self, tmp_path: Path) -> None:
        assert read_rules(tmp_path / "gone").problem == "its rules are not followed: no such file or directory"


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60), st.text(min_size=1, max_size=30))
def test_any_text_has_rules_that_can_be_asked(text: str, path: str) -> None:
    assert ignored(text, path) in (True, False, None)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from("*?[]!-^&~|\\/a:. "), max_size=20).map("".join), st.booleans())
def test_any_signs_have_rules_that_can_be_asked(text: str, is_dir: bool) -> None:
    assert ignored(text, "a/-a", is_dir) in (True, False, None)


def test_no_rule_takes_long() -> None:
    began = time.process_time()
    assert ignored("*a*a*ab", "a" * 255) is None
    assert ignored("**/a/**/a/**/b", "/".join("a" * 200)) is None
    assert time.process_time() - began < 1
