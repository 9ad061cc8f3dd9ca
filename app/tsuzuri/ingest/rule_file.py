"""One `.gitignore` or `.tsuzuriignore`: its rules, and what the last of them says of a path.

The syntax is git's (gitignore(5)); pathspec translates it. Its own matching lets a rule for a folder speak for all
below it. Git asks folder by folder instead, and of each file and folder only the rules that name it itself: that is
what `Rules.verdict` does, so a walk that goes from the top down comes to git's answers.
"""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tsuzuri.ingest.cloud import IN_THE_CLOUD, is_in_the_cloud

_MOST_BYTES = 1 << 16
_MOST_RULES = 1000
_MOST_WILDCARDS = 3
"""In one part of a path, and of `**` in a rule: matching costs the length of a name to this power (23 ms at 3)."""
_UNCLEAR = re.compile(r"(?<!\\)\[(?:\[|[^]]*(?:--|&&|~~|\|\|))")
"""Sets within sets, such as `[[:alpha:]]`: pathspec gives them to Python, which reads them otherwise than git."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line. `by_name`: it has no slash but a last one, so the name alone decides, in whatever folder."""

    regex: re.Pattern[str]
    ignores: bool
    by_name: bool

    def names(self, path: str, is_dir: bool) -> bool:
        """Whether it speaks of this very path, not of a folder above it."""
        # The one group that pathspec's expressions have is the slash after a folder that matched.
        found = self.regex.search(path)
        if found is not None and found.lastindex is None:
            return True
        if not is_dir:
            return False
        found = self.regex.search(path + "/")
        return found is not None and found.lastindex is not None and found.end() == len(path) + 1


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one file, last first. `problem`: why it, or a line of it, is not followed; mostly empty."""

    rules: tuple[Rule, ...]
    problem: str = ""

    def verdict(self, path: str, name: str, is_dir: bool) -> bool | None:
        """Whether a path is passed over; None if no rule names it.

        `path` is relative to the folder of the rules, with slashes; `name` is its last part.
        """
        for rule in self.rules:
            if rule.names(name if rule.by_name else path, is_dir):
                return rule.ignores
        return None


def read_small(path: Path, most: int) -> bytes | str:
    """The first bytes of a file on this disk, `most` of them; or why there are none. Links are not followed.

    Raises:
        OSError: it cannot be read.
    """
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        return "it is no file"
    if is_in_the_cloud(status):
        return IN_THE_CLOUD
    with path.open("rb") as file:
        return file.read(most)


def read_rules(path: Path) -> Rules:
    """The rules of a file. One that cannot be read or understood has none, and its `problem` says why."""
    try:
        content = read_small(path, _MOST_BYTES + 1)
    except OSError as error:
        return _broken((error.strerror or type(error).__name__).lower())
    if isinstance(content, str):
        return _broken(content)
    if len(content) > _MOST_BYTES:
        return _broken(f"it is larger than {_MOST_BYTES // 1024} KiB")
    if b"\0" in content:
        return _broken("it is not UTF-8 text")
    return parse_rules(os.fsdecode(content.removeprefix(b"\xef\xbb\xbf")))


def parse_rules(text: str) -> Rules:
    """The rules of a text. A line that cannot be followed is left out; `problem` names the first one."""
    rules: list[Rule] = []
    problem = ""
    for number, line in _lines(text):
        if len(rules) == _MOST_RULES:
            return _broken(f"it has more than {_MOST_RULES:,} rules")
        rule = _rule(line)
        if isinstance(rule, Rule):
            rules.append(rule)
        else:
            problem = problem or f"line {number} is not followed: {rule}"
    return Rules(tuple(reversed(rules)), problem)


def _broken(reason: str) -> Rules:
    return Rules((), f"its rules are not followed: {reason}")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.removesuffix("\r")
        if line.strip() and not line.startswith("#"):
            yield number, line


def _rule(line: str) -> Rule | str:
    """The rule of a line, or why there is none."""
    # Loaded here: most folders have no such file, and it costs every start 20 ms.
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    body = line.removeprefix("!").rstrip(" ")
    parts = body.split("/")
    if max(part.count("*") for part in parts) > _MOST_WILDCARDS or parts.count("**") > _MOST_WILDCARDS:
        return "it has too many wildcards"
    if _UNCLEAR.search(body):
        return "it has a set within a set"
    try:
        pattern = GitIgnoreSpecPattern(line)
    except (ValueError, re.error):
        return "it is no pattern"
    if pattern.regex is None:
        return "it names nothing"
    return Rule(pattern.regex, bool(pattern.include), "/" not in body.removesuffix("/"))
