"""`tsuzuri ontology`."""

import argparse

from tsuzuri.cli.output import bold, dim, narrate, print_json
from tsuzuri.core.ontology import Cardinality, Ontology, Relation
from tsuzuri.library.opening import Installation

_NUMBERS = {
    Cardinality.ONE: "one at a time",
    Cardinality.MANY: "many side by side",
    Cardinality.ONCE: "one for good",
}


def ontology(here: Installation, options: argparse.Namespace) -> int:
    """Show the relations in force, check a file, or say where the person's own would lie."""
    match options.action:
        case "check":
            return _check(here, options)
        case "path":
            return _path(here, as_json=options.json)
        case _:
            return _show(here.ontology(), as_json=options.json)


def _show(found: Ontology, *, as_json: bool) -> int:
    if as_json:
        print_json(closed=found.closed, relations=[_plain(relation) for relation in found.relations])
        return 0
    for relation in found.relations:
        print(f"{bold(relation.name)}: {_ends(relation.domain)} → {_ends(relation.range)}, {_how(relation)}")
        print(f"  {relation.description}")
        if relation.synonyms:
            print(f"  {dim('also')} {', '.join(relation.synonyms)}")
        if relation.swapped:
            print(f"  {dim('from its object')} {', '.join(relation.swapped)}")
        if relation.ends:
            print(f"  {dim('ends')} {', '.join(relation.ends)}")
    narrate(_summary(found))
    return 0


def _check(here: Installation, options: argparse.Namespace) -> int:
    found = here.ontology(options.file)
    usual = {relation.name: relation for relation in here.shipped_ontology().relations}
    new = [relation.name for relation in found.relations if relation.name not in usual]
    changed = [relation.name for relation in found.relations if usual.get(relation.name, relation) != relation]
    missing = sorted(usual.keys() - {relation.name for relation in found.relations})
    if options.json:
        print_json(file=options.file, closed=found.closed, new=new, changed=changed, left_out=missing)
        return 0
    print(f"{options.file} is sound: {_summary(found)}")
    for what, names in (("new", new), ("changed", changed), ("left out", missing)):
        if names:
            print(f"  {what}: {', '.join(names)}")
    narrate(f"put it in force as {here.own_ontology}")
    return 0


def _path(here: Installation, *, as_json: bool) -> int:
    own = here.own_ontology
    if as_json:
        print_json(path=own, exists=own.exists())
        return 0
    print(own)
    narrate("it is in force" if own.exists() else "there is none yet; the shipped relations are in force")
    return 0


def _summary(found: Ontology) -> str:
    others = "no others are accepted" if found.closed else "others are kept as they are written"
    return f"{len(found.relations)} relations; {others}"


def _ends(kinds: frozenset[str]) -> str:
    return " or ".join(sorted(kinds))


def _how(relation: Relation) -> str:
    number = _NUMBERS[relation.cardinality]
    return f"{number}, {'until something ends it' if relation.lasting else 'at its date'}"


def _plain(relation: Relation) -> dict[str, object]:
    return {
        "name": relation.name,
        "description": relation.description,
        "domain": sorted(relation.domain),
        "range": sorted(relation.range),
        "cardinality": relation.cardinality,
        "lasting": relation.lasting,
        "synonyms": relation.synonyms,
        "swap": relation.swapped,
        "ends": relation.ends,
    }
