"""The settings as rows, what is told of each, and what can be done with it. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.tui.choices import Choice
from tsuzuri.tui.keymap import FILE_NAME, Keymap
from tsuzuri.tui.present import amount, lasting, one_line, percent, plain
from tsuzuri.tui.theme import HEADING, QUIET, TITLE, TROUBLE
from tsuzuri.tui.widgets.shapes import Column, Table

if TYPE_CHECKING:
    from tsuzuri.library.models_here import ModelView
    from tsuzuri.library.preferences import DatasetFile
    from tsuzuri.pipeline.progress import Progress

_LINE = Content("\n")
_KINDS = {"chat": "reads and answers", "embed": "compares by meaning", "rerank": "sorts hits"}
_KEYS = {
    "available": "at hand",
    "locked": "locked: open the keyring, or give the passphrase",
    "missing": "not to be found",
    "no_keyring": "not to be found: this session has no keyring",
}
_EMBEDDER = (
    "With another one, all is embedded anew in the background after the next start, and the vectors of this one go. "
    "Library tells how far that is; until it is done, a search by meaning finds what is done, and one by words all."
)


class Wish(StrEnum):
    """What can be done with a setting."""

    PULL = "pull"
    STOP = "stop"
    USE = "use"
    BENCH = "bench"
    THEME = "theme"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: a row with how it stands, on the right a head and a text, and what can be done with it."""

    key: str
    group: str
    name: str
    state: str
    head: Content
    told: Content
    wishes: tuple[Choice[Wish], ...] = ()


SETTINGS: Table[Setting] = Table(
    (
        Column("", lambda one: Content.styled(one.group, QUIET), least=8, from_width=44),
        Column("Setting", lambda one: plain(one.name), least=18, share=2),
        Column("Now", lambda one: plain(one.state), least=20, share=1),
    ),
    identity=lambda one: one.key,
)
"""How they are listed."""


def settings(
    models: "Sequence[ModelView]",
    dataset: "DatasetFile | None",
    theme: str,
    keymap: Keymap,
    at_work: Mapping[str, str],
    place: str,
) -> tuple[Setting, ...]:
    """All settings; `at_work` says of models what is being done with them, `place` where the settings file lies."""
    rows = [_of_model(model, at_work.get(model.id, "")) for model in models]
    if dataset is not None:
        rows.append(_of_dataset(dataset))
    return (*rows, _of_theme(theme, place), _of_keys(keymap))


def coming(progress: "Progress") -> str:
    """How far a download is: "412 of 1,117 MB (37%), 6.1 MB/s, 2 min left"."""
    rate = f", {progress.rate / 1e6:.1f} MB/s" if progress.rate else ""
    left = f", {lasting(progress.eta_s)} left" if progress.eta_s else ""
    share = percent(progress.done / max(progress.total, 1))
    return f"{progress.done / 1e6:,.0f} of {progress.total / 1e6:,.0f} MB ({share}){rate}{left}"


def _of_model(model: "ModelView", at_work: str) -> Setting:
    size = f"{model.bytes / 1e6:,.0f} MB" if model.bytes else "in its package"
    lines = [
        Content.styled(one_line(model.id), TITLE),
        Content.styled(f"It {_KINDS.get(model.kind, 'is a ' + model.kind)}. {_in_use(model)}", HEADING),
        *([plain(at_work, HEADING)] if at_work else []),
        Content(),
        *_fields(
            ("size", size),
            ("memory", f"about {model.memory_mb:,} MB" if model.memory_mb else ""),
            ("languages", ", ".join(model.languages)),
            ("licence", model.licence),
            ("here", "yes" if model.installed else "no"),
        ),
    ]
    if model.unusable:
        lines += [Content(), Content.styled(one_line(model.unusable), TROUBLE)]
    elif model.kind == "embed":
        lines += [Content(), Content(_EMBEDDER)]
    return Setting(model.id, "Model", model.id, at_work or _state(model), *_parted(lines), _wishes(model, at_work))


def _state(model: "ModelView") -> str:
    if model.unusable:
        return "nothing here runs it yet"
    here = "here" if model.installed else "not here"
    if model.chosen and not model.begun:
        return "in use at next start" if model.installed else "not here, next start"
    return f"{here}, in use" if model.chosen else here


