"""What the model is shown: short instructions, worked examples in both languages, then one passage's sentences.

The prefix is the same for every passage, so that it is read once. What a passage says is data between its numbers:
an instruction in it is a sentence like any other, and the form of the answer leaves no room to obey it.
"""

from collections.abc import Sequence

from tsuzuri.core.decoding import DecodeRequest, FactLinesForm, Turn
from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE, Ontology
from tsuzuri.extract.wire import TYPES

VERSION = "facts-1"
"""Cited in evidence; raise it whenever the prompt changes."""

_INSTRUCTIONS = """You extract knowledge-graph facts from numbered sentences. Write one line per fact:
number | subject | subject type | relation | object | object type | time words or -
Types: {types} {value}.
Copy names, values and time words exactly as written. A relation is a short English verb phrase in snake_case; prefer: \
{relations}.
State only what a sentence says, about named people, organizations, places, projects and things. \
Use the full name for a pronoun. Skip opinions, questions, greetings and small talk. End with a line END."""

_EXAMPLES = (
    (
        """[1] Ken Ito, born in Nara in 1980, moved from Osaka to Berlin in May 2022 with his wife Emi Ito.
[2] He is now a designer at Lumen AG, which was founded by Eva Roth.
[3] On 3 June the board decided to close the Ulm office; its last day is 30 September.
[4] Thanks everyone, that was fun!""",
        """1 | Ken Ito | person | born_in | Nara | place | -
1 | Ken Ito | person | born_on | 1980 | value | -
1 | Ken Ito | person | lives_in | Berlin | place | in May 2022
1 | Ken Ito | person | married_to | Emi Ito | person | -
2 | Ken Ito | person | works_at | Lumen AG | organization | now
2 | Ken Ito | person | works_as | designer | value | now
2 | Eva Roth | person | founded | Lumen AG | organization | -
3 | board | organization | decided | close the Ulm office | value | On 3 June
3 | Ulm office | place | ends_on | 30 September | value | 30 September
END""",
    ),
    (
        """[1] 川端 理恵さんは2021年に青葉電機を退職し、先月からミナト設計の営業部長を務めている。
[2] 彼女は横浜に住んでいて、試作機「カモメ」を担当する。
[3] カモメの発売は10月1日に決まった。
[4] お疲れさまでした。""",
        """1 | 川端 理恵さん | person | left | 青葉電機 | organization | 2021年
1 | 川端 理恵さん | person | works_at | ミナト設計 | organization | 先月から
1 | 川端 理恵さん | person | works_as | 営業部長 | value | 先月から
2 | 川端 理恵さん | person | lives_in | 横浜 | place | -
2 | 川端 理恵さん | person | responsible_for | カモメ | thing | -
3 | カモメ | thing | scheduled_for | 10月1日 | value | 10月1日
END""",
    ),
)


def prefix(ontology: Ontology) -> tuple[Turn, ...]:
    """The turns that every passage shares."""
    relations = ", ".join(relation.name for relation in ontology.relations)
    system = _INSTRUCTIONS.format(types=" ".join(TYPES), value=VALUE, relations=relations)
    examples = [turn for question, answer in _EXAMPLES for turn in (Turn("user", question), Turn("assistant", answer))]
    return (Turn("system", system), *examples)


def request(text: str, sentences: Sequence[Span], max_tokens: int) -> DecodeRequest:
    """The question for one passage: its sentences, numbered from 1, each on a line of its own."""
    shown = tuple(span.of(text).replace("\n", " ") for span in sentences)
    prompt = "\n".join(f"[{number}] {sentence}" for number, sentence in enumerate(shown, 1))
    return DecodeRequest(prompt, FactLinesForm(shown, (), TYPES, VALUE), max_tokens)
