"""How much each thing counts in a walk over the graph."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """The constants of `search.graph`. `tests/eval/graph.py` tries each at half and double: none matters much alone.

    Where a walk begins: at the `passages` and `facts` found best, those of a kind together with a mass of 1 and of
    `fact_mass`, one `sharpness` of the list's spread below the best with 1/e of its mass; and at what the question
    names, together with `named` at most, of which a name that is only `surmised` counts that much of a recorded one.

    What a passage is joined to: the document whose `title` it names; each passage that names its own title
    (`below_title`); together all that share a name with it (`shared`); an `entity` it names; a `fact` it states; a
    passage `nearby`.

    Of what comes to a node `restart` stays. Residuals below `least` are left. `own` is the weight of a find's own
    score against its rank in the graph, both from 0 to 1.
    """

    passages: int = 5
    facts: int = 3
    fact_mass: float = 0.5
    sharpness: float = 0.1
    named: float = 1.0
    surmised: float = 0.25
    title: float = 1.0
    below_title: float = 0.6
    shared: float = 0.25
    entity: float = 0.5
    fact: float = 0.25
    nearby: float = 0.02
    restart: float = 0.4
    least: float = 0.01
    own: float = 0.2


TUNED = Tuning()
"""What was found."""
