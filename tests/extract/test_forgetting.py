"""Property: adding a note and forgetting it leaves everything as it was, whatever the other notes share with it."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.extract.given.documents import SHIPPED
from tests.extract.lines import rows, scripted
from tests.fakes import FAKE_SPACE, FakeChat, FakeEmbedder, SteppingClock
from tests.stages import NOW, SAID
from tsuzuri.core.document import Document
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import ContentDraft, Kind, SourceDraft
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.extract.mentions import MentionIndex
from tsuzuri.extract.understand import Understanding
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.readers.registry import read
from tsuzuri.store.memory.backend import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.text.segment import segment
from tsuzuri.text.split import split

TOLD = (
    ("Mariko Hoshi joined Lumen Inc", "Mariko Hoshi | person | works_at | Lumen Inc | organization | in May 2021"),
    ("Mr Hoshi lives in Otaru", "Mr Hoshi | person | lives_in | Otaru | place | -"),
    ("She lives in Otaru", "She | person | lives_in | Otaru | place | -"),
    ("Ken Ito joined Lumen in", "Ken Ito | person | works_at | Lumen | organization | in May 2021"),
    ("Ken lives in Kobe", "Ken | person | lives_in | Kobe | place | -"),
    ("Ken Ito married Mariko Hoshi", "Ken Ito | person | married_to | Mariko Hoshi | person | -"),
    ("星 真理子は小樽に住んでいる", "星 真理子 | person | lives_in | 小樽 | place | -"),
    ("伊藤さんはルーメン株式会社", "伊藤さん | person | works_at | ルーメン株式会社 | organization | 2021年"),
    ("伊藤 健は小樽に", "伊藤 健 | person | lives_in | 小樽 | place | -"),
    ("Perhaps Halo", "Nobody Atall | person | works_at | Nowhere Works | organization | -"),
)
SENTENCES = (
    "Mariko Hoshi joined Lumen Inc in May 2021.",
    "Mr Hoshi lives in Otaru.",
    "She lives in Otaru.",
    "Ken Ito joined Lumen in May 2021.",
    "Ken lives in Kobe.",
    "Ken Ito married Mariko Hoshi.",
    "星 真理子は小樽に住んでいる。",
    "伊藤さんはルーメン株式会社に2021年に入社した。",
    "伊藤 健は小樽に住んでいる。",
    "Perhaps Halo was seen by the harbour.",
    "With [[Ken Ito]] and [[Mariko Hoshi|Mariko]].",
    "See [[Lumen Inc|Lumen]] and [[Halo]].",
    "[[小樽]]で[[伊藤 健|伊藤]]と会った。",
    "About Otaru, Halo and #sailing.",
    "The Halo Club met Mariko in Otaru.",
)
HEADS = (
    "",
    "---\ntitle: Mariko Hoshi\ntype: person\naliases: [星 真理子, Hoshi-san]\ncity: Otaru\n---\n",
    "---\ntitle: Mariko Hoshi\ntype: person\naliases: [Mari]\ncompany: Lumen Inc\ntags: [sailing]\n---\n",
    "---\ntitle: Ken Ito\naliases: [伊藤 健]\ntags: [halo]\n---\n",
    "---\ntitle: Halo\ntype: organization\ncity: Kobe\n---\n",
    "---\ntitle: 小樽\ntype: place\naliases: [Otaru]\n---\n",
    "---\ntitle: Halo Club\ntype: company\naliases: [Halo, Club of Halo]\n---\n",
    "---\ntitle: Kobe\ntype: concept\ntags: [Lumen, sailing]\n---\n",
)
notes = st.builds(
    lambda head, body: head + "\n\n".join(body) + "\n",
    st.sampled_from(HEADS),
    st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3).map(" ".join), max_size=3),
)
vaults = st.lists(notes, max_size=4)
WORDS = sorted({token for text in (*SENTENCES, *HEADS) for token in segment(text)})


class Vault:
    """Notes in a store, and all the stages over them."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.clock = SteppingClock()
        self._structures = GivenFacts(backend, SHIPPED, self.clock)
        self._mentions = MentionIndex(backend)
        self._chat = FakeChat(scripted(*TOLD))
        self._embedding = Embedding(backend, FakeEmbedder())

    def add(self, uri: str, note: str) -> None:
        """Store a note with what it states of itself."""
        document = read(note.encode(), PurePath(uri))
        sha256 = hashlib.sha256(note.encode()).digest()
        catalog = self.backend.catalog
        with self.backend.transaction():
            (source,) = catalog.put_sources([SourceDraft(uri, len(note), NOW)], NOW)
            if (known := catalog.find_content(sha256)) is not None:
                catalog.attach(source, known)
                return
        if not isinstance(document, Document):
            return
        document = replace(document, said=SAID)
        drafts = split(document, FakeEmbedder().count_tokens)
        structure = self._structures.find(document, drafts)
        title = document.title or PurePath(uri).stem
        with self.backend.transaction():
            content, ids = catalog.put_content(
                source, ContentDraft(sha256, document.text, "text/markdown", title, "en", "utf-8", SAID), drafts
            )
            entries = [LexicalEntry(id_, title, one.heading, one.text) for id_, one in zip(ids, drafts, strict=True)]
            self.backend.lexical.put(Kind.PASSAGE, entries)
            structure.write(content, ids, range(len(ids)))

    def settle(self) -> None:
        """Let everything run that waits: the model, the links, the embedder."""
        Understanding(self.backend, self._chat, SHIPPED, self.clock, batch=2).run()
        self._mentions.run()
        self._embedding.run()

    def forget(self, uri: str) -> None:
        source = self.backend.catalog.source_by_uri(uri)
        assert source is not None
        with self.backend.transaction():
            self.backend.catalog.forget(source.id)
        assert self.backend.check() == ()

    def empty(self) -> None:
        for source in self.backend.catalog.sources().items:
            self.forget(source.uri)


