"""`tsuzuri search`, `tsuzuri entity` and `tsuzuri status`."""

import argparse
from dataclasses import replace

from tsuzuri.cli.keeping import PAUSED
from tsuzuri.cli.output import bold, counted, dim, duration, marked, narrate, print_json
from tsuzuri.core.access import place_name
from tsuzuri.core.errors import UsageError
from tsuzuri.core.results import Hit, Outcome, Strategy, TraceStep
from tsuzuri.core.temporal import period
from tsuzuri.library.opening import Installation
from tsuzuri.library.views import EntityCard, FactView, Status

EXIT = {
    Outcome.FOUND: 0,
    Outcome.EMPTY: 1,
    Outcome.NOT_INDEXED: 1,
    Outcome.MODEL_UNAVAILABLE: 3,
    Outcome.FAILED: 3,
    Outcome.NOT_ALLOWED: 4,
}
_MENTIONS_SHOWN = 8
_BY_WORDS = frozenset(
    (
        Strategy.SYSTEM1,
        Strategy.CHUNKS,
        Strategy.CHUNKS_LEXICAL,
        Strategy.FACTS,
        Strategy.GRAPH,
        Strategy.TEMPORAL,
    )
)
"""Those that full text alone is enough for."""


def search(here: Installation, options: argparse.Namespace) -> int:
    """Search and print hits, best first."""
    strategy = Strategy(options.strategy)
    if options.lexical and strategy not in _BY_WORDS:
        raise UsageError(f"--lexical leaves {strategy} nothing to search with", hint="leave out one of the two")
    if options.all or "," in options.dataset:
        from tsuzuri.cli.several import search as search_in_several

        return search_in_several(here, options)
    told: set[str] = set()

    def tell(step: TraceStep) -> None:
        told.add(str(step))
        narrate(str(step))

    limit = options.limit or here.settings.of(here.chosen(options.dataset)).search.limit
    with here.open_existing(options.dataset) as library:
        result = library.search(
            " ".join(options.words),
            strategy=strategy,
            limit=limit,
            semantic=not options.lexical,
            as_of=options.as_of,
            on_step=tell if options.trace else None,
        )
    result = replace(result, hits=result.hits[:limit])  # those that walk give so many of each kind
    if options.json:
        print_json(dataset=here.chosen(options.dataset), result=result)
    else:
        for hit in result.hits:
            print_hit(hit)
        for category in result.categories:
            print(f"{bold(category.name)} {dim(f'(category of {category.entities:,})')}")
        if result.message:
            narrate(result.message)
        if options.trace:
            for line in result.trace:
                if line not in told:
                    narrate(line)
            narrate(", ".join(f"{timing.step} {timing.ms:.1f} ms" for timing in result.timings))
    return EXIT[result.outcome]


def entity(here: Installation, options: argparse.Namespace) -> int:
    """Print the cards of the entities of that name."""
    name = " ".join(options.name)
    with here.open_existing(options.dataset) as library:
        found = library.named(name)
        cards = [
            card
            for one in found
            if (card := library.card(one.id, as_of=options.as_of, believed_on=options.believed_on)) is not None
        ]
    if options.json:
        print_json(entities=cards)
    else:
        for card in cards:
            _print_card(card)
        if not cards:
            narrate(f"nothing in the library is called {name}")
    return 0 if cards else 1


