from collections.abc import Sequence
from datetime import date
from typing import ClassVar

import pytest

from tests.extract.lines import wire
from tests.stages import ONTOLOGY, relation
from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE, Ontology, Verdict
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.extract.ground import GroundedFact, Grounding
from tsuzuri.extract.names import StandsFor
from tsuzuri.extract.wire import WireFact
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped
from tsuzuri.text.sentences import sentences

TODAY = date(2024, 3, 11)
SHIPPED = load_ontology(shipped("assets/ontology.toml"))
TEXT = (
    "Mariko Hoshi lives in Otaru. She works at Lumen AG since 2021. Later Ken Ito came. "
    "The company was founded by Eva Roth on 3 May 2019."
)


def grounding(text: str = TEXT, reference: date | None = TODAY) -> Grounding:
    return Grounding(text, sentences(text), ONTOLOGY, reference)


def fact_of(line: WireFact, text: str = TEXT, others: Sequence[WireFact] = ()) -> GroundedFact:
    """The fact of a line that holds, written after the other lines."""
    facts, refused = grounding(text).ground([*others, line])
    assert line.line not in {one.line for one in refused}, refused
    return facts[-1]


def reason_of(line: WireFact, text: str = TEXT, others: Sequence[WireFact] = ()) -> str:
    _, refused = grounding(text).ground([*others, line])
    return refused[-1].reason


LIVES = wire("Mariko Hoshi", "person", "lives_in", "Otaru", "place")
FOUNDED = wire("Eva Roth", "person", "founded", "Lumen AG", "organization", sentence=3)


class TestEnds:
    def test_stand_verbatim_at_their_spans(self) -> None:
        fact = fact_of(LIVES)
        assert fact.subject.span.of(TEXT) == fact.subject.text == "Mariko Hoshi"
        assert fact.object.span.of(TEXT) == fact.object.text == "Otaru"
        assert (fact.subject.type, fact.object.type) == ("person", "place")

    def test_may_be_broken_over_two_lines(self) -> None:
        text = "At the harbour of the old town there now lives Mariko\nHoshi, as she told us in Otaru."
        fact = fact_of(LIVES, text)
        assert fact.subject.text == "Mariko Hoshi"
        assert fact.subject.span.of(text) == "Mariko\nHoshi"

    def test_are_taken_from_their_own_sentence_first(self) -> None:
        text = "Ken Ito rang. Ken Ito lives in Otaru."
        assert (
            fact_of(wire("Ken Ito", "person", "lives_in", "Otaru", "place", sentence=1), text).subject.span.start == 14
        )

    def test_else_from_the_nearest_sentence_before_and_only_then_from_one_after(self) -> None:
        text = "Otaru is cold. Otaru is far. Ken Ito lives there. Otaru is home."
        fact = fact_of(wire("Ken Ito", "person", "lives_in", "Otaru", "place", sentence=2), text)
        assert fact.object.span.start == 15

    def test_not_in_the_passage_is_refused(self) -> None:
        assert reason_of(wire("Mariko Hoshi", "person", "lives_in", "Kyoto", "place")) == "not in the passage"

    def test_may_stand_in_a_line_that_was_not_worth_asking_about(self) -> None:
        text = "From: Ken Ito\nI live in Otaru."
        line = wire("Ken Ito", "person", "lives_in", "Otaru", "place")
        (fact,), _ = Grounding(text, sentences(text)[1:], ONTOLOGY, TODAY).ground([line])
        assert fact.subject.span.of(text) == "Ken Ito"
        assert fact.statement.of(text) == "Ken Ito\nI live in Otaru."

    @pytest.mark.parametrize("number", [-1, 4])
    def test_of_no_sentence_are_refused(self, number: int) -> None:
        line = wire("Mariko Hoshi", "person", "lives_in", "Otaru", "place", sentence=number)
        assert reason_of(line) == "there is no such sentence"

    def test_must_be_names(self) -> None:
        line = wire("Eva Roth", "person", "owns", "company", "thing", sentence=3)
        assert reason_of(line) == "a generic word names nothing"

    def test_must_be_two(self) -> None:
        assert reason_of(wire("Ken Ito", "person", "married_to", "Ken Ito", "person", sentence=2)) == (
            "subject and object are the same words"
        )

    def test_one_inside_the_other_is_looked_for_where_it_stands_alone(self) -> None:
        text = "Tanaka Foods was founded by Tanaka."
        fact = fact_of(wire("Tanaka Foods", "organization", "founded_by", "Tanaka", "person"), text)
        assert (fact.subject.text, fact.subject.span.start) == ("Tanaka", 28)

    def test_one_that_only_stands_inside_the_other_is_refused(self) -> None:
        line = wire("Tanaka Foods", "organization", "founded_by", "Tanaka", "person")
        assert reason_of(line, "Tanaka Foods is old.") == "subject and object are the same words"


