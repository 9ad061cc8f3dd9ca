"""Larger samples for the places of time, categories and review, in English and Japanese; all of it is invented."""

from dataclasses import replace
from datetime import date

from tests.tui.fake_library import (
    ENGLISH_ENTITIES,
    ENGLISH_FACTS,
    ENGLISH_TEXTS,
    JAPANESE_ENTITIES,
    JAPANESE_FACTS,
    JAPANESE_TEXTS,
    NOW,
    FakeLibrary,
    Sorted,
    Stated,
    Text,
    between,
    since,
)
from tsuzuri.core.ids import EntityId, ReviewId
from tsuzuri.core.review import Answer, Item, Question
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Entity, EntityType, FactStatus, Passage
from tsuzuri.enrich.build import EXTRACTIVE
from tsuzuri.library.questions import ItemView, Line, ManyValues, Named, Quote, TwoFacts, TwoNames, TwoOfOneName

LIFE = Text(
    "/home/ada/notes/rina.md",
    "Rina Hayami",
    "line 1",
    date(2025, 3, 2),
    "Rina Hayami was with Lumen AG from April 2016 to June 2019. From July 2019 to January 2024 Rina Hayami worked at "
    "Kashi Foundry. Since February 2024 Rina Hayami works at Ostra GmbH. Rina Hayami has been in the Chess Club since "
    "2019. Until 2018 Rina Hayami lived in Kobe. Ken Ito knows Rina Hayami.",
)
LIFE_FACTS = (
    Stated(0, "Rina Hayami", "works at", "Lumen AG", "Rina Hayami was with Lumen AG from April 2016 to June 2019.",
           between("2016-04-01", "2019-07-01"), FactStatus.SUPERSEDED),
    Stated(0, "Rina Hayami", "works at", "Kashi Foundry",
           "From July 2019 to January 2024 Rina Hayami worked at Kashi Foundry.",
           between("2019-07-01", "2024-02-01"), FactStatus.SUPERSEDED),
    Stated(0, "Rina Hayami", "works at", "Ostra GmbH", "Since February 2024 Rina Hayami works at Ostra GmbH.",
           since("2024-02-01")),
    Stated(0, "Rina Hayami", "member of", "Chess Club", "Rina Hayami has been in the Chess Club since 2019.",
           since("2019-01-01", Precision.YEAR)),
    Stated(0, "Rina Hayami", "lives in", "Kobe", "Until 2018 Rina Hayami lived in Kobe.",
           Interval(None, date(2019, 1, 1), Precision.YEAR)),
    Stated(0, "Ken Ito", "knows", "Rina Hayami", "Ken Ito knows Rina Hayami.", Interval()),
)  # fmt: skip
LIFE_NAMES = (
    ("Chess Club", EntityType.ORGANIZATION, ()),
    ("Kashi Foundry", EntityType.ORGANIZATION, ()),
    ("Ken Ito", EntityType.PERSON, ()),
    ("Kobe", EntityType.PLACE, ()),
    ("Lumen AG", EntityType.ORGANIZATION, ()),
    ("Ostra GmbH", EntityType.ORGANIZATION, ()),
    ("Rina Hayami", EntityType.PERSON, ("Rina",)),
)
JAPANESE_LIFE = Text(
    "/home/aoi/人物/速水.md",
    "速水 里奈",
    "1行目",
    date(2025, 3, 2),
    "速水 里奈は2016年4月から2019年6月まで光原電機に勤めた。2019年7月から2024年1月まで速水 里奈は樫鋳造で働いた。"
    "2024年2月から速水 里奈は大須工房に勤めている。速水 里奈は2019年から市民合唱団の団員である。",
)
JAPANESE_LIFE_FACTS = (
    Stated(0, "速水 里奈", "works at", "光原電機", "速水 里奈は2016年4月から2019年6月まで光原電機に勤めた。",
           between("2016-04-01", "2019-07-01"), FactStatus.SUPERSEDED),
    Stated(0, "速水 里奈", "works at", "樫鋳造", "2019年7月から2024年1月まで速水 里奈は樫鋳造で働いた。",
           between("2019-07-01", "2024-02-01"), FactStatus.SUPERSEDED),
    Stated(0, "速水 里奈", "works at", "大須工房", "2024年2月から速水 里奈は大須工房に勤めている。",
           since("2024-02-01")),
    Stated(0, "速水 里奈", "member of", "市民合唱団", "速水 里奈は2019年から市民合唱団の団員である。",
           since("2019-01-01", Precision.YEAR)),
)  # fmt: skip
JAPANESE_LIFE_NAMES = (
    ("光原電機", EntityType.ORGANIZATION, ()),
    ("大須工房", EntityType.ORGANIZATION, ()),
    ("市民合唱団", EntityType.ORGANIZATION, ()),
    ("樫鋳造", EntityType.ORGANIZATION, ()),
    ("速水 里奈", EntityType.PERSON, ()),
)


