import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tsuzuri.ingest.ignore import Ignoring
from tsuzuri.ingest.scan import Found, walk

CACHE_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# made by a compiler\n"


def write(path: Path, text: str = "text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def reason(root: Path, name: str, is_dir: bool = False) -> str:
    return Ignoring(root).reason(root / name, is_dir)


def taken(root: Path) -> list[str]:
    found = walk(root, Ignoring(root))
    return [one.path.relative_to(root).as_posix() for one in found if isinstance(one, Found)]


class TestNames:
    @pytest.mark.parametrize(
        ("why", "names"),
        [
            ("hidden", ".env .git .DS_Store .~lock.letter.odt# .#note.md .note.md.swp .syncthing.a.md.tmp .stversions"),
            ("a lock file", "~$letter.docx poetry.lock"),
            ("a temporary file", "a.tmp a.TMP note.md~ #note.md# note.swp 4913 ~WRL0001.tmp a.md___jb_tmp___"),
            ("a partial download", "a.part a.pdf.crdownload a.pdf.download a.opdownload"),
            ("the system's own", "desktop.ini Desktop.ini Thumbs.db $RECYCLE.BIN @eaDir"),
            ("a program's own", "node_modules __pycache__"),
            ("a sync tool's copy of a conflict", "plan.sync-conflict-20260304-101500-ABCDEFG.md"),
        ],
    )
    def test_of_no_documents(self, tmp_path: Path, why: str, names: str) -> None:
        assert {name: reason(tmp_path, name) for name in names.split()} == dict.fromkeys(names.split(), why)

    def test_of_a_conflicted_copy(self, tmp_path: Path) -> None:
        name = "plan (Hana's conflicted copy 2026-03-04).md"
        assert reason(tmp_path, name) == "a sync tool's copy of a conflict"

    @pytest.mark.parametrize(
        "name",
        ["note.md", "~.md", "4913.md", "a.partly", "#1 plan.md", "10月の計画.md", "tmp", "C#", "swap.md", "lock"],
    )
    def test_of_documents(self, tmp_path: Path, name: str) -> None:
        assert reason(tmp_path, name) == ""

    def test_a_folder_may_have_the_name_of_a_file_of_vim(self, tmp_path: Path) -> None:
        assert reason(tmp_path, "4913/note.md") == ""

    def test_what_lies_in_a_folder_goes_with_it(self, tmp_path: Path) -> None:
        assert reason(tmp_path, "site/node_modules/a/readme.md") == "a program's own"

    def test_only_what_lies_below_can_be_asked_for(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="not in the subpath"):
            Ignoring(tmp_path / "a").reason(tmp_path / "b.md", False)

    def test_the_root_is_always_taken(self, tmp_path: Path) -> None:
        root = tmp_path / ".notes"
        write(root / "CACHEDIR.TAG", CACHE_TAG)
        assert Ignoring(root).reason(root, True) == ""
        assert reason(root, "a.md") == ""


class TestFolders:
    def test_of_a_virtual_environment(self, tmp_path: Path) -> None:
        write(tmp_path / "venv" / "pyvenv.cfg")
        assert reason(tmp_path, "venv", is_dir=True) == "a program's own"
        assert reason(tmp_path, "venv/lib/a.md") == "a program's own"
        assert reason(tmp_path, "venv.md") == ""

    def test_that_are_tagged_as_a_cache(self, tmp_path: Path) -> None:
        write(tmp_path / "target" / "CACHEDIR.TAG", CACHE_TAG)
        write(tmp_path / "notes" / "CACHEDIR.TAG", "a note on tags")
        assert reason(tmp_path, "target/doc/a.md") == "a cache"
        assert reason(tmp_path, "notes/a.md") == ""

    def test_of_our_own_are_known_through_links(self, tmp_path: Path) -> None:
        root, data = tmp_path / "root", tmp_path / "root" / "app" / "data"
        data.mkdir(parents=True)
        (tmp_path / "link").symlink_to(root)
        ignoring = Ignoring(tmp_path / "link", own=(data, tmp_path / "elsewhere"))
        assert ignoring.reason(tmp_path / "link" / "app" / "data" / "library.db", False) == "Tsuzuri's own"
        assert ignoring.reason(tmp_path / "link" / "app" / "a.md", False) == ""

    def test_within_our_own_are_ours(self, tmp_path: Path) -> None:
        write(tmp_path / "data" / "watched" / "a.md")
        ignoring = Ignoring(tmp_path / "data" / "watched", own=(tmp_path / "data",))
        assert ignoring.reason(ignoring.root / "a.md", False) == "Tsuzuri's own"
        assert list(walk(ignoring.root, ignoring)) == []


class TestRuleFiles:
    def test_hold_for_all_below(self, tmp_path: Path) -> None:
        write(tmp_path / ".gitignore", "*.log\nbuild/\n")
        assert reason(tmp_path, "a/b/c.log") == "by .gitignore"
        assert reason(tmp_path, "a/build/c.md") == "by .gitignore"
        assert reason(tmp_path, "a/build") == ""

    def test_deeper_ones_win(self, tmp_path: Path) -> None:
        write(tmp_path / ".gitignore", "*.log")
        write(tmp_path / "a" / ".gitignore", "!kept.log")
        assert reason(tmp_path, "a/b/kept.log") == ""
        assert reason(tmp_path, "b/kept.log") == "by .gitignore"

    def test_a_folder_passed_over_takes_all_with_it(self, tmp_path: Path) -> None:
        write(tmp_path / ".gitignore", "build/\n!build/a.md")
        assert reason(tmp_path, "build/a.md") == "by .gitignore"

    def test_of_ours_are_stronger(self, tmp_path: Path) -> None:
        write(tmp_path / "a" / ".gitignore", "*.pdf\n!*.md")
        write(tmp_path / ".tsuzuriignore", "!*.pdf\ndraft.md")
        assert reason(tmp_path, "a/b.pdf") == ""
        assert reason(tmp_path, "a/draft.md") == "by .tsuzuriignore"

    def test_do_not_bring_back_what_is_never_a_document(self, tmp_path: Path) -> None:
        write(tmp_path / ".tsuzuriignore", "!*")
        assert reason(tmp_path, ".git/config") == "hidden"

    def test_of_a_repository_hold_for_it_alone(self, tmp_path: Path) -> None:
        write(tmp_path / "repo" / ".git" / "info" / "exclude", "secret.md")
        assert reason(tmp_path, "repo/a/secret.md") == "by .git/info/exclude"
        assert reason(tmp_path, "secret.md") == ""

    def test_above_a_repository_end_at_it_but_ours_do_not(self, tmp_path: Path) -> None:
        write(tmp_path / ".gitignore", "*.log\nout/")
        write(tmp_path / ".tsuzuriignore", "draft.md")
        (tmp_path / "repo" / ".git").mkdir(parents=True)
        (tmp_path / "out" / ".git").mkdir(parents=True)
        assert reason(tmp_path, "repo/a.log") == ""
        assert reason(tmp_path, "repo/draft.md") == "by .tsuzuriignore"
        assert reason(tmp_path, "out/a.md") == "by .gitignore"

    def test_are_read_again_when_they_change(self, tmp_path: Path) -> None:
        ignoring = Ignoring(tmp_path)
        rules = write(tmp_path / ".gitignore", "a.md")
        assert ignoring.reason(tmp_path / "a.md", False) == "by .gitignore"
        write(rules, "another.md")
        assert ignoring.reason(tmp_path / "a.md", False) == ""
        rules.unlink()
        assert ignoring.reason(tmp_path / "another.md", False) == ""

    def test_that_are_folders_have_no_rules(self, tmp_path: Path) -> None:
        (tmp_path / ".gitignore").mkdir()
        assert reason(tmp_path, "a.md") == ""


NAMES = ("a", "b", "ab", "a.md", "b.txt", "猫.md", "x y.md")
PATHS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)
WILD = ("*", "a*", "*.md", "?", "[ab]", "[!a]", "*b", "**", "猫*")
RULES = st.builds(
    lambda no, top, parts, last: no + top + "/".join(parts) + last,
    st.sampled_from(("", "", "!")),
    st.sampled_from(("", "", "/", "**/")),
    st.lists(st.sampled_from(NAMES + WILD), min_size=1, max_size=3),
    st.sampled_from(("", "", "/", "/**", "/*", " ", "\r")),
)
RULE_FILES = st.lists(RULES | st.sampled_from(("", "# a", "\\#a", "\\!a")), max_size=5).map("\n".join)
FOLDERS = st.sampled_from(("", "a/", "b/", "a/b/", "ab/a/"))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("repository")
    git(root, "init", "-q")
    return root