class TestValues:
    def test_are_taken_as_written(self) -> None:
        text = "Ken Ito is a designer of lamps."
        fact = fact_of(wire("Ken Ito", "person", "works_as", "designer of lamps", "value"), text)
        assert (fact.object.text, fact.object.type) == ("designer of lamps", "value")

    @pytest.mark.parametrize(
        ("value", "reason"),
        [
            ("one two three four five six seven eight nine ten eleven", "a clause is no value"),
            ("x" * 61, "a clause is no value"),
            ("…", "a value has letters or digits"),
            ("新しい仕事を始めた", "a clause is no value"),
        ],
    )
    def test_are_short_and_say_something(self, value: str, reason: str) -> None:
        assert reason_of(wire("Ken Ito", "person", "born_on", value, "value"), f"Ken Ito: {value}") == reason


class TestPronouns:
    def test_stand_for_the_nearest_person_before(self) -> None:
        she = wire("She", "person", "works_at", "Lumen AG", "organization", sentence=1)
        others = [LIVES, wire("Ken Ito", "person", "left", "Lumen AG", "organization", sentence=2)]
        fact = fact_of(she, others=others)
        assert fact.subject.text == "Mariko Hoshi"
        assert fact.subject.span.of(TEXT) == "Mariko Hoshi"

    def test_of_two_persons_the_later_is_meant(self) -> None:
        text = "Mariko Hoshi rang. Ken Ito came. He lives in Otaru."
        named = [wire(name, "person", "likes", "Otaru", "place") for name in ("Mariko Hoshi", "Ken Ito")]
        he = wire("He", "person", "lives_in", "Otaru", "place", sentence=2)
        assert fact_of(he, text, named).subject.text == "Ken Ito"

    def test_the_whole_name_is_meant_not_a_part_of_it(self) -> None:
        text = "Ken Ito rang. He lives in Otaru."
        named = [wire(name, "person", "likes", "Otaru", "place") for name in ("Ken", "Ito", "Ken Ito")]
        he = wire("He", "person", "lives_in", "Otaru", "place", sentence=1)
        assert fact_of(he, text, named).subject.text == "Ken Ito"

    def test_the_company_is_the_nearest_organization_before(self) -> None:
        works = wire("Mariko Hoshi", "person", "works_at", "Lumen AG", "organization", sentence=1)
        company = wire("The company", "organization", "founded_by", "Eva Roth", "person", sentence=3)
        fact = fact_of(company, others=[works])
        assert (fact.subject.text, fact.relation, fact.object.text) == ("Eva Roth", "founded", "Lumen AG")

    def test_japanese_ones_are_bound_too(self) -> None:
        text = "星 真理子は小樽に住む。彼女は青葉電機で働く。"
        lives = wire("星 真理子", "person", "lives_in", "小樽", "place")
        works = wire("彼女", "person", "works_at", "青葉電機", "organization", sentence=1)
        assert fact_of(works, text, [lives]).subject.text == "星 真理子"

    def test_are_what_they_stand_for_whatever_the_model_takes_them_for(self) -> None:
        she = wire("She", "thing", "works_at", "Lumen AG", "organization", sentence=1)
        assert fact_of(she, others=[LIVES]).subject.type == "person"
        company = wire("Mariko Hoshi", "person", "lives_in", "The company", "place", sentence=3)
        assert reason_of(company, others=[LIVES]) == "an organization cannot be the object of lives_in"

    @pytest.mark.parametrize("others", [[], [FOUNDED]])
    def test_with_nobody_before_them_are_refused(self, others: list[WireFact]) -> None:
        she = wire("She", "person", "works_at", "Lumen AG", "organization", sentence=1)
        assert reason_of(she, others=others) == "nothing before it that the pronoun could stand for"

    def test_that_could_be_anything_are_refused(self) -> None:
        text = "Ken Ito bought it."
        line = wire("Ken Ito", "person", "owns", "it", "thing")
        assert reason_of(line, text) == "nothing before it that the pronoun could stand for"

    def test_that_mean_the_other_end_are_refused(self) -> None:
        text = "Ken Ito praised himself. He married."
        line = wire("Ken Ito", "person", "married_to", "himself", "person")
        assert reason_of(line, text) == "subject and object are the same words"


