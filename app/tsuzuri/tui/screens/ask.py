"""The seventh place: a conversation on the left, on the right the words that an answer rests on."""

from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static

from tsuzuri.core.answers import Citation, Verdict
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.asking import AnswerCame, HistoryCame, Went, answered, earlier, stop
from tsuzuri.tui.bridge import Crashed, Failed, ask, hear
from tsuzuri.tui.choices import Choice
from tsuzuri.tui.deeds import Drop, drop
from tsuzuri.tui.desk import Desk, Standing
from tsuzuri.tui.present import one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.turns import Turn, merged, without_finds
from tsuzuri.tui.widgets.conversation import Conversation
from tsuzuri.tui.widgets.evidence_pane import EvidencePane
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved

_GROUP = "answer"
_INVITATION = (
    "Ask in the line above. An answer cites the places that say it, and tab goes to their words in the document. "
    "What is not in your library is not answered. Questions that follow may say she, it or there."
)
_PROMISE = "What is selected on the left shows its words here, in their document."
_DROPPING = (
    Choice(Drop.ONE, "This question", "It is kept no longer, nor its answer."),
    Choice(Drop.ALL, "All questions", "None is kept. What the answers rest on stays in the library."),
)


class AskScreen(PlaceScreen):
    """Questions and answers. One question is under way at a time."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "ask.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.ASK)
    PLACE = PLACES[6]
    PROMPT = "Ask something."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.conversation = Conversation(id="conversation")
        self._evidence = EvidencePane(desk, id="evidence")
        self._turns: list[Turn] = []
        self._asked = self._sources = 0

    def compose_left(self) -> ComposeResult:
        """The conversation, or how to begin one."""
        yield Static(_INVITATION, id="invitation", markup=False)
        yield self.conversation

    def compose_right(self) -> ComposeResult:
        """The evidence."""
        yield self._evidence

    def on_mount(self) -> None:
        """Read what was asked before, and begin at the line."""
        self._evidence.show_nothing(_PROMISE)
        self._show()
        self.reread()
        self.begin()

    def on_unmount(self) -> None:
        """Stop what is under way: the program would wait for it."""
        if self._under_way is not None:
            self.desk.library.stop_asking()

    def begin(self) -> None:
        """At the line."""
        self.line.focus()

    def enter_left(self) -> None:
        """To the conversation."""
        self.conversation.focus()

    def enter_right(self) -> None:
        """To the evidence."""
        self._evidence.enter()

    def reread(self) -> None:
        """Read again what was asked: what was forgotten is no longer there."""
        ask(self, "history", partial(earlier, self.desk.library))

    def _show_standing(self, standing: Standing) -> None:
        """Where a source was forgotten, what was near a question may be of it, and goes."""
        super()._show_standing(standing)
        fewer = standing.status.counts.sources < self._sources
        self._sources = standing.status.counts.sources
        if fewer:
            self._turns = list(map(without_finds, self._turns))
            self._show()

    def source_uri(self) -> str:
        """The source of what is shown, or of what is selected."""
        place = self.conversation.place
        return self._evidence.detail.uri if self._evidence.detail else place.source_uri if place else ""

    def copied(self) -> str:
        """The selected answer with its citations; on the right side what is shown there."""
        if self.has_class("-right") and self._evidence.detail:
            return self._evidence.detail.copied
        return self.conversation.turn.copied if self.conversation.turn else ""

    def ask_for(self, words: str) -> None:
        """Ask; with no words, to the line."""
        if not words:
            self.line.focus()
        elif self._under_way is not None:
            self.line.value = words
            self.line.focus()
            self.notify("An answer is under way. Press esc to stop it.", markup=False)
        else:
            self._begin_turn(words)

    def action_back(self) -> None:
        """Stop what is under way; else from the right side and from the line to the conversation."""
        if self._under_way is not None:
            self.action_stop()
        else:
            super().action_back()

    def key_up(self) -> None:
        """From the line to what was asked before, as a shell does."""
        if self.focused is self.line:
            self.enter_left()

    def action_stop(self) -> None:
        """Stop the answer under way."""
        turn = self._under_way
        if turn is not None:
            self.workers.cancel_group(self, _GROUP)
            ask(self, "stop", partial(stop, self.desk.library))
            self._put(replace(turn, trouble="Stopped."))

    def action_again(self) -> None:
        """The selected question, to be changed or asked again."""
        if self.conversation.turn is not None:
            self.line.value = self.conversation.turn.question
            self.line.cursor_position = len(self.line.value)
            self.line.focus()

    def action_delete(self) -> None:
        """Ask what is not to be kept."""
        turn = self.conversation.turn
        if turn is None or turn.under_way:
            return
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        self.app.push_screen(ChooseScreen("Keep no longer", _DROPPING), partial(self._dropped, turn))

    def _dropped(self, turn: Turn, wanted: Drop | None) -> None:
        if wanted is None:
            return
        self._turns = [one for one in self._turns if one.under_way or (wanted is Drop.ONE and one.key != turn.key)]
        self._show()
        self.do(partial(drop, self.desk.library, wanted, turn.kept))

    @property
    def _under_way(self) -> Turn | None:
        return next((turn for turn in self._turns if turn.under_way), None)

    def _begin_turn(self, words: str) -> None:
        follows = tuple(one.answer for one in self._turns if one.answer is not None and one.asked_now)
        self._asked += 1
        turn = Turn((1, self._asked), self.desk.clock(), words, self.desk.as_of.day)
        self._turns.append(turn)
        self._show(to_last=True)
        self.remove_class("-right")
        self.enter_left()
        hear(self, _GROUP, partial(answered, self.desk.library, turn, follows))

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        words = self.line.value.strip()
        if words and self._under_way is None:
            self.line.value = ""
        self.ask_for(words)

    @on(Went)
    def _on_went(self, went: Went) -> None:
        turn = self._under_way
        if turn is not None:
            self._put(replace(turn, step=went.step or turn.step, text=went.text or turn.text))

    @on(AnswerCame)
    def _on_came(self, came: AnswerCame) -> None:
        turn = self._under_way
        if turn is None:
            return
        if came.problem:
            self.notify(f"The question is not kept: {came.problem}", severity="warning", markup=False)
        if came.kept is not None:
            self._turns = [one for one in self._turns if one.kept != came.kept]  # it was read again already
        stopped = came.answer.verdict is Verdict.CANCELLED
        self._put(replace(turn, trouble="Stopped.") if stopped else replace(turn, answer=came.answer, kept=came.kept))

    @on(Failed)
    @on(Crashed)
    def _on_failed(self, failed: Failed | Crashed) -> None:
        turn = self._under_way
        if failed.group == _GROUP and turn is not None:
            hint = f" ({failed.error.hint})" if isinstance(failed, Failed) and failed.error.hint else ""
            self._put(replace(turn, trouble=one_line(f"{failed.error}{hint}")))

    @on(HistoryCame)
    def _on_history(self, came: HistoryCame) -> None:
        turns = merged(self._turns, came.asked)
        if turns != self._turns:
            self._turns = turns
            self._show()

    @on(Moved, "#conversation")
    def _on_moved(self) -> None:
        place = self.conversation.place
        if place is None:
            self._evidence.show_nothing(_PROMISE)
        elif isinstance(place, Citation):
            self._evidence.show_span(place.passage_id, place.span)
        else:
            self._evidence.show_hit(place)

    @on(Chosen, "#conversation")
    def _on_chosen(self) -> None:
        if self.conversation.place is not None:
            self.add_class("-right")
            self.enter_right()

    def _put(self, turn: Turn) -> None:
        """Show a turn in place of what it was."""
        self._turns = [turn if one.key == turn.key else one for one in self._turns]
        self._show()

    def _show(self, *, to_last: bool = False) -> None:
        self.query_one("#invitation").display = not self._turns
        self.conversation.show(self._turns, to_last=to_last)
