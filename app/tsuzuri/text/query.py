"""A person's words as a full-text query: typed words, all of which must occur, or a question, of which any may.

Nothing a person writes is an error or query syntax: words become tokens by the same folding as the index,
and everything that is not a letter or digit only parts them. Quotation marks hold a phrase together.
"""

import re
from collections.abc import Iterator, Sequence

from tsuzuri.core.lexical import LexicalQuery, Match, Term
from tsuzuri.text.normalise import Script, is_cjk, script
from tsuzuri.text.segment import fold, pairs, runs, segment
from tsuzuri.text.stems import STOP_WORDS

MAX_CHARACTERS = 512
"""How much of a folded query is looked at."""
MAX_TERMS = 32
"""How many terms a query may have."""

_MIN_PREFIX = 3
_LONG_VOWEL_MIN = 4
_PIECE = re.compile('["“”„「]([^"“”„「」]*)["“”„」]|([^"“”„「」]+)')

_ASKS_EN = re.compile(
    r"\s*(who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has"
    r"|have|had|tell me|show me)\s+\S+\s+\S",
    re.IGNORECASE,
)
_ASKS_JA = re.compile(
    "誰|だれ|何|いつ(?!も)|(?<![ほぶ])ど(?:こ|の|れ|ちら|んな|う(?![ぞも]))|なぜ|いくつ|いくら|教えて"
    "|(?:です|ます|でした|ました|った|いる|ある|する|ない|たい|の)か$"
)
_ASKING_END = ("?", "？")
_ASKS_IN_PAIR = re.compile("誰|(?<!幾)何(?!学)")
"""何年, 何人, は誰: what asks is not in the answer, as little as the stop words who and what. 幾何学 asks nothing."""


def typed(words: str, *, prefix_last: bool = True) -> LexicalQuery:
    """A query that wants every word, as one types into a search field.

    A run of CJK characters is a phrase of its pairs, a single one the start of a pair; a long-vowel mark at the end
    of a run of four or more is dropped, so that サーバー finds サーバ. With `prefix_last` a Latin last word of three
    letters or more may go on. Words in quotation marks stand next to each other.
    """
    folded = fold(words[:MAX_CHARACTERS])[:MAX_CHARACTERS]
    terms: list[Term] = []
    for quoted, loose in _PIECE.findall(folded):
        terms += _phrase(runs(quoted)) if quoted else map(_term, runs(loose))
    if prefix_last and terms and _may_go_on(folded, terms[-1]):
        terms[-1] = Term(terms[-1].tokens, prefix=True)
    return LexicalQuery(tuple(dict.fromkeys(terms))[:MAX_TERMS], Match.ALL)


def phrase(words: str) -> tuple[Term, ...]:
    """The words next to each other, as they are written: one term, or none where there is no letter or digit."""
    return tuple(_phrase(runs(fold(words[:MAX_CHARACTERS]))))


def candidates(words: str) -> tuple[str, ...]:
    """The index tokens of a question that carry content, each once, in order.

    Left out are English stop words, pairs of hiragana alone or with a word that asks (何, 誰), and single CJK
    characters, unless nothing else is there. At most 200.
    """
    tokens = tuple(dict.fromkeys(segment(words[:2000])))
    return tuple(filter(_carries_content, tokens))[:200] or tokens[:200]


def rarest(tokens: Sequence[str], frequencies: Sequence[int], n: int = 8) -> LexicalQuery:
    """A query for any of the `n` rarest tokens that occur at all; `frequencies[i]` counts the rows of `tokens[i]`.

    Raises:
        ValueError: the two are not of the same length.
    """
    if len(tokens) != len(frequencies):
        raise ValueError(f"{len(tokens)} tokens but {len(frequencies)} frequencies")
    found = sorted((count, at) for at, count in enumerate(frequencies) if count > 0)
    return LexicalQuery(tuple(Term((tokens[at],)) for _, at in found[:n]), Match.ANY)


def is_question(words: str) -> bool:
    """Whether the words look like a question or sentence, in English or Japanese, and not like search words."""
    words = words.strip()
    return words.endswith(_ASKING_END) or _ASKS_EN.match(words) is not None or _ASKS_JA.search(words) is not None


def _term(run: str) -> Term:
    if not is_cjk(run[0]):
        return Term((run,))
    if len(run) >= _LONG_VOWEL_MIN:
        run = run.removesuffix("ー")
    return Term(pairs(run), prefix=len(run) == 1)


def _phrase(quoted: Sequence[str]) -> Iterator[Term]:
    """One term for runs that stand next to each other; the last may be the beginning of a longer CJK run."""
    if not quoted:
        return
    before = [token for run in quoted[:-1] for token in _whole(run)]
    last = _term(quoted[-1])
    yield Term((*before, *last.tokens), prefix=last.prefix)


def _whole(run: str) -> tuple[str, ...]:
    """The tokens by which the index holds a run that ends here."""
    return (*pairs(run), run[-1]) if is_cjk(run[0]) and len(run) > 1 else (run,)


def _may_go_on(folded: str, last: Term) -> bool:
    word = last.tokens[-1]
    return len(word) >= _MIN_PREFIX and not is_cjk(word[0]) and folded.endswith(word)


def _carries_content(token: str) -> bool:
    if token in STOP_WORDS:
        return False
    scripts = {script(char) for char in token}
    if Script.WORD in scripts:
        return len(token) > 1 or token.isdigit()
    return len(token) > 1 and not scripts <= {Script.HIRAGANA} and not _ASKS_IN_PAIR.search(token)
