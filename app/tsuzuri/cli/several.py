"""`tsuzuri search` over several datasets."""

import argparse

from tsuzuri.cli.output import narrate, print_json
from tsuzuri.cli.showing import EXIT, print_hit
from tsuzuri.core.errors import UsageError
from tsuzuri.core.results import Strategy
from tsuzuri.library.opening import Installation
from tsuzuri.library.pool import Pool
from tsuzuri.library.several import opened, search_several


def search(here: Installation, options: argparse.Namespace) -> int:
    """Search several datasets and print one list, best first, each hit with its dataset."""
    with Pool(here) as pool:
        named = pool.names() if options.all else tuple(name for name in options.dataset.split(",") if name)
        if not named:
            raise UsageError("there is no dataset to search", hint="begin one with: tsuzuri add PATH")
        libraries, refused = opened(named, pool.get)
        found = search_several(
            libraries,
            " ".join(options.words),
            refused=refused,
            strategy=Strategy(options.strategy),
            limit=options.limit or here.settings.search.limit,
            as_of=options.as_of,
            semantic=not options.lexical,
        )
    if options.json:
        print_json(hits=found.hits, outcome=found.outcome, results=found.results, refused=found.refused)
    else:
        for one in found.hits:
            print_hit(one.hit, one.dataset)
        for name, reason in found.refused.items():
            narrate(f"{name}: {reason}")
        if options.trace:
            for name, result in found.results.items():
                narrate(f"{name}: " + ", ".join(f"{timing.step} {timing.ms:.1f} ms" for timing in result.timings))
        if not found.hits:
            narrate("nothing in these datasets matches")
    return EXIT[found.outcome]
