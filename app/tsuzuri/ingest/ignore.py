"""What below a watched folder is nobody's document, and why.

In order, the first that speaks decides: Tsuzuri's own folders; names and folders that are never documents;
`.tsuzuriignore`; `.gitignore` and `.git/info/exclude`. Of rule files of one kind the deepest wins, as in git; what is
in a folder that is passed over is passed over with it. A folder with a `.git` begins anew: as in git, the `.gitignore`
files above it do not reach into it.
"""

import os
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from tsuzuri.ingest.rule_file import Rules, read_rules, read_small

MARKERS = frozenset({".gitignore", ".tsuzuriignore", ".git", "pyvenv.cfg", "CACHEDIR.TAG"})
"""Names that, lying in a folder, say something of it."""

_OWN = "Tsuzuri's own"
_MOST_KEPT = 256
"""Rule files whose rules are remembered: more than lie on one way down."""
_CACHEDIR_SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55"
"""How a CACHEDIR.TAG begins, by the Cache Directory Tagging Specification (bford.info/cachedir)."""

_NEVER = (
    ("hidden", re.compile(r"\..+", re.DOTALL)),
    ("a lock file", re.compile(r"~\$.+|.+\.lock", re.DOTALL | re.IGNORECASE)),
    ("a temporary file", re.compile(r".+\.(?:tmp|temp|sw[a-p])|.+~|#.+#|.+___jb_(?:tmp|old)___", re.DOTALL | re.I)),
    ("a partial download", re.compile(r".+\.(?:part|partial|crdownload|download|opdownload)", re.DOTALL | re.I)),
    (
        "a sync tool's copy of a conflict",
        re.compile(r".+\.sync-conflict-\d{8}-\d{6}.*|.+\([^()]*conflicted copy[^()]*\).*", re.DOTALL | re.I),
    ),
)
_TRIAL_OF_VIM = "4913"
"""The file with which vim tries whether it may write in a folder."""
_NEVER_NAMED = {
    "desktop.ini": "the system's own",
    "thumbs.db": "the system's own",
    "ehthumbs.db": "the system's own",
    "$recycle.bin": "the system's own",
    "system volume information": "the system's own",
    "lost+found": "the system's own",
    "@eadir": "the system's own",
    "node_modules": "a program's own",
    "__pycache__": "a program's own",
}


