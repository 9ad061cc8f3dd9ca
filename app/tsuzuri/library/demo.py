"""The sample library: a small fictional archive that shows what Tsuzuri does, in a dataset of its own."""

from tsuzuri.library.adding import AddReport
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import DEMO, Installation
from tsuzuri.library.step import OnProgress
from tsuzuri.paths import shipped


def open_demo(installation: Installation) -> Library:
    """The demo's library. It lies in clear: what is in it came with the program."""
    return installation.open(DEMO)


def fill(library: Library, *, model: bool = True, on_progress: OnProgress | None = None) -> AddReport:
    """Take in the sample folder; a demo that was broken off goes on where it was."""
    return library.add([shipped("assets/sample")], model=model, on_progress=on_progress)