class TestSpeaker:
    """The word "I" stands for who says it; the fact shows the word that stands for the speaker."""

    def said_by(self, speaker: str, word: str, text: str) -> GroundedFact | str:
        line = wire(word, "person", "lives_in", "Otaru", "place")
        facts, refused = Grounding(text, sentences(text), ONTOLOGY, TODAY, speaker=speaker).ground([line])
        return facts[0] if facts else refused[0].reason

    @pytest.mark.parametrize(
        ("text", "word"), [("I live in Otaru.", "I"), ("So my home is Otaru.", "my"), ("私は Otaru に住む。", "私")]
    )
    def test_is_who_says_i(self, text: str, word: str) -> None:
        fact = self.said_by("Ken Ito", word, text)
        assert isinstance(fact, GroundedFact)
        assert (fact.subject.text, fact.subject.span.of(text)) == ("Ken Ito", word)

    def test_is_nobody_while_unknown(self) -> None:
        assert self.said_by("", "I", "I live in Otaru.") == "nothing before it that the pronoun could stand for"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("Ken Ito: Otaru is a fine town.", False),
            ("Ken Ito: I am in Otaru.", True),
            ("Ken Ito: In Otaru we have a house.", True),
            ("Ken Ito: 小樽の Otaru に住んでいます。", True),
        ],
    )
    def test_is_spoken_of_only_where_he_says_i_or_may_leave_it_out(self, text: str, told: bool) -> None:
        assert isinstance(self.said_by("Ken Ito", "Ken Ito", text), GroundedFact) is told

    def test_is_nobody_else(self) -> None:
        assert isinstance(self.said_by("Ken Ito", "She", "She lives in Otaru."), str)


class TestWhoWasSpokenOfBefore:
    BEFORE: ClassVar = {StandsFor.PERSON: "Mariko Hoshi", StandsFor.ORGANIZATION: "Lumen AG"}

    def ground(self, text: str, *lines: WireFact) -> tuple[GroundedFact, ...]:
        return Grounding(text, sentences(text), ONTOLOGY, TODAY, before=self.BEFORE).ground(lines)[0]

    def test_is_meant_by_a_pronoun_that_nobody_comes_before(self) -> None:
        (fact,) = self.ground("She lives in Otaru.", wire("She", "person", "lives_in", "Otaru", "place"))
        assert (fact.subject.text, fact.subject.span) == ("Mariko Hoshi", Span(0, 3))

    def test_may_be_an_organization(self) -> None:
        line = wire("the company", "organization", "located_in", "Otaru", "place")
        (fact,) = self.ground("Now the company is in Otaru.", line)
        assert fact.subject.text == "Lumen AG"

    def test_gives_way_to_a_name_in_the_passage(self) -> None:
        met = wire("Eva Roth", "person", "lives_in", "Ulm", "place")
        lives = wire("She", "person", "lives_in", "Otaru", "place", sentence=1)
        facts = self.ground("Eva Roth left Ulm. She lives in Otaru.", met, lives)
        assert [fact.subject.text for fact in facts] == ["Eva Roth", "Eva Roth"]


