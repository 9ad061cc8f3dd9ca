"""What every backend tells of the days on which a library grew."""

from dataclasses import replace
from datetime import date, timedelta

from tests.store.samples import NOW, evidence, fact_draft, name, source_draft, state, store
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Grown


def test_nothing_has_not_grown(backend: Backend) -> None:
    assert backend.catalog.growth() == ()


def test_sources_count_by_when_they_were_first_seen_and_facts_by_when_they_were_learnt(backend: Backend) -> None:
    later = NOW + timedelta(days=2, hours=23)
    with backend.transaction():
        (passage,) = store(backend, "/a.txt", ["Rina works at Lumen. Rina lives in Kobe."]).passages
        backend.catalog.put_sources([source_draft("/b.txt"), source_draft("/a.txt")], later)
        rina = name(backend, "Rina")
        for relation, learnt in (("works_at", NOW), ("lives_in", later)):
            draft = replace(fact_draft(rina, relation, None, value="Lumen"), learnt_at=learnt)
            state(backend, draft, evidence(passage))
    assert backend.catalog.growth() == (Grown(date(2026, 11, 30), 1, 1), Grown(date(2026, 12, 3), 1, 1))


def test_what_is_forgotten_counts_no_longer(backend: Backend) -> None:
    with backend.transaction():
        stored = store(backend, "/a.txt", ["Rina works at Lumen."])
        state(backend, fact_draft(name(backend, "Rina"), "works_at", None, value="Lumen"), evidence(stored.passages[0]))
    with backend.transaction():
        backend.catalog.forget(stored.source)
    assert backend.catalog.growth() == ()
