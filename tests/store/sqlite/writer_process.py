"""A process that stores documents one transaction each and tells after every commit, until it is killed."""

import itertools
import sys
from pathlib import Path

from tests.store.samples import KEY, evidence, fact_draft, mention, name, state, store
from tsuzuri.store.sqlite.backend import SqliteBackend

PASSAGES = 10


def main() -> None:
    backend = SqliteBackend(Path(sys.argv[1]), KEY)
    start = backend.catalog.counts().sources
    for number in itertools.count(start):
        with backend.transaction():
            stored = store(backend, f"/{number}.txt", [f"passage {number} {i}" for i in range(PASSAGES)])
            who, what = name(backend, f"Person {number}"), name(backend, f"Thing {number}")
            backend.graph.add_mentions(mention(who, passage) for passage in stored.passages)
            state(backend, fact_draft(who, "has", what), evidence(stored.passages[0]))
        print(number, flush=True)


if __name__ == "__main__":
    main()
