"""Exact facts for questions about one name and one relation."""

from datetime import date

import pytest

from tests.fakes import FakeChat, SteppingClock
from tests.search.known import fill
from tests.stages import NOW
from tsuzuri.core.decoding import Choice
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, SearchResult, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped
from tsuzuri.pipeline.budget import UNBOUNDED
from tsuzuri.search.relating import RelationAdvisor
from tsuzuri.search.structured import Structured
from tsuzuri.search.typed import Aggregate, typed


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return load_ontology(shipped("assets/ontology.toml"))


@pytest.fixture
def structured(backend: Backend, ontology: Ontology) -> Structured:
    fill(backend)
    return Structured(backend, ontology, lambda: "search 1", SteppingClock())


def titles(result: SearchResult) -> list[str]:
    return [hit.title for hit in result.hits]


class TestWhatIsUnderstood:
    @pytest.mark.parametrize(
        ("question", "aggregate"),
        [
            ("How many people joined Alder Foundry?", Aggregate.COUNT),
            ("Who was the first to join Alder Foundry?", Aggregate.FIRST),
            ("Who joined Alder Foundry last?", Aggregate.LAST),
            ("Who joined Alder Foundry last year?", Aggregate.LIST),
            ("Who joined Alder Foundry?", Aggregate.LIST),
            ("Alder Foundryに入社したのは何人", Aggregate.COUNT),
            ("Alder Foundryに最初に入社したのは誰", Aggregate.FIRST),
            ("Alder Foundryに最後に入社したのは誰", Aggregate.LAST),
        ],
    )
    def test_an_aggregate(self, backend: Backend, ontology: Ontology, question: str, aggregate: Aggregate) -> None:
        fill(backend)
        understood = typed(question, ontology, backend.graph, NOW.date())
        assert (understood.aggregate, understood.whole) == (aggregate, True)

    def test_is_told(self, structured: Structured) -> None:
        understood = structured.understood("How many joined Alder Foundry with Sora Brook in 2019?")
        assert understood.told == "count of Alder Foundry with Sora Brook by joined in in 2019"


class TestAnswers:
    def test_a_list_comes_in_order_of_time_with_its_number_and_dates(self, structured: Structured) -> None:
        result = structured.search("Who joined Alder Foundry?")
        assert titles(result) == [
            "Sora Brook joined Alder Foundry",
            "Rina Hayami joined Alder Foundry",
            "高瀬 透 joined Alder Foundry",
        ]
        assert "3 people; first 2019-04-01, last 2021-05-01; 1 without a date" in result.message
        assert (result.outcome, result.strategy_used) == (Outcome.FOUND, Strategy.STRUCTURED)
        assert {(hit.kind, hit.routes) for hit in result.hits} == {(Kind.FACT, (Route.STRUCTURED,))}

    @pytest.mark.parametrize(
        ("question", "title"),
        [
            ("Who joined Alder Foundry first?", "Sora Brook joined Alder Foundry"),
            ("Who joined Alder Foundry last?", "Rina Hayami joined Alder Foundry"),
            ("Where does Rina Hayami live?", "Rina Hayami lives in Kobe"),
            ("高瀬 透はどこに住んでいますか", "高瀬 透 lives in 京都"),
            ("Who joined Alder Foundry in 2021?", "Rina Hayami joined Alder Foundry"),
            ("When did Sora Brook join Alder Foundry?", "Sora Brook joined Alder Foundry"),
        ],
    )
    def test_one_fact(self, structured: Structured, question: str, title: str) -> None:
        assert titles(structured.search(question))[:1] == [title]

    @pytest.mark.parametrize(
        ("question", "title"),
        [
            ("Who does Sora Brook report to?", "Sora Brook reports to 高瀬 透"),
            ("Who reports to Sora Brook?", "Rina Hayami reports to Sora Brook"),
            ("Who is the boss of Sora Brook?", "Sora Brook reports to 高瀬 透"),
            ("Who is Sora Brook's boss?", "Sora Brook reports to 高瀬 透"),
            ("Sora Brookの上司は誰ですか", "Sora Brook reports to 高瀬 透"),
            ("Sora Brookの部下は誰ですか", "Rina Hayami reports to Sora Brook"),
        ],
    )
    def test_which_end_was_meant_is_told_by_the_words(self, structured: Structured, question: str, title: str) -> None:
        assert titles(structured.search(question)) == [title]

    def test_only_what_held_on_a_day(self, structured: Structured) -> None:
        assert titles(structured.search("Where does Rina Hayami live?", as_of=date(2020, 1, 1))) == []

    def test_a_limit(self, structured: Structured) -> None:
        result = structured.search("Who joined Alder Foundry?", limit=1)
        assert len(result.hits) == 1
        assert "3 people" in result.message


class TestWhatIsNotUnderstood:
    @pytest.mark.parametrize(
        ("question", "why"),
        [
            ("What is new?", "no name that is in the library"),
            ("Who joined Nowhere Works?", "no name that is in the library, though it speaks of joined"),
            ("Tell me of Rina Hayami", "for no relation; known of that: joined, lives_in, reports_to"),
            ("", "no name"),
            ("\ud800", "no name"),
        ],
    )
    def test_is_said_with_what_was(self, structured: Structured, question: str, why: str) -> None:
        result = structured.search(question)
        assert (result.outcome, result.hits) == (Outcome.EMPTY, ())
        assert why in result.message

    def test_a_fact_that_is_not_there_is_not_there(self, structured: Structured) -> None:
        result = structured.search("How old is Rina Hayami?")
        assert result.outcome is Outcome.EMPTY
        assert result.message == "list of Rina Hayami by age or born_on: there is no such fact"


class TestAModelsOpinion:
    def asked(self, backend: Backend, ontology: Ontology, chat: FakeChat, question: str) -> SearchResult:
        fill(backend)
        relating = RelationAdvisor(chat, backend, UNBOUNDED, SteppingClock())
        return Structured(backend, ontology, lambda: "1", SteppingClock(), relating=relating).search(question)

    def test_is_heard_where_no_word_is_a_relations(self, backend: Backend, ontology: Ontology) -> None:
        chat = FakeChat(lambda _: "", respond=lambda _: "lives_in")
        result = self.asked(backend, ontology, chat, "In which town might one meet Rina Hayami?")
        assert titles(result) == ["Rina Hayami lives in Kobe"]
        assert chat.questions[0].form == Choice(("joined", "lives_in", "reports_to", "none"))

    @pytest.mark.parametrize("answer", ["none", "something else"])
    def test_none_is_no_relation(self, backend: Backend, ontology: Ontology, answer: str) -> None:
        chat = FakeChat(lambda _: "", respond=lambda _: answer)
        result = self.asked(backend, ontology, chat, "In which town might one meet Rina Hayami?")
        assert (result.outcome, "for no relation" in result.message) == (Outcome.EMPTY, True)

    def test_is_not_asked_for_where_rules_understand(self, backend: Backend, ontology: Ontology) -> None:
        chat = FakeChat(lambda _: "", respond=lambda _: "joined")
        assert titles(self.asked(backend, ontology, chat, "Where does Rina Hayami live?")) == [
            "Rina Hayami lives in Kobe"
        ]
        assert chat.questions == []
