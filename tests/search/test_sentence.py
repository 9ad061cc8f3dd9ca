"""What holds a question's words in one sentence comes before what holds them scattered."""

from tests.fakes import FakeEmbedder
from tests.stages import store_text
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Strategy
from tsuzuri.core.values import Kind, Scored
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.sentence import by_sentence, found_by_words
from tsuzuri.search.words import Words

QUESTION = Words("駅前に橋を架けたのは誰ですか")
SCATTERED = "駅前に店がある。川には橋を見に人が来る。祭りの夜に山車が出る。"
TOGETHER = "駅前に橋を架けた人は町長である。川は細い。祭りは夏にある。"


def scored(*scores: tuple[int, float]) -> tuple[Scored, ...]:
    return tuple(Scored(id_, score) for id_, score in scores)


def order(found: tuple[Scored, ...]) -> list[int]:
    return [one.id for one in found]


def stored(backend: Backend, *texts: str, speaker: str = "", title: str = "町") -> tuple[PassageId, ...]:
    return store_text(backend, f"/{title}{speaker}.md", list(texts), title=title, speaker=speaker)


def test_words_in_one_sentence_count_more_than_scattered_ones(backend: Backend) -> None:
    scattered, together = stored(backend, SCATTERED, TOGETHER)
    raised = by_sentence(QUESTION, scored((scattered, 3.0), (together, 2.9)), backend)
    assert order(raised) == [together, scattered]
    assert raised[0].score <= 2.9 + 3.0


def test_the_title_belongs_to_every_sentence(backend: Backend) -> None:
    (bare,) = stored(backend, "橋を架けた人は町長である。", title="川")
    (titled,) = stored(backend, "橋を架けた人は町長である。", title="駅前に")
    assert order(by_sentence(QUESTION, scored((bare, 2.0), (titled, 1.9)), backend)) == [titled, bare]


def test_what_comes_after_the_first_ten_is_not_read(backend: Backend) -> None:
    ids = stored(backend, *[SCATTERED] * 10, TOGETHER)
    found = scored(*((id_, 3.0 - at / 100) for at, id_ in enumerate(ids)))
    last = by_sentence(QUESTION, found, backend)[-1]
    assert last == found[-1]


def test_messages_stay_as_they_were_found(backend: Backend) -> None:
    scattered, together = stored(backend, SCATTERED, TOGETHER, speaker="美羅")
    found = scored((scattered, 3.0), (together, 2.9))
    assert by_sentence(QUESTION, found, backend) == found


def test_a_message_among_paragraphs_counts_as_one_statement(backend: Backend) -> None:
    (message,) = stored(backend, SCATTERED, speaker="美羅")
    (paragraph,) = stored(backend, SCATTERED)
    raised = by_sentence(QUESTION, scored((message, 2.0), (paragraph, 1.9)), backend)
    assert raised[0] == Scored(message, 4.0)


def test_nothing_stays_nothing(backend: Backend) -> None:
    assert by_sentence(QUESTION, (), backend) == ()


def test_a_passage_that_is_gone_stays_where_it_was(backend: Backend) -> None:
    (there,) = stored(backend, TOGETHER)
    assert order(by_sentence(QUESTION, scored((999, 9.0), (there, 1.0)), backend)) == [there, 999]


def test_only_japanese_questions_look_at_sentences(backend: Backend) -> None:
    stored(backend, SCATTERED, TOGETHER, "Who built the bridge? A bridge stood. They built it.", "He built the bridge.")
    for text in ("who built the bridge", "駅前", "橋"):
        words = Words(text)
        assert found_by_words(words, Kind.PASSAGE, backend, 9) == words.find(backend.lexical, Kind.PASSAGE, 9)
    as_found = QUESTION.find(backend.lexical, Kind.PASSAGE, 9)
    assert found_by_words(QUESTION, Kind.PASSAGE, backend, 9) == by_sentence(QUESTION, as_found, backend) != as_found


def test_a_search_finds_the_answering_sentence_first(backend: Backend) -> None:
    crowd = "駅前に店。橋を見る。駅前に人。山車を架けた。"
    quiet = TOGETHER + "冬は雪が深く、春は霞が立ち、山の上から海まで見える。"
    crowded, answering, *_ = stored(backend, crowd, quiet, *["猫は眠る。"] * 9)
    assert order(QUESTION.find(backend.lexical, Kind.PASSAGE, 9)) == [crowded, answering]
    searcher = Searcher(backend, FakeEmbedder(), lambda: "id")
    found = searcher.search(QUESTION.text, strategy=Strategy.CHUNKS_LEXICAL)
    assert [hit.id for hit in found.hits] == [answering, crowded]
