"""Titles: the one that a document has from the name of its file, and the name that a title is of what it is about."""

from pathlib import PurePath

from tsuzuri.store.folding import fold
from tsuzuri.text.normalise import display, is_cjk
from tsuzuri.text.segment import fold as fold_tokens
from tsuzuri.text.segment import pairs, runs, segment


def named_after(uri: str) -> str:
    """The file's name without folder and suffix, as readers make it a title: on one line, as it is shown."""
    return " ".join(display(PurePath(uri).stem).split())


def title_keys(name: str) -> tuple[str, ...]:
    """The folded titles that a document of that name may have, without what stands in brackets behind it."""
    folded = fold(" ".join(name.split()))
    return (folded, f"the {folded}", f"a {folded}") if folded else ()


def is_called(folded_title: str, title_key: str) -> bool:
    """Whether a folded title is that key, with nothing behind it but what begins with a bracket."""
    return folded_title == title_key or folded_title.startswith((f"{title_key} (", f"{title_key}("))


def phrase_of(name: str) -> tuple[str, ...]:
    """The index tokens that stand next to each other where a name stands; none where nothing of it is indexed."""
    parts = runs(fold_tokens(name))
    if not parts:
        return ()
    before = (token for part in parts[:-1] for token in segment(part))
    return (*before, *pairs(parts[-1])) if is_cjk(parts[-1][0]) else (*before, parts[-1])
