"""Browsing what is known: entities, their facts on a day, passages in their document."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.library.worlds import installed_at, write_notes
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.values import EntityType
from tsuzuri.library.facade import Library

LONG = "\n\n".join(f"Line {number} speaks of nothing in particular." for number in range(120))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("reading")
    notes = write_notes(folder / "notes")
    (notes / "long.md").write_text(f"{LONG}\n\nIda Brook lives in Ulm.\n\n{LONG}", encoding="utf-8")
    with installed_at(folder / "home").open() as opened:
        opened.add([notes])
        yield opened


def the(library: Library, name: str) -> EntityId:
    (entity,) = library.named(name)
    return entity.id


class TestEntities:
    def test_are_found_by_name_without_regard_to_case_and_width(self, library: Library) -> None:
        assert [one.name for one in library.named("rina hayami")] == ["Rina Hayami"]
        assert [one.name for one in library.named("ＲＩＮＡ　ＨＡＹＡＭＩ")] == ["Rina Hayami"]

    def test_are_found_by_a_piece_of_their_name_when_none_is_called_that(self, library: Library) -> None:
        assert [one.name for one in library.named("foundry")] == ["Alder Foundry"]
        assert [one.name for one in library.named("鋳造")] == ["樫鋳造"]
        assert library.named("Nobody Atall") == ()

    @pytest.mark.parametrize("nothing", ["", "   ", "\u200b"])
    def test_no_name_finds_none(self, library: Library, nothing: str) -> None:
        assert library.named(nothing) == ()

    def test_are_listed_page_by_page_and_by_type(self, library: Library) -> None:
        first = library.entities(limit=2)
        second = library.entities(limit=100, after=first.after)
        names = [one.name for one in (*first.items, *second.items)]
        assert len(names) == len(set(names)) == library.counts().entities
        assert {one.type for one in library.entities(type=EntityType.PLACE).items} == {EntityType.PLACE}
        assert [one.name for one in library.entities(contains="BROOK").items] == ["Ida Brook"]

    def test_one_that_is_gone_is_none(self, library: Library) -> None:
        gone = EntityId(10**6)
        assert library.entity(gone) is None
        assert library.card(gone) is None


class TestCards:
    def test_hold_facts_with_their_sentences_and_mentions(self, library: Library) -> None:
        card = library.card(the(library, "Rina Hayami"))
        assert card is not None
        assert {(view.fact.relation, view.fact.object_name) for view in card.facts} == {
            ("joined", "Alder Foundry"),
            ("lives_in", "Kobe"),
        }
        for view in card.facts:
            assert view.fact.object_name in view.sentence
        for shown in card.mentions:
            assert shown.mention.span.of(shown.passage.text) == "Rina Hayami"

    def test_on_a_day_hold_what_was_true_then(self, library: Library) -> None:
        rina = the(library, "Rina Hayami")
        before, then = library.card(rina, as_of=date(2020, 1, 1)), library.card(rina, as_of=date(2021, 5, 20))
        assert before is not None
        assert then is not None
        assert [view.fact.relation for view in before.facts] == ["lives_in"]
        assert {view.fact.relation for view in then.facts} == {"lives_in", "joined"}

    def test_of_a_moment_hold_what_was_known_by_then(self, library: Library) -> None:
        rina = the(library, "Rina Hayami")
        before = library.card(rina, believed_on=datetime(2001, 1, 1, tzinfo=UTC))
        assert before is not None
        assert before.facts == ()
        assert library.card(rina, believed_on=datetime(2999, 1, 1, tzinfo=UTC)) == library.card(rina)


class TestTimelines:
    def test_have_lanes_for_what_has_a_date_and_a_list_for_what_has_none(self, library: Library) -> None:
        timeline = library.timeline(the(library, "Rina Hayami"))
        assert timeline is not None
        assert [lane.label for lane in timeline.lanes] == ["joined Alder Foundry"]
        assert [view.fact.relation for view in timeline.undated] == ["lives_in"]
        assert (timeline.corrected, timeline.cut) == ((), False)

    def test_of_one_relation_or_time_leave_out_the_rest(self, library: Library) -> None:
        rina = the(library, "Rina Hayami")
        only = library.timeline(rina, relation="lives_in")
        later = library.timeline(rina, since=date(2021, 6, 1), until=date(2022, 1, 1))
        before = library.timeline(rina, as_of=date(2020, 1, 1))
        unlearnt = library.timeline(rina, believed_on=datetime(2001, 1, 1, tzinfo=UTC))
        assert only is not None
        assert later is not None
        assert before is not None
        assert unlearnt is not None
        assert (only.lanes, later.lanes, before.lanes, unlearnt.lanes, unlearnt.undated) == ((), (), (), (), ())
        assert len(only.undated) == len(later.undated) == len(before.undated) == 1

    def test_of_one_that_is_gone_is_none(self, library: Library) -> None:
        assert library.timeline(EntityId(10**6)) is None

    def test_cannot_end_before_they_begin(self, library: Library) -> None:
        with pytest.raises(ValueError, match="before it starts"):
            library.timeline(the(library, "Rina Hayami"), since=date(2021, 1, 1), until=date(2020, 1, 1))


class TestFacts:
    def test_come_one_by_one_or_all(self, library: Library) -> None:
        facts = library.all_facts(limit=2)
        assert len(facts.items) == 2
        rest = library.all_facts(after=facts.after)
        assert len(facts.items) + len(rest.items) == library.counts().facts
        one = library.fact_view(facts.items[0].id)
        assert one == library.fact_views(facts.items)[0]

    def test_one_that_is_gone_is_none(self, library: Library) -> None:
        assert library.fact_view(FactId(10**6)) is None


class TestReading:
    def test_shows_a_passage_in_its_document(self, library: Library) -> None:
        (view,) = [v for v in library.fact_views(library.all_facts().items) if v.fact.subject_name == "Ida Brook"]
        reading = library.reading(view.passage.id)
        assert reading is not None
        assert reading.passage_span.of(reading.text) == reading.passage.text
        assert reading.text.startswith("Line ")
        assert reading.text.endswith(" in particular.")
        before, after = reading.text[: reading.passage_span.start], reading.text[reading.passage_span.end :]
        assert 0 < len(before) <= 1200
        assert 0 < len(after) <= 1200

    def test_shows_every_passage_whole_wherever_it_stands(self, library: Library) -> None:
        for entity in library.entities().items:
            card = library.card(entity.id)
            assert card is not None
            for shown in card.mentions:
                reading = library.reading(shown.passage.id)
                assert reading is not None
                assert reading.passage_span.of(reading.text) == shown.passage.text

    def test_of_a_passage_that_is_gone_is_none(self, library: Library) -> None:
        assert library.reading(PassageId(10**6)) is None


def test_sources_are_listed_by_place_and_filtered(library: Library) -> None:
    names = [Path(source.uri).name for source in library.sources().items]
    assert names == sorted(names)
    assert [Path(source.uri).name for source in library.sources(contains="RUMOUR").items] == ["rumour.txt"]