def seen(backend: Backend) -> tuple[object, ...]:
    """All that the ports show."""
    space = backend.vectors.find_space(FAKE_SPACE)
    found = {
        (kind, word): [row.id for row in backend.lexical.match(kind, LexicalQuery((Term((word,)),)), 99)]
        for kind in Kind
        for word in WORDS
        if backend.lexical.frequencies(kind, [word]) != (0,)
    }
    near = space and [
        [row.id for row in backend.vectors.nearest(space, kind, FakeEmbedder().query(words), 99)]
        for kind in Kind
        for words in SENTENCES
    ]
    return (
        rows(backend),
        backend.catalog.sources().items,
        backend.links.names(),
        backend.links.changed(),
        backend.links.has_work(),
        found,
        near,
    )


def dump(eye: apsw.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table but what the model has cost, and what full text holds; vectors without ids."""
    tables = eye.execute(
        """
        SELECT name FROM pragma_table_list
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'model_use' ORDER BY name
        """
    ).fetchall()
    rows = {str(table): f"SELECT * FROM {table}" for (table,) in tables}
    for kind in Kind:
        rows[f"{kind}_terms"] = f"SELECT * FROM {kind}_terms"
        rows[f"{kind}_fts"] = f"SELECT id FROM {kind}_fts_docsize"
    rows["vector"] = "SELECT space_id, kind, owner_id, embedding FROM vector"
    rows["vector_bits"] = "SELECT v.kind, owner_id, bits FROM vector_bits JOIN vector v ON id = vector_id"
    return {table: sorted(eye.execute(query).fetchall(), key=repr) for table, query in rows.items()}


def fill(vault: Vault, before: list[str], *, at_once: bool) -> None:
    vault.empty()  # what an example that failed left behind
    for number, note in enumerate(before):
        vault.add(f"/{number}.md", note)
        if not at_once:
            vault.settle()
    vault.settle()


def pass_by(vault: Vault, extra: str) -> None:
    """Add a note and forget it again, and let all run that waits after each."""
    vault.add("/extra.md", extra)
    vault.settle()
    assert vault.backend.check() == ()
    vault.forget("/extra.md")
    vault.settle()
    assert vault.backend.check() == ()


@settings(max_examples=60, deadline=None)
@given(vaults, notes, st.booleans())
def test_a_note_that_was_added_and_forgotten_leaves_no_trace(before: list[str], extra: str, at_once: bool) -> None:
    vault = Vault(MemoryBackend())
    fill(vault, before, at_once=at_once)
    kept = seen(vault.backend)
    pass_by(vault, extra)
    assert seen(vault.backend) == kept


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forgetting") / "library.db"


@pytest.fixture(scope="module")
def vault(path: Path) -> Iterator[Vault]:
    backend = SqliteBackend(path, None, clock=lambda: NOW)
    yield Vault(backend)
    backend.close()


@pytest.fixture(scope="module")
def eye(vault: Vault, path: Path) -> Iterator[apsw.Connection]:
    with vault.backend.transaction():
        vault.backend.vectors.space(FAKE_SPACE)  # a space is made once and stays
    reader = connect(path, None, writer=False)
    yield reader
    reader.close()


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(vaults, notes, st.booleans())
def test_nor_does_it_in_any_table(
    vault: Vault, eye: apsw.Connection, before: list[str], extra: str, at_once: bool
) -> None:
    fill(vault, before, at_once=at_once)
    kept = dump(eye)
    pass_by(vault, extra)
    assert dump(eye) == kept