def lived() -> FakeLibrary:
    """One life, with jobs that hand over, a membership, an unknown start and a fact without a date."""
    return FakeLibrary((LIFE,), LIFE_FACTS, LIFE_NAMES)


def lived_japanese() -> FakeLibrary:
    """The same in Japanese."""
    return FakeLibrary((JAPANESE_LIFE,), JAPANESE_LIFE_FACTS, JAPANESE_LIFE_NAMES)


def categorised() -> FakeLibrary:
    """Three layers; "Lens makers" is in two categories; "Lens types" has more entities than are listed."""
    lenses = tuple((f"Lens {number:03}", EntityType.THING, ()) for number in range(60))
    inside = (
        ("Life at Brinsk", 3, ("Science", "Places")),
        ("Science", 2, ("Lens makers", "Lens types")),
        ("Places", 2, ("Sites", "Lens makers")),
        ("Lens makers", 1, ("Nordlicht Optics", "Ilse Varga", "Tomas Reuel")),
        ("Lens types", 1, tuple(name for name, _, _ in lenses)),
        ("Sites", 1, ("Brinsk", "Brinsk observatory", "Tessel Institute")),
    )
    held = Sorted(inside, summary="People and things around the observatory at Brinsk.", uncategorised=1)
    return FakeLibrary(ENGLISH_TEXTS, ENGLISH_FACTS, (*ENGLISH_ENTITIES, *lenses), sorted=held)


def walkable() -> FakeLibrary:
    """The same, where walks are not waited for."""
    library = categorised()
    library.walks.go_on.set()
    return library


def categorised_japanese() -> FakeLibrary:
    """Two layers that no model named."""
    inside = (
        ("霧島光学と波多野 澪", 2, ("霧島光学、手取工科大学", "白瀬、旧天文台")),
        ("霧島光学、手取工科大学", 1, ("霧島光学", "手取工科大学", "波多野 澪")),
        ("白瀬、旧天文台", 1, ("白瀬", "旧天文台")),
    )
    held = Sorted(inside, by=EXTRACTIVE, uncategorised=1, due="12 entities are new")
    return FakeLibrary(JAPANESE_TEXTS, JAPANESE_FACTS, JAPANESE_ENTITIES, sorted=held)


