"""Sentences that give orders to whoever reads the text, or imitate the machine's own lines: they state nothing.

The form of an answer already leaves no room to obey an order; this keeps its words from being taken for a statement.
"""

import re

_OVERRIDE = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|of|the|your|my|these|those)\s+)*"
    r"(?:instructions?\b|prompts?\b|(?:previous|prior|earlier|above|former)\b|(?:rules?|text)\s+(?:above|below)\b)",
    re.IGNORECASE,
)
_TOLD_TO_WRITE = re.compile(
    r"(?:^|[,;:]\s+|\b(?:please|now|instead|then|and|must|should|shall)\s+)"
    r"(?:(?:write|record|store|output|save|say|state|insert|add|print|repeat)\b.{0,60}"
    r"\b(?:that|the facts?|the words?|this line)\b|(?:answer|respond|reply)\b.{0,60}\b(?:that|with)\b)",
    re.IGNORECASE,
)
_TO_THE_MACHINE = re.compile(
    r"\b(?:to any ai|(?:the )?reader must|(?:every|all) answers? (?:must|shall|should)|new (?:rule|instruction)s?\b)"
    r"|(?:指示|命令|プロンプト|ルール).{0,12}(?:無視|忘れ)|(?:AI|ＡＩ)(?:へ|は|に)"
    r"|(?:今後の)?回答では|と(?:書きなさい|書け|記録せよ|記録して(?:ください|下さい)|記録すること|答えよ|答えなさい)"
    r"|(?:という)?事実を(?:保存|記録)",
    re.IGNORECASE,
)
_MACHINE_LINE = re.compile(r"<\|[a-z_]+\|>|(?:[^|]+\s\|\s){3,}", re.IGNORECASE)


def is_order(sentence: str) -> bool:
    """Whether the sentence is an order to its reader, or a line in the form of the model's own chat or answers."""
    return any(form.search(sentence) for form in (_MACHINE_LINE, _TO_THE_MACHINE, _OVERRIDE, _TOLD_TO_WRITE))
