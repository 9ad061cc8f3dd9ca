"""Which strategy suits a question, in a table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.known import fill
from tests.stages import NOW
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.results import Strategy
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped
from tsuzuri.search.routing import Routed, route
from tsuzuri.search.typed import typed
from tsuzuri.store.memory.backend import MemoryBackend

ONTOLOGY: Ontology = load_ontology(shipped("assets/ontology.toml"))
QUESTIONS = {
    Strategy.SYSTEM1: (
        "What is the name of the cat?",
        "Which bank keeps the deposit?",
        "Lumen Works",
        '"annual report" budget',
        "type:person harbour",
        "in:minutes oven",
        "猫",
        "会議 議事録",
        "who repaired the bell?",
        "What is the wifi password of the cabin?",
        "倉庫の鍵はどこですか",
        "メール before:2024",
        "「試作機」 温度",
        "harbour -mill",
        "Where does Rina Hayami live?",
        "乾燥機の型番を教えて",
        "東京 星",
    ),
    Strategy.TEMPORAL: (
        "When did Rina Hayami move to Kobe?",
        "How long did the repair take?",
        "Who chaired the board before 2020?",
        "What happened after the flood in May 2021?",
        "Where did she live as of 2019?",
        "What did we decide last week?",
        "What year was the mill sold?",
        "引っ越しはいつでしたか",
        "当時の社長は誰ですか",
        "2021年に何がありましたか",
        "契約期間はどのくらいですか",
        "昨日は何を決めましたか",
        "以前の住所はどこですか",
        "who was the director in March 2022?",
        "Which meetings were held in 2023?",
    ),
    Strategy.DUAL: (
        "How has the rent of the hall changed?",
        "What became of the old boat?",
        "Who has sung in the choir, one after the other?",
        "町内会の会費はどうなりましたか",
        "list all suppliers of the bakery",
        "Which restaurants have we tried?",
        "How many books are on the shelf?",
        "What changed in the office?",
        "What changed since March 2024?",
        "Why was the launch put off?",
        "What does my sister prefer for breakfast?",
        "Give me a summary of the harbour project",
        "what kind of music do they play at the club?",
        "取引先を全部教えて",
        "参加者の一覧をください",
        "なぜ発売が延期されたのですか",
        "去年から何が変わりましたか",
        "どんな音楽が好きですか",
        "議事録の内容をまとめて",
        "彼女の趣味は何ですか",
        "すべての工場はどこにありますか",
        "the things that people around here tend to say about the weather in the north when they have time",
        "Tell me about the choir and its people",
        "プロジェクトの概要を教えてください",
    ),
    Strategy.STRUCTURED: (
        "How many people work at Alder Foundry?",
        "Who joined Alder Foundry first?",
        "What is the latest job of Rina Hayami?",
        "Alder Foundryに入社したのは何人ですか",
        "Rina Hayamiの最初の勤務先は？",
        "Number of people who left Alder Foundry",
        "Alder Foundryの社員は何人いますか",
        "When did Rina Hayami first move?",
    ),
    Strategy.GRAPH: (
        "Who is the sister of the founder of the mill that burnt down?",
        "Where was the director of the film that won the medal born?",
        "What do Rina Hayami and Sora Brook have in common?",
        "Does Rina Hayami know Sora Brook?",
        "ミルの創業者の妹の夫は誰ですか",
        "灯台を設計した人の出身地はどこですか",
        "Rina HayamiはSora Brookと知り合いですか",
        "What is Rina Hayami's sister's employer called?",
    ),
}


@pytest.fixture(scope="module")
def backend() -> MemoryBackend:
    filled = MemoryBackend()
    fill(filled)
    return filled


def routed(question: str, backend: MemoryBackend) -> Routed:
    return route(question, typed(question, ONTOLOGY, backend.graph, NOW.date()), NOW.date())


@pytest.mark.parametrize(
    ("question", "strategy"), [(question, one) for one, questions in QUESTIONS.items() for question in questions]
)
def test_a_question_has_its_strategy(backend: MemoryBackend, question: str, strategy: Strategy) -> None:
    chosen = routed(question, backend)
    assert chosen.strategy is strategy, chosen.reason


def test_it_is_unsure_of_what_is_long_and_names_nobody(backend: MemoryBackend) -> None:
    long = "the things that people around here tend to say about the weather in the north when they have time"
    assert not routed(long, backend).sure
    assert routed("Rina Hayami", backend).sure


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_has_a_strategy_and_a_reason(backend: MemoryBackend, text: str) -> None:
    chosen = routed(text, backend)
    assert chosen.strategy in QUESTIONS
    assert chosen.reason
