from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import english
from tsuzuri.core.errors import LibraryBusy, ModelDied
from tsuzuri.core.ids import SourceId
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.ask import AskScreen
from tsuzuri.tui.screens.choose import ChooseScreen
from tsuzuri.tui.screens.place import PlaceScreen

WHERE = "where does Ilse live?"
WHO = "who leads Nordlicht?"


def screen_of(app: TsuzuriApp) -> AskScreen:
    assert isinstance(app.screen, AskScreen)
    return app.screen


def focused(app: TsuzuriApp) -> str | None:
    return app.focused.id if app.focused else None


async def typed(app: TsuzuriApp, pilot: Pilot[None], words: str) -> None:
    """Words in the line of a place, and enter."""
    assert isinstance(app.screen, PlaceScreen)
    app.screen.line.value = words
    app.screen.line.focus()
    await pilot.press("enter")


async def until_written(app: TsuzuriApp, pilot: Pilot[None]) -> None:
    """Until an answer that does not come to its end shows what of it stands."""
    while "Writing .." not in text_of(app) or "Ilse Varga became head" not in text_of(app):
        await pilot.pause(0.005)


def asking(*questions: str, then: Scenario) -> Scenario:
    """The scenario, begun in the place when these questions are answered."""

    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "7")
        await until(pilot, lambda: app.current_mode == "ask")
        for question in questions:
            await typed(app, pilot, question)
            await until(pilot, lambda: not any(turn.under_way for turn in screen_of(app).conversation.turns))
        await settle(pilot)
        await then(app, pilot)

    return run


def test_an_answer_cites_and_what_is_selected_shows_its_words_in_their_document() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "[1] Weekly meeting" in text_of(app))
        await until(pilot, lambda: "The coffee machine was repaired" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "which had led" in text_of(app) or "lives in Brinsk. Until 2021" in text_of(app))

    drive(english(), asking("who is Ilse?", then=scenario), size=(160, 45))


def test_enter_and_tab_go_to_the_words_and_esc_comes_back() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settle(pilot)
        assert screen_of(app).has_class("-right")
        await pilot.press("escape")
        assert app.focused is screen_of(app).conversation
        await pilot.press("tab")
        assert screen_of(app).has_class("-right")

    drive(english(), asking(WHERE, then=scenario), size=(80, 24))


def test_what_is_not_there_is_said_with_what_is_near() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert 'Not in your library: nothing in it speaks of "Ilsebill"' in text_of(app)
        assert "Near it, and no answer:" in text_of(app)
        await until(pilot, lambda: "Ilse Varga" in text_of(app))

    drive(english(), asking("who is Ilsebill?", then=scenario), size=(160, 45))


def test_a_question_that_follows_knows_those_before_it_and_the_day() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("d", *"2024-05-06", "enter")
        await pilot.press("a")
        await typed(app, pilot, WHO)
        await until(pilot, lambda: len(library.asking.asked) == 2)
        (_, _, none), (_, day, before) = library.asking.asked
        assert (none, str(day), before) == ((), "2024-05-06", (WHERE,))
        await until(pilot, lambda: "As of 2024-05-06." in text_of(app))

    drive(library, asking(WHERE, then=scenario), size=(160, 45))


def test_an_answer_streams_and_esc_stops_it() -> None:
    library = english()
    library.asking.held = True

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "7")
        await typed(app, pilot, WHERE)
        await until_written(app, pilot)
        await pilot.press("a", *"more", "enter")
        await pilot.pause()
        assert len(library.asking.asked) == 1
        assert "Press esc to stop it." in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: "Stopped." in text_of(app))
        assert library.asking.stopped.is_set()
        assert library.asking.kept == []
        library.asking.stopped.clear()
        await typed(app, pilot, WHERE)
        await until_written(app, pilot)
        await pilot.press("s")
        await until(pilot, lambda: text_of(app).count("Stopped.") == 2)

    drive(library, scenario)


def test_whoever_leaves_does_not_wait_for_an_answer() -> None:
    library = english()
    library.asking.held = True

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "7")
        await typed(app, pilot, WHERE)
        await until_written(app, pilot)
        await pilot.press("q")

    drive(library, scenario)
    assert library.asking.stopped.is_set()


def test_an_answer_is_copied_with_what_it_cites() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await settle(pilot)
        assert app.clipboard == (
            "Ilse Varga lives in Brinsk. [1]\n\n"
            "[1] Ilse Varga lives in Brinsk. (Ilse Varga, ilse-varga.md, line 3, 2025-03-02)"
        )
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert app.clipboard.startswith("Ilse Varga lives in Brinsk. Until 2021")

    drive(english(), asking("who, Ilse Varga, lives in Brinsk?", then=scenario))


