"""A small library about an office, read by a model, and what is asked of it."""

from datetime import UTC, date, datetime

from tests.extract.lines import wire
from tests.fakes import FakeEmbedder, SteppingClock
from tests.stages import ONTOLOGY, store_text
from tsuzuri.core.document import Said, SaidKind
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import SearchResult
from tsuzuri.core.values import EntityType
from tsuzuri.extract.ground import Grounding
from tsuzuri.extract.mentions import MentionIndex
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.search.answer.evidence import Evidence, gather
from tsuzuri.search.answer.inquiry import Inquiry, inquire
from tsuzuri.search.searcher import Searcher
from tsuzuri.text.normalise import key
from tsuzuri.text.sentences import sentences

TODAY = date(2025, 6, 1)
HOME = "Ken Ito lives in Nara. He keeps a tortoise called Basho."
WORK = "Ken Ito works at Lumen Works since May 2021."
LEFT = "Ada Berg left Lumen Works in 2022. She opened a tea shop in Graz."
PRICE = "The Mellow lamp costs 40 euros. The stand of the lamp costs 9 euros."
DELAY = "The launch of the Mellow lamp was postponed to May. The stands were too soft."
JA = "真鍋律子先生は北野大学の教授です。先生は橋を調べています。"
PLAN = "Ada Berg plans to open an office in Ulm."
CHAT = "I have lived in Ulm since 2020."

_FACTS = {
    HOME: [wire("Ken Ito", "person", "lives_in", "Nara", "place")],
    WORK: [wire("Ken Ito", "person", "works_at", "Lumen Works", "organization", "since May 2021")],
    LEFT: [wire("Ada Berg", "person", "works_at", "Lumen Works", "organization")],
    JA: [wire("真鍋律子", "person", "works_at", "北野大学", "organization")],
}


def said(year: int, month: int = 3) -> Said:
    return Said(datetime(year, month, 11, 8, 0, tzinfo=UTC), SaidKind.FRONT_MATTER)


def fill(backend: Backend) -> None:
    store_text(backend, "/notes/ken.md", [HOME, WORK], title="Ken", said=said(2023))
    store_text(backend, "/notes/ada.md", [LEFT, PLAN], title="Ada", said=said(2022, 9))
    store_text(backend, "/notes/lamp.md", [PRICE, DELAY], title="Lamp", said=said(2024))
    store_text(backend, "/notes/真鍋.md", [JA], title="真鍋", said=said(2024))
    store_text(backend, "/chat/ines.txt", [CHAT], title="chat", said=said(2024), speaker="Ines Vale")
    with backend.transaction():
        backend.graph.add_entity("Ines Vale", key("Ines Vale"), EntityType.PERSON, SteppingClock()())
    read = []
    for passage in backend.catalog.pending(20):
        grounding = Grounding(passage.text, sentences(passage.text), ONTOLOGY, TODAY)
        read.append(ReadPassage(passage, *grounding.ground(_FACTS.get(passage.text, []))))
    BatchWriter(backend, SteppingClock(), by="fake").write(Batch(tuple(read), ()))
    MentionIndex(backend).run()
    Embedding(backend, FakeEmbedder()).run()


def find(backend: Backend, question: str, as_of: date | None = None) -> SearchResult:
    return Searcher(backend, FakeEmbedder(), lambda: "test", SteppingClock()).search(question, limit=30, as_of=as_of)


def sound(name: str) -> str:
    """A reading for the one name that needs one."""
    return {"真鍋律子": "manaberitsuko", "真鍋": "manabe", "北野大学": "kitanodaigaku"}.get(name, name.casefold())


def weighed(backend: Backend, question: str) -> tuple[Inquiry, tuple[Evidence, ...]]:
    inquiry = inquire(question, backend, TODAY)
    return inquiry, gather(inquiry, find(backend, question).hits, backend, sound)
