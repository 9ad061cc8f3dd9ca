"""Whatever bytes are tried, only well-formed lines copied from the source get through, and there is always a way on."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.decoding import FactForm, Sentence
from tsuzuri.models.grammar import END, FactLines, Field, State, Triple

TYPES = ("person", "organization", "place")
WORKS = Sentence("Mika Aoba has worked at Lindel AG in Ulm | Graz since May 2021.", ("since May 2021",))
LIVES = Sentence("青葉美香さんは東京都港区に住んでいる。")
LINE = "Mika Aoba | person | works_at | Lindel AG | organization | since May 2021"


def automaton(
    sentence: Sentence = WORKS,
    *,
    known: tuple[str, ...] = (),
    earlier: tuple[Triple, ...] = (),
    relations: tuple[str, ...] = (),
    facts: int = 9,
) -> FactLines:
    return FactLines(sentence, FactForm(TYPES, "value", relations, facts), known, earlier)


def accepts(text: str, of: FactLines | None = None) -> bool:
    tried = of or automaton()
    return tried.feed(tried.start(), text.encode()) is not None


def complete(text: str, of: FactLines | None = None) -> bool:
    tried = of or automaton()
    state = tried.feed(tried.start(), text.encode())
    return state is not None and tried.is_done(state)


END_TEXT = END.decode()


def test_a_dash_says_that_there_is_no_fact() -> None:
    assert complete("-")


def test_lines_are_parted_by_a_line_feed_and_the_last_is_ended() -> None:
    assert complete(f"{LINE}{END_TEXT}")
    assert complete(f"{LINE}\nLindel AG | organization | located_in | Ulm | place | -{END_TEXT}")
    assert not accepts(f"{LINE}\n{END_TEXT}")
    assert not accepts(f"{LINE}\n-")


def test_a_sentence_without_time_words_has_no_time_field() -> None:
    assert complete(f"青葉美香さん | person | lives_in | 東京都港区 | place{END_TEXT}", automaton(LIVES))
    assert not accepts("青葉美香さん | person | lives_in | 東京都港区 | place | -", automaton(LIVES))


@pytest.mark.parametrize(
    "line",
    [
        "Mika | person | works_at | Lindel GmbH | organization | -",
        "Mik | person | works_at | Lindel AG | organization | -",
        "Mika Aoba | value | works_at | Lindel AG | organization | -",
        "Mika Aoba | robot | works_at | Lindel AG | organization | -",
        "Mika Aoba | person | worksAt | Lindel AG | organization | -",
        "Mika Aoba | person | works__at | Lindel AG | organization | -",
        "Mika Aoba | person | works_ | Lindel AG | organization | -",
        "Mika Aoba | person | knows | Mika | person | -",
        "Mika Aoba | person | works_at | Lindel AG | organization | in Ulm",
        "Mika Aoba | person | works_at | Lindel AG | organization",
        "Mika Aoba | person | works_at | Ulm | Graz | place | -",
        "Mika Aoba| person | works_at | Lindel AG | organization | -",
    ],
)
def test_a_line_that_is_misspelt_or_malformed_is_refused(line: str) -> None:
    assert not accepts(f"{line}{END_TEXT}")


def test_a_fact_is_not_written_twice_in_a_passage() -> None:
    said = Triple(b"Mika Aoba", b"works_at", b"Lindel AG")
    assert not accepts(f"{LINE}\n{LINE}")
    assert not accepts(LINE, automaton(earlier=(said,)))


def test_a_model_that_goes_in_circles_can_only_end() -> None:
    longer = f"{LINE}\nMika Aoba | person | works_at | AG in | organization | -"
    assert complete(f"{longer}{END_TEXT}")
    circling = f"{LINE}\nMika Aoba | person | works_at | Lindel AG in | organization | -"
    assert complete(f"{circling}{END_TEXT}")
    assert not accepts(f"{circling}\n")


def test_after_the_most_facts_the_answer_can_only_end() -> None:
    assert complete(f"{LINE}{END_TEXT}", automaton(facts=1))
    assert not accepts(f"{LINE}\n", automaton(facts=1))


def test_a_closed_list_of_relations_is_kept() -> None:
    closed = automaton(relations=("works_at", "lives_in"))
    assert accepts("Mika Aoba | person | lives_in | Lindel", closed)
    assert not accepts("Mika Aoba | person | likes", closed)


def test_a_known_name_may_be_the_subject_whole_but_not_the_object() -> None:
    assert not accepts("Noa Berg | person")
    assert accepts("Noa Berg | person | knows | Mika Aoba", automaton(known=("Noa Berg",)))
    assert not accepts("Noa | person", automaton(known=("Noa Berg",)))
    assert not accepts("Mika Aoba | person | knows | Noa", automaton(known=("Noa Berg",)))


def test_what_names_nothing_is_no_subject() -> None:
    sentence = Sentence("In May 2021 Jan left Ulm.", ("In May 2021", "Jan"))
    form = FactForm(TYPES, "value", no_names=("in",))
    for words in ("In May 2021", "In", "May 2021", "2021"):
        assert not accepts(f"{words} | person", FactLines(sentence, form)), words
    assert accepts("Jan | person | left | Ulm | place | -", FactLines(sentence, form))


def test_a_sentence_of_one_word_has_no_fact() -> None:
    assert complete("-", automaton(Sentence("Hello")))
    assert not accepts("H", automaton(Sentence("Hello")))


class TestJapanese:
    """Words are not parted by spaces, so names begin and end where the script changes."""

    def test_a_run_of_one_script_is_not_broken(self) -> None:
        of = automaton(Sentence("ミドリ電機のサトウが城之戸社長と来た。"))
        assert accepts("ミドリ電機 | organization", of)
        assert accepts("サトウ | person", of)
        assert accepts("城之戸社長 | person", of)
        assert not accepts("ドリ", of)
        assert not accepts("サト | person", of)
        assert not accepts("城之戸 | person", of)

    def test_an_honorific_ends_before_its_particle(self) -> None:
        assert accepts("青葉美香さん | person", automaton(LIVES))
        assert accepts("青葉美香 | person", automaton(LIVES))
        assert not accepts("青葉美香さんは | person", automaton(LIVES))

    def test_a_number_keeps_its_counter(self) -> None:
        of = automaton(Sentence("会費は3000円で10月1日に払う。"))
        assert accepts("会費 | thing"[:2], of)
        assert accepts("会費 | person | price | 3000円", of)
        assert not accepts("会費 | person | price | 3000 |", of)


texts = st.text(st.sampled_from("abcAB 12.,|-\n東京タナカ。ーさん'(é\U00050000\x03"), max_size=40)


@settings(max_examples=200, deadline=None)
@given(texts, st.lists(texts, max_size=2), st.integers(0, 2**32), st.integers(1, 4), st.booleans())
def test_any_walk_ends_and_every_copy_is_in_its_source(
    text: str, known: list[str], seed: int, facts: int, timed: bool
) -> None:
    times = tuple(text.split()[:1]) if timed else ()
    tried = automaton(Sentence(text, times), known=tuple(known), facts=facts)
    written = random_walk(tried, random.Random(seed)).decode()
    assert written == "-" or written.endswith(END_TEXT)
    lines = [] if written == "-" else written.removesuffix(END_TEXT).split("\n")
    assert len(lines) <= facts
    shown = text.replace("\n", " ").replace(END_TEXT, " ")
    triples = set()
    for line in lines:
        subject, subject_type, relation, object_, object_type, *time = line.split(" | ")
        assert subject in shown or subject in known
        assert object_ in shown
        assert not {"\n", "|", END_TEXT} & set(subject + object_)
        assert subject not in object_
        assert object_ not in subject
        assert subject_type in TYPES
        assert object_type in (*TYPES, "value")
        assert relation.replace("_", "a").isalpha()
        assert time in ([], ["-"], [*times])
        triples.add((subject, relation, object_))
    assert len(triples) == len(lines)


def random_walk(tried: FactLines, chance: random.Random) -> bytes:
    """Bytes written by taking any allowed one, until the answer is complete."""
    written = bytearray()
    state: State = tried.start()
    while state.field is not Field.DONE:
        allowed = sorted(tried.allowed(state))
        assert allowed, f"a dead end after {bytes(written)!r}"
        byte = chance.choice(allowed)
        following = tried.feed(state, bytes((byte,)))
        assert following is not None
        written.append(byte)
        state = following
    return bytes(written)