class TestStatement:
    def test_is_the_sentence(self) -> None:
        assert fact_of(LIVES).statement.of(TEXT) == "Mariko Hoshi lives in Otaru."

    def test_reaches_over_the_sentences_of_both_ends(self) -> None:
        she = wire("She", "person", "works_at", "Lumen AG", "organization", sentence=1)
        statement = fact_of(she, others=[LIVES]).statement.of(TEXT)
        assert statement == "Mariko Hoshi lives in Otaru. She works at Lumen AG since 2021."


class TestTime:
    def test_a_lasting_relation_goes_on_from_it(self) -> None:
        text = "Ken Ito works at Lumen AG; he began on 3 May 2019."
        fact = fact_of(wire("Ken Ito", "person", "works_at", "Lumen AG", "organization", "on 3 May 2019"), text)
        assert fact.valid == Interval(date(2019, 5, 3), None, Precision.DAY)
        assert fact.time is not None
        assert fact.time.of(text) == "on 3 May 2019"

    def test_what_happens_has_it_for_its_own(self) -> None:
        line = wire("Eva Roth", "person", "founded", "Lumen AG", "organization", "on 3 May 2019", sentence=3)
        assert fact_of(line).valid == Interval(date(2019, 5, 3), date(2019, 5, 4), Precision.DAY)

    @pytest.mark.parametrize(
        ("words", "lasts", "happens"),
        [
            ("by 2020", UNDATED, Interval(None, date(2021, 1, 1), Precision.YEAR)),
            ("until 2020", *[Interval(None, date(2021, 1, 1), Precision.YEAR)] * 2),
        ],
    )
    def test_what_lasts_has_begun_by_a_day_and_does_not_end_on_it(
        self, words: str, lasts: Interval, happens: Interval
    ) -> None:
        text = f"Ken Ito works at Lumen AG; he sailed to Otaru {words}."
        works = fact_of(wire("Ken Ito", "person", "works_at", "Lumen AG", "organization", words), text)
        sailed = fact_of(wire("Ken Ito", "person", "sailed_to", "Otaru", "place", words), text)
        assert (works.valid, sailed.valid) == (lasts, happens)

    def test_an_unknown_relation_happens(self) -> None:
        text = "Ken Ito sailed to Otaru in 2020."
        fact = fact_of(wire("Ken Ito", "person", "sailed_to", "Otaru", "place", "in 2020"), text)
        assert fact.valid == Interval(date(2020, 1, 1), date(2021, 1, 1), Precision.YEAR)

    def test_it_is_counted_from_the_day_the_passage_was_said(self) -> None:
        text = "Ken Ito founded Lumen AG yesterday."
        fact = fact_of(wire("Ken Ito", "person", "founded", "Lumen AG", "organization", "yesterday"), text)
        assert fact.valid.start == date(2024, 3, 10)

    @pytest.mark.parametrize("time", ["", "Otaru", "in 1999", "May"])
    def test_words_that_tell_none_or_stand_elsewhere_leave_the_fact_undated(self, time: str) -> None:
        fact = fact_of(wire("Mariko Hoshi", "person", "lives_in", "Otaru", "place", time))
        assert (fact.time, fact.valid) == (None, UNDATED)

    def test_it_is_a_word_of_the_sentence_not_a_piece_of_one(self) -> None:
        text = "Mayor Ken Ito founded Lumen AG in May."
        fact = fact_of(wire("Ken Ito", "person", "founded", "Lumen AG", "organization", "May"), text)
        assert fact.time is not None
        assert fact.time.start == text.rindex("May")

    def test_without_a_reference_day_nothing_is_dated(self) -> None:
        line = wire("Eva Roth", "person", "founded", "Lumen AG", "organization", "on 3 May 2019", sentence=3)
        (fact,), _ = grounding(reference=None).ground([line])
        assert (fact.time, fact.valid) == (None, UNDATED)