@dataclass(frozen=True, slots=True)
class RuleFile:
    """Rules at their place.

    `name` is the file's below its folder; `start` is where paths relative to that folder begin in paths relative to
    the root.
    """

    path: Path
    name: str
    start: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with all that holds for what lies directly in it.

    `passed_over` is why it is passed over for what lies in it (a cache, a virtual environment), mostly empty. Rule
    files come deepest first; `broken` are those of this folder that are not followed, and why.
    """

    prefix: str
    passed_over: str
    own: frozenset[str]
    ours: tuple[RuleFile, ...]
    git: tuple[RuleFile, ...]
    broken: tuple[tuple[Path, str], ...]

    def reason(self, name: str, is_dir: bool) -> str:
        """Why what has that name here is passed over; empty for what is taken."""
        path = self.prefix + name
        if path in self.own:
            return _OWN
        return _never(name, is_dir) or self._ruled_out(path, name, is_dir)

    def _ruled_out(self, path: str, name: str, is_dir: bool) -> str:
        for files in (self.ours, self.git):
            for file in files:
                verdict = file.rules.verdict(path[file.start :], name, is_dir)
                if verdict is not None:
                    return f"by {file.name}" if verdict else ""
        return ""


class Ignoring:
    """Says what below a root is passed over. The root itself, which a person named, is always taken.

    Rule files above the root do not count. They are looked at each time and read again when their time or size
    changed.
    """

    def __init__(self, root: Path, own: Sequence[Path] = ()) -> None:
        """`own` are Tsuzuri's folders and files: data, cache, logs, wherever they are."""
        self.root = root
        real = Path(os.path.realpath(root))
        ours = [Path(os.path.realpath(path)) for path in own]
        self._passed_over = _OWN if any(real.is_relative_to(path) for path in ours) else ""
        self._own = frozenset(path.relative_to(real).as_posix() for path in ours if path.is_relative_to(real))
        self._kept: dict[tuple[Path, int, int], Rules] = {}

    def reason(self, path: Path, is_dir: bool) -> str:
        """Why a path below the root is passed over, itself or with a folder above it; empty for one that is taken.

        Raises:
            ValueError: the path is not below the root.
        """
        folder = self.top(markers_in(self.root))
        place = self.root
        names = path.relative_to(self.root).parts
        for depth, name in enumerate(names, 1):
            if folder.passed_over:
                break
            place = place / name
            within = depth < len(names) or is_dir
            if reason := folder.reason(name, within):
                return reason
            if within:
                folder = self.enter(folder, name, markers_in(place))
        return folder.passed_over

    def folder(self, path: Path) -> Folder:
        """A folder at or below the root, with all that holds for what lies in it.

        Raises:
            ValueError: the path is not below the root.
        """
        place = self.root
        folder = self.top(markers_in(place))
        for name in path.relative_to(self.root).parts:
            place = place / name
            folder = self.enter(folder, name, markers_in(place))
        return folder

    def top(self, markers: Set[str]) -> Folder:
        """The root. `markers` are those of `MARKERS` that lie in it."""
        return self._folder("", markers, (), (), self._passed_over)

    def enter(self, parent: Folder, name: str, markers: Set[str]) -> Folder:
        """A folder in another. `markers` are those of `MARKERS` that lie in it."""
        prefix = f"{parent.prefix}{name}/"
        git = () if ".git" in markers else parent.git
        return self._folder(prefix, markers, parent.ours, git, _for_what_lies_in_it(self.root / prefix, markers))

    def _folder(
        self,
        prefix: str,
        markers: Set[str],
        ours: tuple[RuleFile, ...],
        git: tuple[RuleFile, ...],
        passed_over: str,
    ) -> Folder:
        if ".git" in markers:
            git = (*self._rules(prefix, ".git/info/exclude"), *git)
        if ".gitignore" in markers:
            git = (*self._rules(prefix, ".gitignore"), *git)
        if ".tsuzuriignore" in markers:
            ours = (*self._rules(prefix, ".tsuzuriignore"), *ours)
        here = [file for file in (*ours, *git) if file.start == len(prefix)]
        broken = tuple((file.path, file.rules.problem) for file in here if file.rules.problem)
        return Folder(prefix, passed_over, self._own, ours, git, broken)

    def _rules(self, prefix: str, name: str) -> tuple[RuleFile, ...]:
        """The rule file of that name, or nothing if there is none."""
        path = self.root / prefix / name
        try:
            status = path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            rules = Rules((), f"its rules are not followed: {(error.strerror or type(error).__name__).lower()}")
        else:
            rules = self._remembered(path, status)
        return (RuleFile(path, name, len(prefix), rules),)

    def _remembered(self, path: Path, status: os.stat_result) -> Rules:
        """The rules of a file as it is now, read if it was not seen with this time and size."""
        key = (path, status.st_mtime_ns, status.st_size)
        rules = self._kept.get(key)
        if rules is None:
            rules = read_rules(path)
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = rules
        return rules


def _never(name: str, is_dir: bool) -> str:
    """Why something of that name is never a document, wherever it lies."""
    if name == _TRIAL_OF_VIM and not is_dir:
        return "a temporary file"
    if reason := _NEVER_NAMED.get(name.lower()):
        return reason
    return next((reason for reason, pattern in _NEVER if pattern.fullmatch(name)), "")


def _for_what_lies_in_it(folder: Path, markers: Set[str]) -> str:
    if "pyvenv.cfg" in markers:
        return "a program's own"
    if "CACHEDIR.TAG" in markers and _is_cache_tag(folder / "CACHEDIR.TAG"):
        return "a cache"
    return ""


def _is_cache_tag(path: Path) -> bool:
    try:
        return read_small(path, len(_CACHEDIR_SIGNATURE)) == _CACHEDIR_SIGNATURE
    except OSError:
        # A tag that does not show its signature is none: the specification asks for it.
        return False


def markers_in(folder: Path) -> frozenset[str]:
    """Which of `MARKERS` lie in a folder."""
    return frozenset(name for name in MARKERS if os.path.lexists(folder / name))