def test_o_opens_the_source_of_what_is_selected() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await until(pilot, lambda: opened == ["/home/ada/notes/weekly-2024-05-06.md"])

    drive(english(), asking(WHERE, then=scenario), opener=opened.append)


def test_what_was_asked_before_is_there_again_and_is_asked_again() -> None:
    library = english()

    async def ask_first(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert [one.answer.question for one in library.asking.kept] == [WHERE]

    async def look(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: WHERE in text_of(app))
        await pilot.press("up")
        assert focused(app) == "conversation"
        await pilot.press("e")
        assert (screen_of(app).line.value, focused(app)) == (WHERE, "line")
        await pilot.press("enter")
        await until(pilot, lambda: len(library.asking.asked) == 2)
        assert library.asking.asked[1][2] == ()

    drive(library, asking(WHERE, then=ask_first))
    drive(library, asking(then=look))


def test_one_question_or_all_are_kept_no_longer() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("g", "x")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("enter")
        await until(pilot, lambda: WHERE not in text_of(app))
        assert [one.answer.question for one in library.asking.kept] == [WHO, "who is Priya?"]
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: library.asking.kept == [])
        await until(pilot, lambda: "An answer cites the places" in text_of(app))

    drive(library, asking(WHERE, WHO, "who is Priya?", then=scenario))


def test_what_was_forgotten_is_no_longer_shown() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        library.asking.kept.clear()
        await pilot.press("r")
        await until(pilot, lambda: "An answer cites the places" in text_of(app))

    drive(library, asking(WHERE, then=scenario))


def test_what_was_near_a_question_goes_when_a_source_is_forgotten() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Near it, and no answer:" in text_of(app))
        library.forget([SourceId(1)])
        screen_of(app).desk.watch.look()
        await until(pilot, lambda: "Near it, and no answer:" not in text_of(app))
        assert "Not in your library" in text_of(app)

    drive(library, asking("who is Ilsebill?", then=scenario))


def test_a_question_that_cannot_be_kept_is_answered_all_the_same() -> None:
    library = english()
    library.asking.busy = LibraryBusy("another process is writing", hint="try again")

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "[1]" in text_of(app)
        assert "The question is not kept: another process is writing" in text_of(app)

    drive(library, asking(WHERE, then=scenario))


def test_a_question_that_fails_says_why() -> None:
    library = english()
    library.asking.error = ModelDied("the model's process ended", hint="try a smaller one")

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "the model's process ended (try a smaller one)" in text_of(app)

    drive(library, asking(WHERE, then=scenario))


def test_from_search_a_asks_what_stands_in_the_line() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await typed(app, pilot, "who is Ilse")
        await settle(pilot)
        await pilot.press("a")
        await until(pilot, lambda: app.current_mode == "ask" and len(library.asking.asked) == 1)
        assert library.asking.asked[0][0] == "who is Ilse"
        await settle(pilot)
        await pilot.press("escape", "2")
        await settle(pilot)
        await pilot.press("a")
        await until(pilot, lambda: app.current_mode == "ask")
        assert app.focused is screen_of(app).line

    drive(library, scenario)


def test_a_click_selects_a_place_and_a_second_one_opens_it() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        conversation = screen_of(app).conversation
        y = next(n for n, (line, _) in enumerate(conversation._lines) if line.place == 1)
        await pilot.click(conversation, offset=(6, y))
        assert conversation.cursor == 1
        await pilot.click(conversation, offset=(6, y), times=2)
        await until(pilot, lambda: screen_of(app).has_class("-right"))

    drive(english(), asking("who is Ilse?", then=scenario), size=(160, 45))


def test_a_page_and_the_ends() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        conversation = screen_of(app).conversation
        await pilot.press("g")
        assert conversation.cursor == 0
        await pilot.press("pagedown")
        assert conversation.cursor > 0
        await pilot.press("G")
        last = conversation.cursor
        await pilot.press("k")
        assert conversation.cursor == last - 1
        await pilot.press("pageup", "pageup", "pageup")
        assert conversation.cursor == 0

    drive(english(), asking(WHERE, WHO, "who is Ilse?", then=scenario), size=(80, 24))


def test_slash_goes_to_the_line() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("slash")
        await until(pilot, lambda: focused(app) == "line")

    drive(english(), asking(WHERE, then=scenario))


def test_a_page_of_nothing_moves_nothing() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen_of(app).conversation.focus()
        await pilot.press("pagedown", "pageup", "home", "end", "j", "enter")
        assert screen_of(app).conversation.place is None

    drive(english(), asking(then=scenario))
