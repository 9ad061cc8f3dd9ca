"""What is wrong about who is one, and what is hidden or asked for it, is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.samples import NOW, evidence, fact_draft, mention, name, state, store
from tsuzuri.core.review import Proposal, Question
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def backend(path: Path) -> Iterator[SqliteBackend]:
    """Aiko (1), Mori (2) and Mei (3) are one; the first two know Ken (4), and Mei does too, which was retracted."""
    opened = SqliteBackend(path, None, clock=lambda: NOW)
    with opened.transaction():
        passage = store(opened, "/a.txt", ["told"]).passages[0]
        people = [name(opened, words) for words in ("Aiko", "Mori", "Mei", "Ken")]
        opened.graph.add_mentions(mention(one, passage) for one in people)
        for n, one in enumerate(people[:2]):
            state(opened, fact_draft(one, "knows", people[3]), evidence(passage, end=n + 1))
        wrong = state(opened, fact_draft(people[2], "hates", people[3]), evidence(passage, end=3))
        opened.graph.retract(wrong, NOW)
        opened.identities.unite(people[0], people[1])
        opened.identities.unite(people[1], people[2])
        opened.reviews.propose([Proposal(Question.MERGE, 1, people[0], people[3], 0.5, "", "rule 1")], NOW)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE entity SET same_as = NULL WHERE id = 3", "1 entities are not one with what they were united with."),
        ("UPDATE entity SET same_as = 4 WHERE id = 2", "2 entities are not one with what they were united with."),
        ("UPDATE hidden SET kept_id = 3 WHERE fact_id = 2", "1 facts are hidden without a reason."),
        ("UPDATE hidden SET object_id = 1 WHERE fact_id = 2", "1 facts are hidden without a reason."),
        ("DELETE FROM hidden WHERE fact_id = 3", "1 facts that were retracted are shown."),
        ("DELETE FROM hidden WHERE fact_id = 2", "1 facts are shown more than once."),
        ("INSERT INTO untwinned VALUES (1)", "1 changes of facts were not followed up."),
        ("UPDATE review SET other = 9", "1 questions are about what is gone."),
    ],
)
def test_is_found(backend: SqliteBackend, path: Path, change: str, found: str) -> None:
    assert backend.check() == ()
    connection = connect(path, None, writer=True)
    connection.execute(change)
    connection.close()
    assert found in backend.check()
