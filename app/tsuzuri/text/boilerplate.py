"""Sentences that go with a document and say nothing of its matter: disclaimers, signatures, footers, navigation.

Patterns for English and Japanese, made narrow: a sentence left out by mistake is a fact lost, one kept costs a second.
"""

import re
from collections.abc import Sequence

from tsuzuri.core.document import Span

_PATTERNS = (
    # Disclaimers of mails and sites.
    r"\bthis (?:e-?mail|message|communication|transmission)\b.{0,80}\b(?:confidential|privileged|intended|legally)\b",
    r"\b(?:if you (?:are not|have received)|you are not) (?:the |an )?(?:intended|named|this (?:e-?mail|message))\b",
    r"\bany (?:unauthori[sz]ed )?(?:review|use|disclosure|dissemination|distribution|copying)\b.{0,80}"
    r"\b(?:prohibited|forbidden|unlawful)\b",
    r"\bplease (?:notify|inform) the sender\b",
    r"\b(?:think of|consider) the environment before printing\b",
    r"\b(?:does|do) not (?:constitute|represent) (?:legal|investment|financial|medical|tax) advice\b",
    r"\b(?:without warranty of any kind|accepts? no (?:liability|responsibility)|all rights reserved)\b",
    r"^\W*(?:©|\(c\)|copyright)(?=.{0,4}\d{4}|\s*©)",
    r"(?:本|この)(?:電子)?(?:メール|メッセージ|通信)(?:及び|および|と|並びに|は|に|の).{0,60}(?:機密|秘密|宛先|名宛人|受信者|送信専用|誤って)",
    r"(?:誤って|お心当たり(?:の|が)?な(?:い|く)).{0,40}(?:受信|届い|メール|場合).{0,60}(?:削除|破棄|ご?連絡|下さい|ください)",
    r"(?:無断|許可なく).{0,12}(?:転載|複製|引用|配布|使用).{0,20}(?:禁|固くお断り|ご遠慮)",
    r"送信専用(?:の)?(?:メール)?アドレス",
    # Subscriptions and footers.
    r"\bunsubscribe\b|\bopt[ -]out of (?:these|future|our) (?:e-?mails?|messages)\b",
    r"\byou(?:'re| are) receiving this (?:e-?mail|message|newsletter)\b",
    r"\b(?:manage|update|change) your (?:e-?mail |subscription |notification |cookie )?(?:preferences|settings)\b",
    r"\b(?:view|read) (?:this )?(?:e-?mail|message|newsletter|it|online) (?:in|on) (?:your|the|a) (?:web )?browser\b",
    r"\bwe use cookies\b|\baccept all cookies\b",
    r"(?:配信|購読|メールマガジン|メルマガ|ニュースレター)(?:の)?(?:停止|解除|登録|変更)",
    r"(?:当|本)サイトでは.{0,20}(?:クッキー|cookie)",
    # Signatures.
    r"^\W*sent (?:from|via|with) (?:my|the|a|outlook|gmail|yahoo|proton|mobile)\b",
    r"^\W*get outlook for\b",
    r"^\W*(?:iPhone|iPad|Android|スマートフォン|携帯(?:電話)?)\s*から送信",
    r"^\W*(?:(?:kind|best|warm|with(?: kind| best)?) regards|yours (?:sincerely|faithfully|truly))\b",
    r"^(?:tel|phone|mobile|cell|fax|電話|携帯|ファックス|TEL|FAX)\s*[.:：]?\s*[+(（\d][-\d\s()（）+./ー]{5,}",
    # Navigation.
    r"^\W*(?:skip to (?:main )?content|back to (?:the )?top|table of contents|read more|click here|share (?:this|on)\b"
    r"|terms (?:of|and) (?:use|service|conditions)|privacy policy|next page|previous page)"
    r"(?!.*\b(?:is|was|are|were)\b)",
    r"^\W*(?:ページ(?:の)?(?:先頭|トップ)(?:へ|に)|続きを読む|詳しくはこちら|前のページ|次のページ|もっと見る)",
)
_BOILERPLATE = re.compile("|".join(_PATTERNS), re.IGNORECASE)
_CRUMBS = re.compile(r"^[^.。!?！？>»›]{1,30}(?:\s*[»>›]\s*[^.。!?！？>»›]{1,30}){2,}$")
_QUOTE_MARK = re.compile(r"^[ \t]{0,3}[>＞]")
_ATTRIBUTION = re.compile(
    r"^(?:On\s.{4,160}\swrote:|.{4,160}(?:さん|様)?(?:のメール|は書きました)[:：]"
    r"|\d{4}[年/-]\d{1,2}[月/-]\d{1,2}.{0,160}[:：]"
    r"|-{2,}\s*(?:Original Message|元のメッセージ|Forwarded message)\s*-{2,})\s*$",
    re.IGNORECASE,
)
_LONGEST = 600


def is_boilerplate(sentence: str) -> bool:
    """Whether a sentence is a disclaimer, a signature, a footer, a line about a subscription, or navigation."""
    sentence = " ".join(sentence[:_LONGEST].split())
    return bool(_BOILERPLATE.search(sentence) or _CRUMBS.match(sentence))


def without_boilerplate(text: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Those sentences of a text that are no boilerplate, and no quotation that a line like "Ann wrote:" introduces."""
    quoted = _quoted(text)
    return tuple(
        span
        for span in spans
        if not is_boilerplate(span.of(text)) and not any(one.start <= span.start < one.end for one in quoted)
    )


def _quoted(text: str) -> tuple[Span, ...]:
    """The quoted replies of a mail: an introduction, and the marked lines that follow it."""
    if ">" not in text and "＞" not in text:
        return ()
    found: list[Span] = []
    introduced: int | None = None
    at = 0
    for line in text.splitlines(keepends=True):
        end = at + len(line)
        if _ATTRIBUTION.match(line):
            introduced = at
        elif introduced is not None and _QUOTE_MARK.match(line):
            found.append(Span(introduced, end))
            introduced = end
        elif line.strip():
            introduced = None
        at = end
    return tuple(found)