class TestOntology:
    def test_a_relation_read_from_its_object_is_turned_round(self) -> None:
        text = "Lumen AG employs Ken Ito."
        fact = fact_of(wire("Lumen AG", "organization", "employs", "Ken Ito", "person"), text)
        assert (fact.subject.text, fact.relation, fact.object.text) == ("Ken Ito", "works_at", "Lumen AG")
        assert (fact.subject.type, fact.object.type) == ("person", "organization")

    def test_a_kind_that_does_not_fit_is_refused(self) -> None:
        line = wire("Otaru", "place", "works_at", "Lumen AG", "organization")
        assert reason_of(line) == "a place cannot be the subject of works_at"

    @pytest.mark.parametrize("unsure", ["concept", "thing", "event"])
    def test_an_unsure_kind_that_does_what_organizations_do_is_one(self, unsure: str) -> None:
        text = "Tern owns Osprey."
        fact = fact_of(wire("Tern", unsure, "owns", "Osprey", "thing"), text)
        assert (fact.subject.type, fact.object.type) == ("organization", "thing")

    def test_its_verdict_goes_with_the_fact_and_with_what_is_refused(self) -> None:
        assert fact_of(LIVES).verdict is Verdict.ACCEPTED
        _, (refused,) = grounding().ground([wire("Otaru", "place", "lives_in", "Mariko Hoshi", "thing")])
        assert refused.verdict is Verdict.QUARANTINED

    @pytest.mark.parametrize(
        ("text", "subject"),
        [
            ("Orsk Foundry is wholly owned by the Lumen AG.", "Lumen AG"),
            ("Orsk Foundry was bought and is owned by Lumen AG.", "Lumen AG"),
            ("Orsk Foundry owns Lumen AG.", "Orsk Foundry"),
            ("Orsk Foundry owns, by and by, Lumen AG.", "Orsk Foundry"),
        ],
    )
    def test_what_is_said_in_the_passive_is_read_from_its_object(self, text: str, subject: str) -> None:
        line = wire("Orsk Foundry", "organization", "owns", "Lumen AG", "organization")
        (fact,), _ = Grounding(text, sentences(text), SHIPPED, TODAY).ground([line])
        assert (fact.relation, fact.subject.text) == ("owns", subject)


class TestSense:
    """What a known relation asks of its object besides a kind."""

    KNOWN = Ontology(
        tuple(
            relation(name, "person thing organization", VALUE)
            for name in ("works_as", "price", "amount", "responsible_for")
        )
    )

    def reason(self, relation: str, object_: str, type: str = VALUE) -> str:
        text = f"Tern: {object_}."
        line = wire("Tern", "thing", relation, object_, type)
        _, refused = Grounding(text, sentences(text), self.KNOWN, TODAY, [()]).ground([line])
        return refused[0].reason if refused else ""

    @pytest.mark.parametrize("role", ["designer", "head of sales", "CEO", "営業部長"])
    def test_a_role_may_be_held(self, role: str) -> None:
        assert self.reason("works_as", role) == ""

    @pytest.mark.parametrize("other", ["sales", "Otaru", "設計"])
    def test_what_is_no_role_may_not(self, other: str) -> None:
        assert self.reason("works_as", other) == "the words name no role"
        assert self.reason("responsible_for", other) == ""

    @pytest.mark.parametrize("figure", ["40 euros", "3,200円", "４０台"])
    def test_a_price_or_an_amount_has_a_figure(self, figure: str) -> None:
        assert self.reason("price", figure) == self.reason("amount", figure) == ""

    @pytest.mark.parametrize("relation", ["price", "amount"])
    def test_words_alone_are_neither(self, relation: str) -> None:
        assert self.reason(relation, "a lot") == f"the object of {relation} has a figure"


