"""What a sentence says, apart from how it is laid out: the basis on which two passages say the same.

Resemblance, as MinHash and its like measure it, is the wrong question here: "on 3 May" and "on 4 May" resemble each
other, and so do "is" and "is not". So nothing may differ but what carries nothing: white space, width, quotation and
list marks, emphasis, a few words of politeness, articles. What is left is hashed, and one look into an index finds it.
"""

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from tsuzuri.text.normalise import is_cjk, key

_VERSION = "gist-1"
_WIDE = re.compile("[\u3000\uff01-\uffee]+")
_LEADING = re.compile(r"^(?:\s*(?:[>*•・◦▪■□●○◆◇※#|]+|[-+](?=\s)|\(?\d{1,2}[.)](?=\s)))+\s*")
_LAYOUT = re.compile(r"[*_`\"“”„‟«»]|(?<!\w)'|'(?!\w)|[.。]+(?=\s|$)")
_APOSTROPHES = str.maketrans("‘’", "''")
_FILLER = re.compile(r"\b(?:the|a|an|please|kindly)\b(?=\s)|^(?:The|An|A|Please|Kindly)\s(?=[a-z])")
_NEEDS_CONTEXT = re.compile(
    r"\b(?:i|me|my|we|us|our|you|your|he|she|him|his|hers?|it|its|they|them|their|these|those"
    r"|the (?:company|firm|business|organi[sz]ation|agency))\b"
    r"|[彼私僕俺]|同社|同氏|同行|同団体|当社|弊社|自社|自分|我々|[こそあ](?:れ|の|こ)",
    re.IGNORECASE,
)
_TOPIC = re.compile("[はがも]")


def gist(sentence: str) -> str:
    """What the sentence says: numbers, names, order and case of the words stand; layout and fillers are gone."""
    text = _WIDE.sub(lambda run: unicodedata.normalize("NFKC", run.group()), sentence)
    text = _LAYOUT.sub("", _LEADING.sub("", text.translate(_APOSTROPHES)))
    return " ".join(_FILLER.sub("", " ".join(text.split())).split())


def needs_context(sentence: str) -> bool:
    """Whether only what stands around the sentence tells whom it is about: a pronoun, or no subject in Japanese."""
    if _NEEDS_CONTEXT.search(sentence):
        return True
    return any(map(is_cjk, sentence)) and _TOPIC.search(sentence) is None


def sentence_print(sentence: str, speaker: str = "") -> int:
    """The hash of what one sentence says, said by that speaker: a signed 64-bit number."""
    return _hashed([key(speaker), gist(sentence)])


def passage_print(sentences: Sequence[str], *, speaker: str = "", title: str = "") -> int:
    """The hash of what these sentences say one after the other: a signed 64-bit number.

    Where the first one needs its context, the document's title counts too: "He moved to Ulm." of two documents is
    said of two men.
    """
    context = title if sentences and needs_context(sentences[0]) else ""
    return _hashed([key(speaker), context, *map(gist, sentences)])


def _hashed(parts: Sequence[str]) -> int:
    digest = hashlib.blake2b("\n".join([_VERSION, *parts]).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