def git(root: Path, *words: str) -> str:
    """What git says, without anybody's own configuration."""
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "XDG_CONFIG_HOME": str(root / ".git")}
    done = subprocess.run(["git", *words], cwd=root, env={**os.environ, **alone}, capture_output=True, check=True)
    return done.stdout.decode()


def plant(root: Path, files: list[str], rules: dict[str, str], exclude: str) -> None:
    """Make the repository hold just these; a file whose place a folder has, or the other way round, is left out."""
    for entry in root.iterdir():
        if entry.is_file():
            entry.unlink()
        elif entry.name != ".git":
            shutil.rmtree(entry)
    write(root / ".git" / "info" / "exclude", exclude)
    for folder, text in rules.items():
        write(root / folder / ".gitignore", text)
    for place in (root / file for file in files):
        if not place.exists() and not any(above.is_file() for above in place.parents):
            write(place)


@pytest.mark.skipif(sys.platform != "linux", reason="git compares names otherwise where case does not count")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    files=st.lists(PATHS, min_size=1, max_size=12),
    rules=st.dictionaries(FOLDERS, RULE_FILES, max_size=3),
    exclude=RULE_FILES,
)
def test_the_walk_takes_what_git_would(repository: Path, files: list[str], rules: dict[str, str], exclude: str) -> None:
    plant(repository, files, rules, exclude)
    listed = git(repository, "ls-files", "--others", "--cached", "--exclude-standard", "-z").split("\0")
    wanted = sorted(path for path in listed if path and not Path(path).name.startswith("."))
    assert sorted(taken(repository)) == wanted
    # One path at a time gives the same answer.
    ignoring = Ignoring(repository)
    there = [path for path in repository.rglob("*") if path.is_file() and ".git" not in path.parts]
    one_by_one = [path.relative_to(repository).as_posix() for path in there if not ignoring.reason(path, False)]
    assert sorted(one_by_one) == wanted