class TestDenial:
    def reason(self, text: str, subject: str, object_: str) -> str:
        line = wire(subject, "person", "lives_in", object_, "place")
        _, refused = Grounding(text, sentences(text), ONTOLOGY, TODAY).ground([line])
        return refused[0].reason if refused else ""

    @pytest.mark.parametrize(
        ("text", "object_"),
        [
            ("Ken Ito does not live in Otaru.", "Otaru"),
            ("Ken Ito never lived in Otaru.", "Otaru"),
            ("Ken Ito no longer lives in Otaru.", "Otaru"),
            ("Ken Ito doesn't live in Otaru.", "Otaru"),
            ("Ken Itoは小樽に住んでいない。", "小樽"),
            ("Ken Itoは小樽には住んでいません。", "小樽"),
            ("Ken Itoは小樽の人ではない。", "小樽"),
        ],
    )
    def test_is_no_statement(self, text: str, object_: str) -> None:
        assert self.reason(text, "Ken Ito", object_) == "the sentence denies it"

    @pytest.mark.parametrize(
        ("text", "object_"),
        [
            ("Ken Ito not only lives in Otaru.", "Otaru"),
            ("Ken Ito lives in Otaru, not in Ulm.", "Otaru"),
            ("Ken Ito did not mind, so he lives in Otaru.", "Otaru"),
            ("Ken Itoは小樽に住み、車を持っていない。", "小樽"),
            ("Ken Itoは小樽だけでなく札幌にも住んでいない時期があった。", "小樽"),
        ],
    )
    def test_elsewhere_in_the_sentence_is_none(self, text: str, object_: str) -> None:
        assert self.reason(text, "Ken Ito", object_) == ""


class TestExplaining:
    """A passage that explains something says it in its own relations, and of a subject whatever words follow."""

    TEXT = (
        "Regular walking strengthens the heart. It is not a sport, and it makes people, young and old, sleep so well."
    )
    WORDS = "people, young and old, sleep so well"

    def ground(self, line: WireFact, *, explains: bool) -> tuple[GroundedFact, ...]:
        found = Grounding(self.TEXT, sentences(self.TEXT), ONTOLOGY, TODAY, explains=explains).ground([line])
        return found[0]

    def test_may_say_anything_of_its_subject(self) -> None:
        line = wire("Regular walking", "concept", "strengthens", "the heart", "value")
        (fact,) = self.ground(line, explains=True)
        assert (fact.relation, fact.object.text, fact.verdict) == ("strengthens", "the heart", Verdict.OPEN)
        assert self.ground(line, explains=False) == ()

    def test_may_say_it_in_many_words(self) -> None:
        line = wire("Regular walking", "concept", "makes", self.WORDS, "value", sentence=1)
        assert [fact.object.text for fact in self.ground(line, explains=True)] == [self.WORDS]

    def test_does_not_say_what_it_denies(self) -> None:
        line = wire("Regular walking", "concept", "is", "a sport", "value", sentence=1)
        assert self.ground(line, explains=True) == ()


class TestUnknownRelations:
    TEXT = "Ken Ito sailed to Otaru in 2020, met Eva Roth, was a good cook and had 3 cats."

    def ground(self, relation: str, object_: str, type: str) -> tuple[tuple[GroundedFact, ...], str]:
        lines = [wire("Ken Ito", "person", relation, object_, type)]
        known = Grounding(self.TEXT, sentences(self.TEXT), ONTOLOGY, TODAY, [["in 2020"]])
        facts, refused = known.ground(lines)
        return facts, refused[0].reason if refused else ""

    @pytest.mark.parametrize(
        ("relation", "object_", "type"),
        [
            ("sailed_to", "Otaru", "place"),
            ("met", "Eva Roth", "person"),
            ("sailed_in", "2020", "value"),
            ("had", "3 cats", "value"),
        ],
    )
    def test_join_names_dates_and_figures(self, relation: str, object_: str, type: str) -> None:
        (fact,), _ = self.ground(relation, object_, type)
        assert (fact.relation, fact.object.text) == (relation, object_)

    @pytest.mark.parametrize(("object_", "type"), [("good cook", "value"), ("good cook", "concept"), ("cats", "thing")])
    def test_join_nothing_else(self, object_: str, type: str) -> None:
        assert self.ground("was", object_, type) == ((), "no known relation, and no name, date or figure that it joins")


