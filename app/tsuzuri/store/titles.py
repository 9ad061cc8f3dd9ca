"""The title that a document has from the name of its file, where it does not tell its own."""

from pathlib import PurePath

from tsuzuri.text.normalise import display


def named_after(uri: str) -> str:
    """The file's name without folder and suffix, as readers make it a title: on one line, as it is shown."""
    return " ".join(display(PurePath(uri).stem).split())
