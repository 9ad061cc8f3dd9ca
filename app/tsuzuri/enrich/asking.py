"""The chat model's part: it names groups of like things, and says where those belong that lie between two groups.

Each batch is one prefix: the rules, then the things with numbers, names and tags. After it come short questions, so
that the batch is read once: a name for a group, and a number for each thing in doubt. What the model says is held to
the rules by code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.core.decoding import Ask, Choice, Response, ShortName, StopReason, Turn
from tsuzuri.core.ports import ChatModel
from tsuzuri.enrich.clustering import mean_direction
from tsuzuri.enrich.grouping import Group, Node
from tsuzuri.enrich.naming import Language, Names
from tsuzuri.enrich.wording import is_name

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

VERSION = "categories-1"
"""Changes with every word of the prompt."""

_DOUBT = 0.08
"""A thing is in doubt when it is that much nearer its own group than another at most, in cosine of centred vectors."""
_DOUBT_SHARE = 8
"""Of that many things, one at most is asked about."""
_SHOWN_NAMES = 20
_NAME_TOKENS = 12
_MOST_OPTIONS = 9
_BYTES_A_TOKEN = 3
"""Four letters of English are a token, and a character of Japanese, of three bytes, is about one."""
_NONE = "0"

_RULES = {
    Language.ENGLISH: (
        "You sort a list of things into categories. A category says what its members have in common, as exactly as it "
        "can: not Things, not Topics. It has one topic and a name of one to three words, without and. Use a category "
        "that is there already where it fits."
    ),
    Language.JAPANESE: (
        "物事の一覧を分類します。分類名は、含まれるものに共通する性質をできるだけ具体的に表します。"
        "「もの」「その他」のような名前は使いません。分類名は2〜6文字で、話題は一つだけです。"
        "既にある分類が合えば、その名前を使います。"
    ),
}
_EXISTING = {Language.ENGLISH: "Categories so far: {}", Language.JAPANESE: "既にある分類: {}"}
_NAME = {
    Language.ENGLISH: "What category are numbers {} together? Answer with its name only.",
    Language.JAPANESE: "番号 {} をまとめた分類の名前は何ですか。名前だけを答えてください。",
}
_PLACE = {
    Language.ENGLISH: "{} Which of them does {} ({}) belong to? Answer with the number, 0 for none.",
    Language.JAPANESE: "{} 「{}」({})はどの分類に入りますか。番号だけを答えてください。どれでもなければ 0。",
}
_FORMS = {
    Language.ENGLISH: ShortName(("Latin",), 40),
    Language.JAPANESE: ShortName(("Han", "Hiragana", "Katakana", "Latin"), 6),
}


@dataclass(slots=True)
class Allowance:
    """What may be asked of the model in one rebuild, and what was spent. `tokens_read` counts prefixes by estimate."""

    calls: int
    tokens: int
    asked: int = 0
    tokens_read: int = 0
    tokens_written: int = 0

    def affords(self, prefix: Sequence[Turn], questions: Sequence[Ask]) -> bool:
        """Whether questions may be asked after a prefix that the model has not read yet, whatever they come to."""
        shown = _tokens(prefix) + sum(_tokens(one.turns) + one.max_tokens for one in questions)
        spent = self.tokens_read + self.tokens_written
        return self.asked + len(questions) <= self.calls and spent + shown <= self.tokens

    def read(self, prefix: Sequence[Turn]) -> None:
        """Note that the model reads a prefix, which answers do not count."""
        self.tokens_read += _tokens(prefix)

    def spend(self, answers: Sequence[Response]) -> None:
        """Note what answers have cost."""
        self.asked += len(answers)
        self.tokens_read += sum(one.prompt_tokens for one in answers)
        self.tokens_written += sum(one.new_tokens for one in answers)


class Asking:
    """Names batches of groups with the chat model."""

    def __init__(self, chat: ChatModel, language: Language, allowance: Allowance) -> None:
        self._chat = chat
        self._language = language
        self._allowance = allowance

    def named(
        self,
        nodes: Sequence[Node],
        vectors: "Vectors",
        groups: Sequence[Group],
        names: Names,
        by_children: Callable[[Group], str],
    ) -> tuple[Group, ...] | None:
        """A batch of groups with names, and their members as the model would have them; None if it was told to stop.

        A node that it finds to belong to another group too is in both; one that it finds to belong to none is in none.
        Where the allowance does not reach, or what the model says is no name, `by_children` names.

        Raises what `ChatModel.ask` raises.
        """
        prefix, numbers = self._prefix(nodes, groups, names), _numbers(groups)
        questions = [self._name_question(one, numbers) for one in groups]
        if not self._allowance.affords(prefix, questions):
            return tuple(Group(one.members, by_children(one)) for one in groups)
        self._allowance.read(prefix)
        answers = self._ask(prefix, questions)
        if answers is None:
            return None
        told = [answer.text.strip() for answer in answers]
        given = [
            Group(one.members, name if is_name(name) else by_children(one))
            for one, name in zip(groups, told, strict=True)
        ]
        return self._placed(prefix, nodes, vectors, _merged(given))

    def _placed(
        self, prefix: Sequence[Turn], nodes: Sequence[Node], vectors: "Vectors", groups: Sequence[Group]
    ) -> tuple[Group, ...] | None:
        """The groups once every node in doubt has been asked about."""
        options = groups[:_MOST_OPTIONS]
        doubted = _doubted(options, vectors)
        listed = " ".join(f"{number}. {one.name}" for number, one in enumerate(options, 1))
        form = Choice((*(str(number) for number in range(1, len(options) + 1)), _NONE))
        questions = [
            Ask((Turn("user", _PLACE[self._language].format(listed, nodes[at].name, _tags(nodes[at]))),), form, 2)
            for at in doubted
        ]
        if not questions or not self._allowance.affords((), questions):
            return tuple(groups)
        answers = self._ask(prefix, questions)
        if answers is None:
            return None
        members = [set(one.members) for one in groups]
        for at, answer in zip(doubted, answers, strict=True):
            if answer.text == _NONE:
                for held in members:
                    held.discard(at)
            else:
                members[int(answer.text) - 1].add(at)
        return tuple(Group(tuple(sorted(held)), one.name) for held, one in zip(members, groups, strict=True) if held)

    def _ask(self, prefix: Sequence[Turn], questions: Sequence[Ask]) -> tuple[Response, ...] | None:
        """The answers; None if the model was told to stop, or could not answer. What it cost is noted either way."""
        answers = self._chat.ask(prefix, questions)
        self._allowance.spend(answers)
        return answers if all(one.stop is StopReason.COMPLETE for one in answers) else None

    def _prefix(self, nodes: Sequence[Node], groups: Sequence[Group], names: Names) -> tuple[Turn, ...]:
        numbers = _numbers(groups)
        lines = [f"{number}. {nodes[at].name}: {_tags(nodes[at])}" for at, number in numbers.items()]
        if known := names.all()[-_SHOWN_NAMES:]:
            lines.append(_EXISTING[self._language].format(", ".join(known)))
        return (Turn("system", _RULES[self._language], own=True), Turn("user", "\n".join(lines)))

    def _name_question(self, one: Group, numbers: Mapping[int, int]) -> Ask:
        listed = ", ".join(str(numbers[at]) for at in one.members)
        return Ask((Turn("user", _NAME[self._language].format(listed)),), _FORMS[self._language], _NAME_TOKENS)


def _merged(groups: Sequence[Group]) -> list[Group]:
    """One group for each name."""
    members: dict[str, set[int]] = {}
    for one in groups:
        members.setdefault(one.name, set()).update(one.members)
    return [Group(tuple(sorted(held)), name) for name, held in members.items()]


def _tokens(turns: Sequence[Turn]) -> int:
    """About how many tokens turns are, rather too many: nobody but the model's process can count them."""
    return sum(len(turn.text.encode()) // _BYTES_A_TOKEN + 1 for turn in turns)


def _numbers(groups: Sequence[Group]) -> dict[int, int]:
    """The number of each node of a batch, from 1."""
    places = dict.fromkeys(at for one in groups for at in one.members)
    return {at: number for number, at in enumerate(places, 1)}


def _tags(node: Node) -> str:
    return ", ".join(node.tags) or node.type.value


def _doubted(groups: Sequence[Group], vectors: "Vectors") -> list[int]:
    """The nodes that are almost as near another group as their own, the most doubtful first."""
    if len(groups) < 2:
        return []
    means = mean_direction(vectors, [one.members for one in groups])
    gaps: dict[int, float] = {}
    for own, one in enumerate(groups):
        for at in one.members:
            nearness = means @ vectors[at]
            others = max(float(score) for number, score in enumerate(nearness) if number != own)
            gaps[at] = min(float(nearness[own]) - others, gaps.get(at, 1.0))
    doubtful = sorted((gap, at) for at, gap in gaps.items() if gap <= _DOUBT and vectors[at].any())
    return [at for _, at in doubtful[: len(gaps) // _DOUBT_SHARE]]
