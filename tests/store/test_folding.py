import pytest

from tsuzuri.store.folding import fold


@pytest.mark.parametrize(
    ("one", "other"),
    [("Straße", "STRASSE"), ("ＰＤＦ", "pdf"), ("ﾒﾓ", "メモ"), ("e\u0301té", "\u00c9TE\u0301"), ("が", "か\u3099")],
)
def test_case_width_and_composition_do_not_matter(one: str, other: str) -> None:
    assert fold(one) == fold(other)
