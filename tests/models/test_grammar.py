"""Whatever bytes are tried, only well-formed lines copied from the source get through, and there is always a way on."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.decoding import FactForm, Sentence
from tsuzuri.models.grammar import MARK, FactLines, Field, State, Written

TYPES = ("person", "organization", "place")
WORKS = Sentence("Mika Aoba has worked at Lindel AG in Ulm | Graz; Bern since May 2021.", ("since May 2021",))
LIVES = Sentence("青葉美香さんは東京都港区に住んでいる。")
LINE = "person Mika Aoba: works_at organization Lindel AG @ since May 2021"
SAID = Written(b"person", b"Mika Aoba", b"works_at", b"organization", b"Lindel AG")


def automaton(
    sentence: Sentence = WORKS,
    *,
    known: tuple[str, ...] = (),
    earlier: tuple[Written, ...] = (),
    relations: tuple[str, ...] = (),
    facts: int = 9,
) -> FactLines:
    return FactLines(sentence, FactForm(TYPES, "value", relations, facts), known, earlier)


def accepts(text: str, of: FactLines | None = None) -> bool:
    tried = of or automaton()
    return tried.feed(tried.start(), text.encode()) is not None


def lines(text: str, of: FactLines | None = None) -> list[str] | None:
    """The facts of a complete answer as they are told; None if it is not complete."""
    tried = of or automaton()
    state = tried.feed(tried.start(), text.encode())
    return [fact.line() for fact in state.facts] if state is not None and state.field is Field.DONE else None


def test_the_mark_alone_says_that_there_is_no_fact() -> None:
    assert lines(MARK) == []


def test_a_fact_is_told_with_its_fields_parted_by_bars() -> None:
    assert lines(f"{LINE}\n{MARK}") == ["Mika Aoba | person | works_at | Lindel AG | organization | since May 2021"]


def test_facts_of_one_subject_stand_in_its_line_and_others_below() -> None:
    hers, theirs = (
        "person Mika Aoba: works_at organization Lindel AG; lives_in place Ulm",
        "organization Lindel AG: in place Ulm",
    )
    assert lines(f"{hers}\n{theirs}\n{MARK}") == [
        "Mika Aoba | person | works_at | Lindel AG | organization",
        "Mika Aoba | person | lives_in | Ulm | place",
        "Lindel AG | organization | in | Ulm | place",
    ]


def test_an_answer_ends_only_after_a_whole_line() -> None:
    assert not accepts(f"{LINE}{MARK}")
    assert not accepts(f"{LINE};{MARK}")
    assert not accepts(f"{LINE}\n\n")
    assert not accepts(f"{MARK}{MARK}")


def test_a_sentence_without_time_words_has_no_time() -> None:
    assert accepts("person 青葉美香さん: lives_in place 東京都港区\n", automaton(LIVES))
    assert not accepts("person 青葉美香さん: lives_in place 東京都港区 @", automaton(LIVES))


@pytest.mark.parametrize(
    "line",
    [
        "person Mika: works_at organization Lindel GmbH",
        "person Mik: works_at",
        "value Mika Aoba: works_at",
        "robot Mika Aoba: works_at",
        "person Mika Aoba: worksAt",
        "person Mika Aoba: works__at",
        "person Mika Aoba: works_ ",
        "person Mika Aoba: knows person Mika\n",
        "person Mika Aoba: works_at organization Lindel AG @ in Ulm",
        "person Mika Aoba: works_at Lindel AG",
        "person Mika Aoba: works_at place Ulm | Graz",
        "person Mika Aoba: works_at place Graz; Bern",
        "person Mika Aoba : works_at",
        "Mika Aoba: works_at",
    ],
)
def test_a_line_that_is_misspelt_or_malformed_is_refused(line: str) -> None:
    assert not accepts(line)


def test_a_fact_is_not_written_twice_in_a_passage() -> None:
    assert not accepts(f"{LINE}; works_at organization Lindel AG\n")
    assert not accepts(f"{LINE}\n{LINE}")
    assert not accepts("person Mika Aoba: works_at organization Lindel AG\n", automaton(earlier=(SAID,)))


def test_a_model_that_goes_in_circles_can_only_end() -> None:
    circling = f"{LINE}; works_at organization Lindel AG in"
    assert lines(f"{circling}\n{MARK}") is not None
    assert not accepts(f"{circling};")
    assert not accepts(f"{circling}\np")


def test_after_the_most_facts_the_answer_can_only_end() -> None:
    assert lines(f"{LINE}\n{MARK}", automaton(facts=1)) is not None
    assert not accepts(f"{LINE};", automaton(facts=1))
    assert not accepts(f"{LINE}\np", automaton(facts=1))


def test_a_closed_list_of_relations_is_kept() -> None:
    closed = automaton(relations=("works_at", "lives_in"))
    assert accepts("person Mika Aoba: lives_in place Ulm", closed)
    assert not accepts("person Mika Aoba: likes", closed)
    assert not accepts("person Mika Aoba: lives ", closed)


def test_a_known_name_may_be_the_subject_whole_but_not_the_object() -> None:
    known = automaton(known=("Noa Berg",))
    assert not accepts("person Noa Berg:")
    assert accepts("person Noa Berg: knows person Mika Aoba", known)
    assert not accepts("person Noa:", known)
    assert not accepts("person Mika Aoba: knows person Noa", known)


def test_what_names_nothing_is_no_subject() -> None:
    sentence = Sentence("In May 2021 Jan left Ulm.", ("In May 2021", "Jan"))
    form = FactForm(TYPES, "value", no_names=("in",))
    for words in ("In May 2021", "In", "May 2021", "2021"):
        assert not accepts(f"person {words}:", FactLines(sentence, form)), words
    assert accepts("person Jan: left place Ulm\n", FactLines(sentence, form))


def test_a_sentence_of_one_word_has_no_fact() -> None:
    assert lines(MARK, automaton(Sentence("Hello"))) == []
    assert not accepts("p", automaton(Sentence("Hello")))


class TestJapanese:
    """Words are not parted by spaces, so names begin and end where the script changes."""

    def test_a_run_of_one_script_is_not_broken(self) -> None:
        of = automaton(Sentence("ミドリ電機のサトウが城之戸社長と来た。"))
        assert accepts("organization ミドリ電機:", of)
        assert accepts("person サトウ:", of)
        assert accepts("person 城之戸社長:", of)
        assert not accepts("organization ドリ", of)
        assert not accepts("person サト:", of)
        assert not accepts("person 城之戸:", of)

    def test_an_honorific_ends_before_its_particle(self) -> None:
        assert accepts("person 青葉美香さん:", automaton(LIVES))
        assert accepts("person 青葉美香:", automaton(LIVES))
        assert not accepts("person 青葉美香さんは:", automaton(LIVES))

    def test_a_number_keeps_its_counter(self) -> None:
        of = automaton(Sentence("会費は3000円で10月1日に払う。"))
        assert accepts("organization 会費: price value 3000円\n", of)
        assert not accepts("organization 会費: price value 3000\n", of)


texts = st.text(st.sampled_from("abcAB 12.,|;:@#-\n東京タナカ。ーさん'(é\U00050000\x03"), max_size=40)


@settings(max_examples=200, deadline=None)
@given(texts, st.lists(texts, max_size=2), st.integers(0, 2**32), st.integers(1, 4), st.booleans())
def test_any_walk_ends_and_every_copy_is_in_its_source(
    text: str, known: list[str], seed: int, facts: int, timed: bool
) -> None:
    times = tuple(text.split()[:1]) if timed else ()
    tried = automaton(Sentence(text, times), known=tuple(known), facts=facts)
    end = random_walk(tried, random.Random(seed))
    assert len(end.facts) <= facts
    shown = text.replace("\n", " ").replace("\x03", " ")
    for fact in end.facts:
        subject, object_ = fact.subject.decode(), fact.object.decode()
        assert subject in shown or subject in known
        assert object_ in shown
        assert not {"\n", "|", ";", "\x03"} & set(object_)
        assert subject not in object_
        assert object_ not in subject
        assert fact.subject_type.decode() in TYPES
        assert fact.object_type.decode() in (*TYPES, "value")
        assert fact.relation.decode().replace("_", "a").isalpha()
        assert fact.time.decode() in ("", *times)
        assert len(fact.line().split(" | ")) in (5, 6)
    assert len({fact.triple for fact in end.facts}) == len(end.facts)


def random_walk(tried: FactLines, chance: random.Random) -> State:
    """The state after any allowed bytes, one after another, once the answer is complete."""
    written = bytearray()
    state = tried.start()
    while state.field is not Field.DONE:
        allowed = sorted(tried.allowed(state))
        assert allowed, f"a dead end after {bytes(written)!r}"
        byte = chance.choice(allowed)
        following = tried.feed(state, bytes((byte,)))
        assert following is not None
        written.append(byte)
        state = following
    return state
