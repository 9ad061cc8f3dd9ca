"""Comparing without regard to case, for lists that a person filters as they type."""

import unicodedata


def fold(text: str) -> str:
    """NFKC and case folded, so that "ＰＤＦ", "Pdf" and "pdf" are one, and a decomposed file name its composed one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
