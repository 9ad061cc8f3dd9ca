"""What a person has decided about relations of this library, on top of the ontology."""

from dataclasses import replace

from tsuzuri.core.ontology import Ontology
from tsuzuri.core.review import Answer, Question, Reviews
from tsuzuri.core.supersession import Rules

_PAGE = 256


def rules_in_force(ontology: Ontology, reviews: Reviews) -> Rules:
    """The ontology's rules without those relations that a person lets have many values at a time in this library.

    They are kept as answered questions (`Question.RULE`), so that to take the answer back is all that undoes one.
    """
    rules = ontology.rules()
    many = _many_valued(reviews)
    return replace(rules, single=rules.single - many, fixed=rules.fixed - many)


def _many_valued(reviews: Reviews) -> frozenset[str]:
    relations: set[str] = set()
    after: str | None = None
    while True:
        page = reviews.decided(questions=[Question.RULE], after=after, limit=_PAGE)
        relations |= {item.detail for item in page.items if item.answer is Answer.YES}
        after = page.after
        if after is None:
            return frozenset(relations)
