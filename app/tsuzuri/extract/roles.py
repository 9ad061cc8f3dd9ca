"""Which words are a role that a person has (engineer, 部長), by the form of their last noun."""

import re

from tsuzuri.text.normalise import is_cjk, key

_ROLE_EN = re.compile(
    r"(?:er|or|ist|ian|ant|ent|eer|man|woman|person|ess|ary|head|chief|lead|chair|partner|intern|nurse|cook|chef|clerk"
    r"|mayor|pilot|judge|guard|guide|aide|coach|dean|fellow|owner|trainee|apprentice|volunteer|representative"
    r"|executive|eur|colonel|general|admiral|bishop|poet|monk|king|queen|duke|attorney|architect)s?$"
)
_ACRONYM = re.compile(r"(?:C[A-Z]O|VP)$")
_NO_ROLE_EN = re.compile(r"(?:wer|ater|aper|umer|etter|atter|under|over|ever|earer|igger|ident|ment|ontent|event)s?$")
_ROLE_JA = re.compile(
    r"(?:長|員|者|師|士|家|手|役|官|医|授|任|担当|代表|監督|経理|秘書|助手|講師|顧問|教諭|教師|職人|店主|園主|主人|社員"
    r"|エンジニア|デザイナー|マネージャー|リーダー|ディレクター|C[A-Z]O)$"
)
_NO_ROLE_JA = frozenset(("担当", "担当者"))
_OF = re.compile(r"\s+(?:of|for|at|in|and)\s+", re.IGNORECASE)


_CHIEF = re.compile(r"\bCEO\b|chief executive|最高経営責任者|代表取締役社長", re.IGNORECASE)
_FOUNDER = re.compile(r"(?:^|\b|co-?)founder\b|創業者|創設者|設立者", re.IGNORECASE)
_STUDENT = re.compile(r"\b(?:student|undergraduate|pupil|alumn(?:us|a|i)|graduate)s?$|学生$|生徒$", re.IGNORECASE)


def relation_by_role(words: str) -> str:
    """How who has the role stands to the organization that is named with it, if not just by working there."""
    for form, relation in ((_FOUNDER, "founded"), (_CHIEF, "ceo_of"), (_STUDENT, "educated_at")):
        if form.search(words):
            return relation
    return ""


def is_role(words: str) -> bool:
    """Whether the words name a role, rather than what it deals with ("sales", 設計)."""
    if any(is_cjk(char) for char in words):
        if words in _NO_ROLE_JA:
            return False
        return _ROLE_JA.search(words) is not None
    head, *_ = _OF.split(words, maxsplit=1)
    noun = head.split()[-1] if head.split() else ""
    if _ACRONYM.fullmatch(noun):
        return True
    folded = key(noun)
    return _ROLE_EN.search(folded) is not None and (folded == "president" or _NO_ROLE_EN.search(folded) is None)
