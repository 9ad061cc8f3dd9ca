"""What forgetting takes away, before and after, in words. Pure."""

from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.tui.present import amount, one_line, shown
from tsuzuri.tui.theme import QUIET, TITLE, TROUBLE

if TYPE_CHECKING:
    from tsuzuri.library.forgetting import Receipt


def receipt_text(receipt: "Receipt") -> Content:
    """All that goes, or has gone: numbers, names and statements, and what becomes of the file."""
    lines = [_gone(receipt)]
    if receipt.facts_weakened:
        kept = "stay" if receipt.facts_weakened != 1 else "stays"
        lines.append(Content(f"{amount(receipt.facts_weakened, 'fact')} {kept}, on what other sources say."))
    lines.append(Content(_file(receipt)))
    lines += _listed("Names", receipt.names, receipt.entities)
    lines += _listed("Statements", receipt.statements, receipt.facts)
    return Content("\n").join(lines if receipt.dry_run else [*lines, Content(), *_proof(receipt)])


def _gone(receipt: "Receipt") -> Content:
    counted = (
        (len(receipt.sources), "source"),
        (receipt.passages, "passage"),
        (receipt.facts, "fact"),
        (receipt.entities, "name"),
        (receipt.mentions, "mention"),
        (receipt.vectors, "vector"),
    )
    told = ", ".join(amount(count, noun) for count, noun in counted if count)
    return Content.assemble(("Would go: " if receipt.dry_run else "Gone: ", QUIET), (told or "nothing", TITLE))


def _file(receipt: "Receipt") -> str:
    several, excluded = len(receipt.sources) > 1, len(receipt.excluded)
    words = "The files themselves are not touched." if several else "The file itself is not touched."
    if not excluded:
        return words
    if excluded < len(receipt.sources):
        return (
            f"{words} {excluded} of them, in a watched folder, {'is' if excluded == 1 else 'are'} not taken in again."
        )
    lie, are = ("They lie", "are") if several else ("It lies", "is")
    return f"{words} {lie} in a watched folder and {are} not taken in again."


def _listed(title: str, items: tuple[str, ...], count: int) -> list[Content]:
    if not items:
        return []
    more = count - len(items)
    lines = [Content(), Content.styled(title, QUIET), *(Content(f"  {one_line(item)}") for item in items)]
    return [*lines, Content.styled(f"  and {more:,} more", QUIET)] if more > 0 else lines


def _proof(receipt: "Receipt") -> list[Content]:
    """What a check found, and whether the words are gone from the disk."""
    found = [Content.styled(shown(problem), TROUBLE) for problem in receipt.problems]
    checked = found or [Content("A check of the whole library found nothing wrong.")]
    if receipt.erased:
        return [*checked, Content("The words are gone from the library's file, too.")]
    words = "The words are not yet gone from the library's file"
    return [*checked, Content.styled(f"{words}: {one_line(receipt.not_erased)}", TROUBLE)]