def _in_use(model: "ModelView") -> str:
    match model.chosen, model.begun:
        case True, True:
            return "It is in use."
        case True, False:
            return "It is in use from the next start on."
        case False, True:
            return "It is in use until the next start."
        case _:
            return "It is not in use."


def _wishes(model: "ModelView", at_work: str) -> tuple[Choice[Wish], ...]:
    if at_work:
        return (Choice(Wish.STOP, "Stop", "What has come stays, and the next time goes on from there."),)
    wishes: list[Choice[Wish]] = []
    if model.bytes and not model.installed:
        wishes.append(Choice(Wish.PULL, "Pull", "Bring it to this machine: the only thing that uses the network."))
    if not model.chosen and not model.unusable:
        wishes.append(Choice(Wish.USE, "Use", "Choose it, from the next start on."))
    if model.kind == "chat" and model.installed:
        wishes.append(Choice(Wish.BENCH, "Measure", "Try it for some seconds and keep the fastest way to run it."))
    return tuple(wishes)


def _of_dataset(file: "DatasetFile") -> Setting:
    state = "encrypted" if file.encrypted else "in clear"
    key = _KEYS.get(file.key, file.key)
    lines = [
        Content.styled(one_line(file.name), TITLE),
        Content.styled("Encrypted." if file.encrypted else "Not encrypted: whoever has the file can read it.", HEADING),
        Content(),
        *_fields(
            ("file", str(file.path)),
            ("size", f"{file.bytes / 1e6:,.1f} MB"),
            ("key", f"{key}, from the {file.origin}" if file.key == "available" else key),
        ),
        Content(),
        Content("It is closed while this is done, in another terminal:"),
        Content.styled("    tsuzuri decrypt" if file.encrypted else "    tsuzuri encrypt", TITLE),
        *([Content.styled("    tsuzuri key rotate", TITLE)] if file.encrypted else []),
        Content.styled("    tsuzuri backup", TITLE),
    ]
    return Setting("dataset", "Library", file.name, f"{state}{f', key {key}' if file.key else ''}", *_parted(lines))


def _of_theme(theme: str, place: str) -> Setting:
    lines = [
        Content.styled("Colours", TITLE),
        Content.styled(f"{theme.capitalize()} now.", HEADING),
        Content(),
        Content("Light or dark, from now on and at the next start:"),
        Content.styled("    [interface]", TITLE),
        Content.styled(f'    theme = "{theme}"', TITLE),
        Content(),
        Content.assemble(("in ", QUIET), one_line(place)),
    ]
    other = "light" if theme == "dark" else "dark"
    wish = Choice(Wish.THEME, other.capitalize(), f"Change to {other}.")
    return Setting("theme", "Look", "Colours", theme, *_parted(lines), (wish,))


def _of_keys(keymap: Keymap) -> Setting:
    own = amount(len(keymap.keys), "key") + " of your own" if keymap.keys else "as they come"
    state = f"{own}, {amount(len(keymap.problems), 'problem')}" if keymap.problems else own
    lines = [Content.styled("Keys", TITLE), Content.styled(f"{state[:1].upper()}{state[1:]}.", HEADING)]
    lines += [plain(problem, TROUBLE) for problem in keymap.problems]
    lines += [
        Content(),
        Content(f"A file {FILE_NAME} beside config.toml gives actions other keys, from the next start on:"),
        Content.styled('    "search.open" = "ctrl+o"', TITLE),
        Content(),
        Content("All actions with their ids and keys, in another terminal:"),
        Content.styled("    tsuzuri keys", TITLE),
        *([Content()] if keymap.keys else []),
        *_fields(*sorted(keymap.keys.items())),
    ]
    return Setting("keys", "Look", "Keys", state, *_parted(lines))


def _parted(lines: Sequence[Content]) -> tuple[Content, Content]:
    """What stands before the first empty line, and what after it."""
    empty = next(number for number, line in enumerate(lines) if not line.plain)
    return _LINE.join(lines[:empty]), _LINE.join(lines[empty + 1 :])


def _fields(*fields: tuple[str, str]) -> Iterator[Content]:
    for name, value in fields:
        if value:
            yield Content.assemble((name.ljust(10) + " ", QUIET), one_line(value))
