from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, english
from tests.tui.worlds import asking
from tsuzuri.core.review import Answer
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.review import ReviewScreen


def screen_of(app: TsuzuriApp) -> ReviewScreen:
    assert isinstance(app.screen, ReviewScreen)
    return app.screen


def in_review(scenario: Scenario, library: FakeLibrary, size: tuple[int, int] = (160, 45)) -> None:
    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "6")
        await until(pilot, lambda: app.current_mode == "review" and screen_of(app).items.complete)
        await scenario(app, pilot)

    drive(library, run, size=size)


def asked_of(library: FakeLibrary) -> list[int]:
    return [view.item.id for view in library.waiting]


def test_both_sides_of_the_selected_question_are_shown() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        shown = text_of(app)
        assert "6 Review 5" in shown
        assert "5 questions wait, surest first." in shown
        assert "Both have to do with Brinsk." in shown
        assert "also Ilse, Dr. Varga" in shown
        assert "Ilse Varga lives in Brinsk." in shown
        assert "identity/3, 91%" in shown

    in_review(scenario, asking())


def test_every_kind_of_question_shows_its_evidence() -> None:
    expected = ("B is wrong", "In that document", "not let in: no such name", "taught at Tessel Institute")

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        for words in expected:
            await pilot.press("j")
            await until(pilot, lambda words=words: words in text_of(app))  # type: ignore[misc]

    in_review(scenario, asking())


def test_y_answers_and_the_next_question_is_selected() -> None:
    library = asking()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await until(pilot, lambda: screen_of(app).items.rows == 4)
        current = screen_of(app).items.current
        assert current is not None
        assert current.item.id == 2
        await until(pilot, lambda: "6 Review 4" in text_of(app))

    in_review(scenario, library)
    assert ("answer", 1, Answer.YES) in library.deeds


def test_n_says_no_l_puts_off_and_x_is_for_two_facts_alone() -> None:
    library = asking()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await settle(pilot)
        assert not library.deeds
        await pilot.press("l")
        await until(pilot, lambda: asked_of(library) == [2, 3, 4, 5, 1])
        await settle(pilot)
        await pilot.press("x")
        await until(pilot, lambda: asked_of(library) == [3, 4, 5, 1])
        await settle(pilot)
        await pilot.press("n")
        await until(pilot, lambda: asked_of(library) == [4, 5, 1])

    in_review(scenario, library)
    assert [deed[2] for deed in library.deeds] == [Answer.LATER, Answer.OTHER, Answer.NO]


def test_u_takes_the_last_decision_back() -> None:
    library = asking()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await until(pilot, lambda: screen_of(app).items.rows == 4)
        await settle(pilot)
        await pilot.press("u")
        await until(pilot, lambda: screen_of(app).items.rows == 5)
        assert "Taken back." in text_of(app)

    in_review(scenario, library)
    assert library.deeds[-1] == ("undo", 1)


def test_h_is_the_history_where_u_takes_the_selected_one_back() -> None:
    library = asking()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await until(pilot, lambda: "No, said identity/3 on 2025-09-12" in text_of(app))
        await pilot.press("y")
        await settle(pilot)
        assert not library.deeds
        await pilot.press("u")
        await until(pilot, lambda: "Nothing was decided yet." in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: screen_of(app).items.rows == 6)

    in_review(scenario, library)
    assert library.deeds == [("undo", 6)]


def test_enter_opens_one_sentence_after_the_other_in_its_document_and_escape_goes_back() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: "The coffee machine was repaired on Friday." in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "ilse-varga.md  line 3" in text_of(app))
        assert screen_of(app).source_uri().endswith("ilse-varga.md")
        await pilot.press("escape")
        await until(pilot, lambda: "also Ilse, Dr. Varga" in text_of(app))
        await pilot.press("escape")
        assert app.focused is screen_of(app).items

    in_review(scenario, asking(), size=(80, 24))


def test_sides_stand_below_each_other_where_it_is_narrow() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        await settle(pilot)
        one, other = app.screen.query_one("#one"), app.screen.query_one("#other")
        assert one.region.y < other.region.y
        assert one.region.x == other.region.x

    in_review(scenario, asking(), size=(60, 24))


def test_a_decision_that_cannot_be_taken_back_says_so() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "Nothing waits for you." in text_of(app)
        await pilot.press("u")
        await until(pilot, lambda: "you have decided nothing" in text_of(app))

    in_review(scenario, english())


def test_o_opens_the_source_of_the_sentence_that_is_shown() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "6")
        await until(pilot, lambda: app.current_mode == "review" and screen_of(app).items.complete)
        await pilot.press("j")
        await settle(pilot)
        await pilot.press("tab", "enter")
        await until(pilot, lambda: screen_of(app).source_uri() != "")
        await pilot.press("o")
        await until(pilot, lambda: opened == [screen_of(app).source_uri()])

    drive(asking(), scenario, size=(160, 45), opener=opened.append)