def status(here: Installation, options: argparse.Namespace) -> int:
    """Print what the library holds and what waits; with `--follow`, each change."""
    if options.follow:
        from tsuzuri.cli.following import follow

        return follow(here, options)
    with here.open_existing(options.dataset) as library:
        state = library.status()
    if options.json:
        print_json(status=state)
        return 0
    counts = state.counts
    print(f"dataset    {state.dataset}, {'encrypted' if state.encrypted else 'not encrypted'}")
    print(f"sources    {counts.sources}, of which {counts.refused} not read")
    _print_work(state)
    eta = f" (about {duration(state.eta_s)} at its latest pace)" if counts.pending and state.eta_s is not None else ""
    print(
        f"passages   {counts.passages}, of which {counts.pending} wait for the model{eta}, "
        f"{counts.set_aside} set aside, {counts.duplicates} say the same as another"
    )
    print(f"entities   {counts.entities}, mentioned {counts.mentions} times")
    print(f"facts      {counts.facts}; {counts.quarantined} lines in quarantine")
    if state.questions:
        waits = "waits" if state.questions == 1 else "wait"
        print(f"review     {counted(state.questions, 'question')} {waits} for you (tsuzuri review)")
    print(f"vectors    {counts.vectors}, by {state.embedder}")
    if state.tokens_per_day is not None:
        on = f"; it goes on at {state.goes_on_at:%Y-%m-%d %H:%M}" if state.goes_on_at else ""
        print(f"budget     {state.tokens_today:,} of {state.tokens_per_day:,} tokens used today{on}")
    missing = state.chat and not state.chat_installed
    print(f"chat model {state.chat or 'none'}{' (not usable here; see: tsuzuri doctor)' if missing else ''}")
    return 0


def _print_work(state: Status) -> None:
    """What is left to do with files, and who does it; nothing where nothing is."""
    parts = (
        (state.waiting, "file", "to be read"),
        (state.retrying, "file", "to be tried again later"),
        (state.aside, "file", "set aside"),
        (state.unembedded, "text", "to be embedded"),
        (state.missing, "file", "missing"),
    )
    if told := [f"{counted(number, noun)} {what}" for number, noun, what in parts if number]:
        print(f"work       {', '.join(told)}")
    if state.paused:
        print(PAUSED)
    if state.kept_by:
        print(f"kept by    {state.kept_by}")


def fact_line(view: FactView) -> str:
    """A fact on one line: what, its value in normal form, when, what came then, and where it is said."""
    fact = view.fact
    when = f" ({words})" if (words := _when(view)) else ""
    meaning = f" {dim(f'= {view.meaning}')}" if view.meaning else ""
    return f"{fact.statement}{meaning}{when}  {dim(_place(view.passage.source_uri, view.passage.locator))}"


def _when(view: FactView) -> str:
    """When a fact held and what came in its place: "2021 to 2023, then Lumen AG", "never, but Lumen AG"."""
    held = period(view.fact.held)
    return f"{held}, {'but' if held == 'never' else 'then'} {view.then}" if view.then else held


def sentence_line(view: FactView) -> str:
    """The words that state a fact, and what another source says against it; to stand below its line."""
    sentence = " ".join(view.sentence.split())
    rival = view.rival
    against = f" (but elsewhere: {rival.statement})" if rival else ""
    return f"    {dim(sentence + against)}"


def print_hit(hit: Hit, dataset: str = "") -> None:
    """A hit with its sentence and its place; with its dataset where there are several."""
    held = period(hit.valid)
    said = hit.said.at.date().isoformat() if hit.said else ""
    print(f"{bold(hit.title)}{f' ({held})' if held else ''}  {dim(hit.kind)}")
    print(f"  {marked(hit.snippet)}")
    routes = "+".join(hit.routes)
    print(f"  {dim(' · '.join(part for part in (dataset, _place(hit.source_uri, hit.locator), said, routes) if part))}")


def _print_card(card: EntityCard) -> None:
    entity_ = card.entity
    print(f"{bold(entity_.name)} ({entity_.type})")
    if entity_.aliases:
        print(f"  also {', '.join(entity_.aliases)}")
    for view in card.facts:
        print(f"  {fact_line(view)}")
        print(sentence_line(view))
    for mention in card.mentions[:_MENTIONS_SHOWN]:
        print(f"  mentioned in {_place(mention.passage.source_uri, mention.passage.locator)}")


def _place(uri: str, locator: str) -> str:
    name = place_name(uri)
    return f"{name}, {locator}" if locator else name
