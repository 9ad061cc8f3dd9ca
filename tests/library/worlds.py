"""Installations to test on: real folders, store and reader; models that answer at once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes import FakeChat, FakeEmbedder, SteppingClock
from tsuzuri.core.models import ChatModel
from tsuzuri.library.opening import Installation
from tsuzuri.library.stages import Models
from tsuzuri.paths import Paths
from tsuzuri.pipeline.budget import Budget
from tsuzuri.secrets.keyring import Keyring

KEY = "0123456789abcdef" * 4
OTHER_KEY = "fedcba9876543210" * 4
CHAT_FILE_MISSING = "the chat model tiny is not on this machine"

_STATED = (
    (re.compile(r"([A-Z]\w+ [A-Z]\w+) joined ([A-Z]\w+ [A-Z]\w+) (in \w+ \d{4})"), "joined", "organization"),
    (re.compile(r"([A-Z]\w+ [A-Z]\w+) lives in ([A-Z]\w+)(-)?"), "lives_in", "place"),
    (re.compile(r"(\w+ \w+)は(\d{4}年)に(\w+)に入社した"), "joined", "organization"),
)


class NoKeyringHere:
    """A system without a keyring."""

    def get_password(self, service: str, username: str) -> str | None:
        from tsuzuri.secrets.keyring import NoKeyring

        raise NoKeyring

    def set_password(self, service: str, username: str, password: str) -> None:
        from tsuzuri.secrets.keyring import NoKeyring

        raise NoKeyring


def fact_lines(sentences: tuple[str, ...]) -> str:
    """What a model would write: a line for "X joined Y in MONTH YEAR", "X lives in Z" and 「XはY年にZに入社した」.

    A sentence with "perhaps" also gets a line about a company that no sentence names, which must not get in.
    """
    lines = []
    for number, sentence in enumerate(sentences, 1):
        for pattern, relation, type_ in _STATED:
            for subject, second, third in pattern.findall(sentence):
                object_, time = (third, second) if second.endswith("年") else (second, third)
                lines.append(f"{number} | {subject} | person | {relation} | {object_} | {type_} | {time or '-'}")
        if "perhaps" in sentence:
            lines.append(f"{number} | Nobody Atall | person | joined | Nowhere Works | organization | -")
    return "".join(f"{line}\n" for line in lines) + "END\n"


@dataclass(frozen=True)
class FakeInstallation(Installation):
    """An installation whose models are stand-ins."""

    chat: ChatModel | None = field(default_factory=lambda: FakeChat(fact_lines))
    chat_installed: bool = True

    def models(self, dataset: str = "") -> Models:
        name = self.chat.name if self.chat else ""
        ready = self.chat_installed and self.chat is not None
        return Models(FakeEmbedder(), self.chat, name, ready, Budget(self.settings.of(dataset).chat.tokens_per_day))


def installed_at(
    home: Path,
    environ: Mapping[str, str] | None = None,
    *,
    chat: ChatModel | None = None,
    chat_installed: bool = True,
    keyring: Keyring | None = None,
) -> FakeInstallation:
    """An installation in one folder, with a key at hand unless `environ` says otherwise."""
    return FakeInstallation(
        Paths.default({"TSUZURI_HOME": str(home)}),
        {"TSUZURI_KEY": KEY} if environ is None else environ,
        clock=SteppingClock(),
        keyring=keyring or NoKeyringHere(),
        chat=chat or FakeChat(fact_lines),
        chat_installed=chat_installed,
    )


def write_notes(folder: Path) -> Path:
    """A small folder of notes in both languages."""
    folder.mkdir(parents=True)
    (folder / "foundry.md").write_text(
        "# Alder Foundry\n\nRina Hayami joined Alder Foundry in May 2021. Rina Hayami lives in Kobe.\n\n"
        "## Bells\n\nThe bell for Serrat was cast twice.\n",
        encoding="utf-8",
    )
    (folder / "入社.txt").write_text("速水 里奈は2019年に樫鋳造に入社した。\n", encoding="utf-8")
    (folder / "rumour.txt").write_text("Tomas Berg joined Lumen Works in June 2020, perhaps.\n", encoding="utf-8")
    return folder


def configure(home: Path, text: str) -> Path:
    """Write the settings file of an installation in one folder."""
    file = home / "config" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
