"""Names that nobody has recorded: what looks like one in a text, by its capital letters or its script.

Not all of it are names, and need not be: only those count that stand elsewhere too.
"""

from collections.abc import Iterator
from itertools import islice

import regex

from tsuzuri.text.edges import may_end, may_start
from tsuzuri.text.normalise import CJK_CLASS, is_cjk
from tsuzuri.text.query import candidates

_MOST_NAMES = 24
_MOST_CHARACTERS = 80
_LONGEST_WORDS, _LONGEST_CJK = 8, 16
_LONGEST_QUESTION = 200

_LINKS = "of the de van von der den bin ibn al and la le du di da del dos for in on to with a an by y e &".split()
_WORD = r"(?:(?:\p{Lu}\.)+|(?:St|Dr|Mr|Mrs|Ms|Mt|Prof)\.|\p{Lu}[\p{L}\p{M}\p{N}'’]*+(?:-[\p{L}\p{N}]++)*+)"
_GO_ON = rf" (?:– )?(?:(?:{'|'.join(_LINKS)}) ){{0,2}}(?:{_WORD}|\p{{N}}++(?![\p{{L}}\p{{N}}]))"
_CAPITALISED = regex.compile(rf"(?<![\p{{L}}\p{{N}}]){_WORD}(?:{_GO_ON})*")
_IN_SCRIPT = regex.compile(r"[\p{Katakana}ー][\p{Katakana}ー・＝]{2,}|(?<=[「『])[^「」『』\n]{2,30}(?=[」』])")
_POSSESSIVE = regex.compile(r"['’]s?$")
_BRACKETS = regex.compile(r"\s*[(（][^()（）]*[)）]$")
_CJK_RUN = regex.compile(f"[{CJK_CLASS}・＝]+")
_LATIN_WORD = regex.compile(r"[^\s()（）\"“”?？!！,;:、。]+")

_BEGINNING = frozenset(
    "he she it they his their this that these those in on at of and but or for from with by as to when where who what"
    " which while how why whose whom after before during since although however there then also i we you if not is are"
    " was were do does did has have had can could will would both under upon into among".split()
)
"""Words that begin a sentence with a capital letter and no name."""
_CALENDAR = frozenset(
    "january february march april may june july august september october november december"
    " monday tuesday wednesday thursday friday saturday sunday".split()
)


def names(text: str) -> tuple[str, ...]:
    """What may be a name in a text, as long as it goes, each once and in order; at most 24.

    English and the like: words with capitals, with what links them. Japanese: runs of katakana, and what stands in
    「」; runs of kanji are as often common nouns, and make jsquad and niilc worse. Dates are none.
    """
    found = (one for one in _found(text) if len(one) <= _MOST_CHARACTERS)
    return tuple(islice(dict.fromkeys(found), _MOST_NAMES))


def narrower(name: str) -> tuple[str, ...]:
    """What may be the name where the whole is none: its parts between links and figures, and those less a word."""
    parts: list[list[str]] = [[]]
    for word in name.split(" "):
        if word in _LINKS or word.isdigit() or word == "–":
            parts.append([])
        else:
            parts[-1].append(word)
    cut = [part for part in parts if part] if len(parts) > 1 else []
    for part in filter(None, parts):
        if len(part) > 2:
            cut += [part[1:], part[:-1]]
        if len(part) > 3:
            cut.append(part[2:])
    found = (_trimmed(" ".join(part)) for part in cut)
    return tuple(dict.fromkeys(one for one in found if one and one != name))


def tells(name: str) -> bool:
    """Whether a name by itself tells one thing from others: two words, or a word of a script that does not part them.

    A single capitalised word is as often a nationality or the first word of a sentence.
    """
    return " " in name or is_cjk(name[0])


def named_by(title: str) -> str:
    """The name that a title is, without what stands in brackets behind it."""
    return _BRACKETS.sub("", title) or title


def grams(question: str) -> tuple[str, ...]:
    """All pieces of a question that may be a name somebody has recorded, whatever their case, longest first.

    Words that only ask or link are none by themselves.
    """
    question = question[:_LONGEST_QUESTION]
    words = list(_LATIN_WORD.finditer(question))
    content = frozenset(candidates(question))
    found: dict[str, None] = {}
    for size in range(min(len(words), _LONGEST_WORDS), 0, -1):
        for first, last in zip(words, words[size - 1 :], strict=False):
            gram = _POSSESSIVE.sub("", question[first.start() : last.end()])
            if (size > 1 or gram.casefold() in content) and not is_cjk(gram[0]):
                found[gram] = None
    cjk = sorted(_cjk_grams(question), key=lambda gram: -len(gram))
    return tuple(dict.fromkeys((*found, *cjk)))


def _cjk_grams(question: str) -> Iterator[str]:
    for run in _CJK_RUN.finditer(question):
        ends = [at for at in range(run.start() + 1, run.end() + 1) if may_end(question, at)]
        for start in range(run.start(), run.end()):
            if may_start(question, start):
                yield from (question[start:end] for end in ends if 1 < end - start <= _LONGEST_CJK)


def _found(text: str) -> Iterator[str]:
    for capitalised in _CAPITALISED.finditer(text):
        if name := _trimmed(capitalised.group()):
            yield name
    for run in _IN_SCRIPT.finditer(text):
        yield run.group()


def _trimmed(words: str) -> str:
    """The words without those that begin a sentence or link nothing; empty where no name is left, or only a date."""
    kept = _POSSESSIVE.sub("", words).split(" ")
    while kept and (kept[0].casefold() in _BEGINNING or kept[0] in _LINKS):
        kept = kept[1:]
    while kept and kept[-1] in _LINKS:
        kept = kept[:-1]
    if all(word.isdigit() or word in _LINKS or word == "–" or word.casefold() in _CALENDAR for word in kept):
        return ""
    name = " ".join(kept)
    return name if len(name) > 2 else ""
