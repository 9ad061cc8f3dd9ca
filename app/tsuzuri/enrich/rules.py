"""When the hierarchy is built anew, how big it may get, and what the model may spend on it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tsuzuri.core.categories import Build

LEAST_NEW = 20
NEW_SHARE = 0.05
ENOUGH = 8
"""A layer of so few categories needs none above it: another would not save a reader anything."""


@dataclass(frozen=True, slots=True)
class HierarchyRules:
    """How the hierarchy is built (Mnemis, arXiv 2602.15313, section 2.2; n and the number of layers are ours).

    A category has `n` children at least, or stands for the one that fitted nowhere. Each of the model's calls shows it
    `batch` entities at most; one rebuild may ask it `max_calls` questions and read and write `max_tokens`, and what is
    left then is named from the children's names.
    """

    enabled: bool = True
    n: int = 2
    max_layers: int = 4
    batch: int = 50
    max_calls: int = 1000
    max_tokens: int = 200_000
    interval: timedelta = timedelta(hours=24)


def due(build: Build | None, entities: int, uncategorised: int, rules: HierarchyRules, now: datetime) -> str:
    """Why a rebuild is due, in words; empty if none is.

    It is when so many of the `entities` came since the last, or when a day is over and any did. Before the first build
    there is no last day: it begins with enough entities.
    """
    new = uncategorised + (build.attached if build else 0)
    if new >= max(LEAST_NEW, NEW_SHARE * entities):
        return f"{new:,} entities are new"
    finished = build.finished_at if build else None
    if new and finished is not None and now - finished >= rules.interval:
        return f"{new:,} entities are new since {finished:%Y-%m-%d}"
    return ""