class TestDates:
    """A date as the object of a fact."""

    PLANS = Ontology(
        (
            *ONTOLOGY.relations,
            relation("scheduled_for", "event", VALUE),
            relation("price", "event", VALUE),
        )
    )

    def ground(self, relation: str, day: str, *, reference: date | None = TODAY) -> GroundedFact | str:
        """The fact that a launch and a day are joined, or why not."""
        text = f"The Tern launch is on {day}."
        line = wire("Tern launch", "event", relation, day, "value", f"on {day}")
        facts, refused = Grounding(text, sentences(text), self.PLANS, reference, [[f"on {day}"]]).ground([line])
        return facts[0] if facts else refused[0].reason

    def test_stands_only_where_the_relation_takes_one(self) -> None:
        assert self.ground("price", "3 May 2024") == "a date cannot be the object of price"
        assert isinstance(self.ground("scheduled_for", "3 May 2024"), GroundedFact)

    @pytest.mark.parametrize(
        ("day", "relation"),
        [
            ("10 March 2024", "happened_on"),
            ("3 May 2019", "happened_on"),
            ("February 2024", "happened_on"),
            ("March 2024", "scheduled_for"),
            ("2024", "scheduled_for"),
            ("11 March 2024", "scheduled_for"),
            ("12 March 2024", "scheduled_for"),
        ],
    )
    def test_that_has_passed_is_when_it_happened(self, day: str, relation: str) -> None:
        fact = self.ground("scheduled_for", day)
        assert isinstance(fact, GroundedFact)
        assert fact.relation == relation

    def test_that_has_passed_is_all_the_time_it_took(self) -> None:
        fact = self.ground("scheduled_for", "10 March 2024")
        assert isinstance(fact, GroundedFact)
        assert fact.valid == Interval(date(2024, 3, 10), date(2024, 3, 11), Precision.DAY)

    def test_counts_by_the_day_that_is_planned_not_by_when_it_was(self) -> None:
        text = "Since 2019 the Tern launch is on 3 May 2025."
        line = wire("Tern launch", "event", "scheduled_for", "3 May 2025", "value", "Since 2019")
        times = [["Since 2019", "on 3 May 2025"]]
        (fact,), _ = Grounding(text, sentences(text), self.PLANS, TODAY, times).ground([line])
        assert (fact.relation, fact.valid.start) == ("scheduled_for", date(2019, 1, 1))

    def test_that_is_the_object_tells_when_the_fact_was(self) -> None:
        text = "Eva Roth, who left in 2011, was born on 3 May 1980."
        line = wire("Eva Roth", "person", "born_on", "3 May 1980", "value", "in 2011")
        (fact,), _ = Grounding(text, sentences(text), SHIPPED, TODAY, [["in 2011", "on 3 May 1980"]]).ground([line])
        assert (fact.valid.start, fact.time) == (date(1980, 5, 3), fact.object.span)

    def test_is_meant_where_the_words_stand_in_one_whole(self) -> None:
        text = "The Tern launch had 5 guests on 15 May 2024."
        line = wire("Tern launch", "event", "price", "5", "value")
        facts, _ = Grounding(text, sentences(text), self.PLANS, TODAY, [["on 15 May 2024"]]).ground([line])
        assert [fact.object.text for fact in facts] == ["5"]

    def test_without_a_reference_day_nothing_has_passed(self) -> None:
        fact = self.ground("scheduled_for", "3 May 2019", reference=None)
        assert isinstance(fact, GroundedFact)
        assert fact.relation == "scheduled_for"


class TestLines:
    def test_a_refused_one_is_kept_as_written(self) -> None:
        line = wire("Ken Ito", "person", "lives_in", "Nowhere", "place")
        assert grounding().ground([line])[1][0].line == line.line

    def test_the_same_fact_twice_counts_once_with_the_higher_confidence(self) -> None:
        sure, unsure = (
            wire("Mariko Hoshi", "person", "lives_in", "Otaru", "place", confidence=it) for it in (0.9, 0.2)
        )
        for lines in ([sure, unsure], [unsure, sure]):
            facts, _ = grounding().ground(lines)
            assert [fact.confidence for fact in facts] == [0.9]

    def test_without_sentences_every_line_falls(self) -> None:
        facts, refused = Grounding("", (), ONTOLOGY, TODAY).ground([LIVES])
        assert (facts, refused[0].reason) == ((), "there is no such sentence")