def asking() -> FakeLibrary:
    """A question of each kind waits, and one was decided."""
    library = FakeLibrary()
    said = _quote(library.passage(0), "Ilse Varga became head of research at Nordlicht Optics in May 2024.")
    lives = _quote(library.passage(3), "Ilse Varga lives in Brinsk.")
    led = _quote(library.passage(0), "She took over from Tomas Reuel, who had led the group since 2019.")
    ilse = library.entity("Ilse Varga")
    other = replace(ilse, id=EntityId(900), name="I. Varga", aliases=())
    library.waiting = (
        _asked(
            1,
            Question.MERGE,
            "Are Ilse Varga (person) and I. Varga (person) the same?",
            0.91,
            "an initial of the same name",
            TwoNames(Named(ilse, (said,)), Named(other, (lives,)), ("Brinsk",)),
        ),
        _asked(
            2,
            Question.CONTRADICTION,
            "Is one of these two wrong: Ilse Varga head of research at Nordlicht Optics; Tomas Reuel head of "
            "research at Nordlicht Optics?",
            0.74,
            "one post, two people",
            TwoFacts(library.fact(0), library.fact(1)),
        ),
        _asked(
            3,
            Question.SPLIT,
            "Are there two called Brinsk?",
            0.62,
            "a town and a ship",
            TwoOfOneName(library.entity("Brinsk"), (lives,), (led,)),
        ),
        _asked(
            4,
            Question.QUARANTINE,
            "Shall this line be let in: Ilse | leads | the group?",
            0.4,
            "the name does not stand there",
            Line("Ilse | leads | group | the group", "no such name", said),
        ),
        _asked(
            5,
            Question.RULE,
            "May something have several values of lives in at a time?",
            0.3,
            "3 people have two",
            ManyValues("lives_in", ((library.fact(3), library.fact(4)),)),
        ),
    )
    done = _asked(
        6, Question.MERGE, "Are Tomas Reuel (person) and T. Reuel (person) the same?", 0.9, "an initial", None
    )
    item = replace(done.item, answer=Answer.NO, answered_at=NOW, answered_by="identity/3")
    library.decided = (replace(done, item=item),)
    return library


def asking_japanese() -> FakeLibrary:
    """Two questions in Japanese."""
    library = FakeLibrary(JAPANESE_TEXTS, JAPANESE_FACTS, JAPANESE_ENTITIES)
    one = _quote(library.passage(0), "2024年5月から波多野 澪が霧島光学の研究部長を務めている。")
    other = _quote(library.passage(3), "2021年まで手取工科大学で光学を教えた。")
    mio = library.entity("波多野 澪")
    teacher = Entity(EntityId(901), "波多野先生", EntityType.PERSON, (), 1, 1, None)
    library.waiting = (
        _asked(
            1,
            Question.MERGE,
            "Are 波多野 澪 (person) and 波多野先生 (person) the same?",
            0.88,
            "one family name",
            TwoNames(Named(mio, (one,)), Named(teacher, (other,)), ("手取工科大学",)),
        ),
        _asked(
            2,
            Question.CONTRADICTION,
            "Is one of these two wrong: 波多野 澪 居住地 白瀬; 波多野 澪 教えた 手取工科大学?",
            0.7,
            "both at a time",
            TwoFacts(library.fact(2), library.fact(3)),
        ),
    )
    return library


def _quote(passage: Passage, sentence: str) -> Quote:
    return Quote(sentence, passage.id, passage.source_uri, passage.locator, passage.said)


def _asked(
    id: int,
    question: Question,
    words: str,
    score: float,
    reason: str,
    about: TwoNames | TwoFacts | TwoOfOneName | Line | ManyValues | None,
) -> ItemView:
    return ItemView(Item(ReviewId(id), question, id, 1, 2, score, reason, "identity/3", "", NOW), words, about)


def conversing() -> FakeLibrary:
    """Three questions that were asked before: one answered twice, one that nothing answers, one of a day."""
    return conversed(FakeLibrary(), "who is Ilse?", "who is Ilsebill?", "who leads the Tessel Institute?")


def conversing_japanese() -> FakeLibrary:
    """Two questions in Japanese, the second of which nothing answers."""
    library = FakeLibrary(JAPANESE_TEXTS, JAPANESE_FACTS, JAPANESE_ENTITIES)
    return conversed(library, "波多野 澪はどこに住んでいますか", "古城 健太はどこで働いていますか")


def conversed(library: FakeLibrary, *questions: str) -> FakeLibrary:
    """The library after these questions were asked, the last one of a day."""
    for question in questions[:-1]:
        library.history.keep(library.ask(question))
    library.history.keep(library.ask(questions[-1], as_of=date(2024, 5, 6)))
    return library
