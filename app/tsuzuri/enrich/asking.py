"""The chat model's part: it names groups of like things, and says where those belong that lie between two groups.

Each batch is one prefix: the rules, then the things with numbers, names and tags. After it come short questions, so
that the batch is read once: for a group which of a few names that stand in it is its own, or where there is none, a
name; and for a thing in doubt which group is. What the model says is held to the rules by code.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.core.decoding import Ask, Choice, Response, ShortName, StopReason, Turn
from tsuzuri.core.models import ChatModel
from tsuzuri.enrich.clustering import mean_direction
from tsuzuri.enrich.grouping import Group, Node
from tsuzuri.enrich.naming import Language, Names, candidates, commonest_type, is_reserved
from tsuzuri.enrich.wording import is_name

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

VERSION = "categories-2"
"""Changes with every word of the prompt."""

_DOUBT = 0.08
"""A thing is in doubt when it is that much nearer its own group than another at most, in cosine of centred vectors."""
_DOUBT_SHARE = 8
"""Of that many things, one at most is asked about."""
_SHOWN_NAMES = 20
_SHOWN_MEMBERS = 8
_NAME_TOKENS = 12
_OF_A_TYPE = 40
"""A category may be called by a type alone where there are no more of that type: it gathers all of them."""
_MOST_OPTIONS = 9
_BYTES_A_TOKEN = 3
"""Four letters of English are a token, and a character of Japanese, of three bytes, is about one."""
_NONE = "0"

_RULES = {
    Language.ENGLISH: (
        "You sort a list of things into categories. The name of a category says what its members have in common, as "
        "exactly as it can, and is true of all of them. It has one topic, in one to three words, without and."
    ),
    Language.JAPANESE: (
        "物事の一覧を分類します。分類名は、含まれるものすべてに共通する性質をできるだけ具体的に表します。"
        "分類名は2〜6文字で、話題は一つだけです。"
    ),
}
_EXISTING = {Language.ENGLISH: "Categories so far: {}", Language.JAPANESE: "既にある分類: {}"}
_CHOOSE = {
    Language.ENGLISH: "{} Which name is true of numbers {} together? Answer with the number of the name, 0 for none.",
    Language.JAPANESE: "{} 番号 {} のすべてに合う分類名はどれですか。分類名の番号だけを答えてください。なければ 0。",
}
_NAME = {
    Language.ENGLISH: "What category are {} together? Answer with its name only.",
    Language.JAPANESE: "{} をまとめた分類の名前は何ですか。名前だけを答えてください。",
}
_FORMS = {
    Language.ENGLISH: ShortName(("Latin",), 40),
    Language.JAPANESE: ShortName(("Han", "Hiragana", "Katakana", "Latin"), 6),
}
_PLACE = {
    Language.ENGLISH: "{} Which of them does {} ({}) belong to? Answer with the number, 0 for none.",
    Language.JAPANESE: "{} 「{}」({})はどの分類に入りますか。番号だけを答えてください。どれでもなければ 0。",
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
        A group of which but one name is true has that, and is not asked about. Where the allowance does not reach, or
        what the model writes is no name, `by_children` names.

        Raises what `ChatModel.ask` raises.
        """
        prefix, numbers = self._prefix(nodes, groups, names), _numbers(groups)
        options = self._candidates(nodes, groups)
        asked = [at for at, found in enumerate(options) if len(found) != 1]
        questions = [self._name_question(groups[at], options[at], nodes, numbers) for at in asked]
        if not self._allowance.affords(prefix, questions):
            return tuple(Group(one.members, by_children(one)) for one in groups)
        answers = self._ask(prefix, questions, new=True) if questions else ()
        if answers is None:
            return None
        told = {at: _told(answer.text.strip(), options[at]) for at, answer in zip(asked, answers, strict=True)}
        given = [
            Group(one.members, told.get(at, options[at][-1] if options[at] else "") or by_children(one))
            for at, one in enumerate(groups)
        ]
        return self._placed(prefix, nodes, vectors, _merged(given), new=not questions)

    def _candidates(self, nodes: Sequence[Node], groups: Sequence[Group]) -> list[tuple[str, ...]]:
        """The names between which the model chooses, for each group."""
        counted = Counter(node.type for node in nodes)
        found = []
        for one in groups:
            children = [nodes[at] for at in one.members]
            of_type = counted[commonest_type(children)] <= _OF_A_TYPE
            found.append(candidates(children, self._language, of_type=of_type))
        return found

    def _placed(
        self, prefix: Sequence[Turn], nodes: Sequence[Node], vectors: "Vectors", groups: Sequence[Group], *, new: bool
    ) -> tuple[Group, ...] | None:
        """The groups once every node in doubt has been asked about; `new` where the model has not read the prefix."""
        options = groups[:_MOST_OPTIONS]
        doubted = _doubted(options, vectors)
        listed, form = _options([one.name for one in options])
        questions = [
            Ask((Turn("user", _PLACE[self._language].format(listed, nodes[at].name, _tags(nodes[at]))),), form, 2)
            for at in doubted
        ]
        if not questions or not self._allowance.affords(prefix if new else (), questions):
            return tuple(groups)
        answers = self._ask(prefix, questions, new=new)
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

    def _ask(self, prefix: Sequence[Turn], questions: Sequence[Ask], *, new: bool) -> tuple[Response, ...] | None:
        """The answers; None if the model was told to stop, or could not answer. What it cost is noted either way."""
        if new:
            self._allowance.read(prefix)
        answers = self._chat.ask(prefix, questions)
        self._allowance.spend(answers)
        return answers if all(one.stop is StopReason.COMPLETE for one in answers) else None

    def _prefix(self, nodes: Sequence[Node], groups: Sequence[Group], names: Names) -> tuple[Turn, ...]:
        numbers = _numbers(groups)
        lines = [f"{number}. {nodes[at].name}: {_tags(nodes[at])}" for at, number in numbers.items()]
        if known := names.all()[-_SHOWN_NAMES:]:
            lines.append(_EXISTING[self._language].format(", ".join(known)))
        return (Turn("system", _RULES[self._language], own=True), Turn("user", "\n".join(lines)))

    def _name_question(
        self, one: Group, found: Sequence[str], nodes: Sequence[Node], numbers: Mapping[int, int]
    ) -> Ask:
        if not found:
            # By name: asked what numbers are together, a small model says "Numbers".
            members = ", ".join(nodes[at].name for at in one.members[:_SHOWN_MEMBERS])
            return Ask((Turn("user", _NAME[self._language].format(members)),), _FORMS[self._language], _NAME_TOKENS)
        listed, form = _options(found)
        members = ", ".join(str(numbers[at]) for at in one.members)
        return Ask((Turn("user", _CHOOSE[self._language].format(listed, members)),), form, 2)


def _told(answer: str, found: Sequence[str]) -> str:
    """The name that was chosen, the last where none was, or the one that was written; empty where that is no name."""
    if found:
        return found[int(answer) - 1]
    return answer if is_name(answer) and not is_reserved(answer) else ""


def _options(names: Sequence[str]) -> tuple[str, Choice]:
    """Names with numbers, and the answers between which to choose: a number, or none."""
    numbered = {str(number): name for number, name in enumerate(names, 1)}
    return " ".join(f"{number}. {name}" for number, name in numbered.items()), Choice((*numbered, _NONE))


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
