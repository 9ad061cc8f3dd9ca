from types import SimpleNamespace

import pytest

from tsuzuri.ingest.cloud import is_in_the_cloud, stands_for, stub_of


@pytest.mark.parametrize(
    "status",
    [
        SimpleNamespace(st_file_attributes=0x400000 | 0x20),
        SimpleNamespace(st_file_attributes=0x40000),
        SimpleNamespace(st_file_attributes=0x1000),
        SimpleNamespace(st_flags=0x40000000, st_blocks=0, st_size=5),
    ],
)
def test_a_flag_of_the_system_says_that_the_content_is_away(status: object) -> None:
    assert is_in_the_cloud(status)


@pytest.mark.parametrize(
    "status",
    [
        SimpleNamespace(st_file_attributes=0x20),
        SimpleNamespace(st_flags=0, st_blocks=8, st_size=5),
        SimpleNamespace(),
    ],
)
def test_without_it_the_content_is_here(status: object) -> None:
    assert not is_in_the_cloud(status)


def test_a_file_without_blocks_may_be_sparse_or_small() -> None:
    assert not is_in_the_cloud(SimpleNamespace(st_blocks=0, st_size=1 << 32))


def test_a_stub_stands_for_a_file() -> None:
    assert stub_of("議事録.pdf") == ".議事録.pdf.icloud"
    assert stands_for(stub_of("議事録.pdf")) == "議事録.pdf"
    assert [stands_for(name) for name in ("a.icloud", ".icloud", ".a", "..icloud")] == ["", "", "", ""]
