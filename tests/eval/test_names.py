"""Whether different names are one by their key, measured on invented documents."""

from tests.eval.documents import GoldDocument, GoldEntity
from tests.eval.names import account, collisions, marked, metrics, pairs
from tsuzuri.core.document import Span


def document(number: str, *entities: tuple[str, str]) -> GoldDocument:
    """A document that names each entity (its type and a name) once, on a line of its own."""
    text = "\n".join(name for _, name in entities)
    starts = [sum(len(name) + 1 for _, name in entities[:i]) for i in range(len(entities))]
    gold = tuple(
        GoldEntity(of, (Span(start, start + len(name)),)) for (of, name), start in zip(entities, starts, strict=True)
    )
    return GoldDocument(number, text, gold, frozenset())


NAMES = marked(
    [
        document("1", ("PER", "Ms Holt"), ("PER", "Holt"), ("ORG", "Lumen"), ("TIME", "1961")),
        document("2", ("ORG", "LUMEN"), ("ORG", "Lumen AG"), ("LOC", "Oster")),
    ]
)


def test_every_name_of_an_entity_is_taken_and_no_date() -> None:
    assert [name.text for name in NAMES] == ["Ms Holt", "Holt", "Lumen", "LUMEN", "Lumen AG", "Oster"]
    assert pairs(NAMES) == 15


def test_names_of_one_key_are_listed_by_what_makes_the_difference() -> None:
    assert {account(one) for one in collisions(NAMES)} == {
        "title: Ms Holt | Holt (two in 1)",
        "spelling: Lumen | LUMEN (apart)",
        "form: Lumen | Lumen AG (apart)",
        "form: LUMEN | Lumen AG (two in 2)",
    }


def test_the_figures_count_what_may_not_be() -> None:
    found = metrics(NAMES)
    assert found["false"] == 0.0
    assert (found["pairs"], found["collide"]) == (15, 4)
    assert (found["here.title"], found["here.form"], found["here.spelling"]) == (1, 1, 0)
    assert metrics([])["false"] == 0.0
