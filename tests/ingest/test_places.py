from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuzuri.ingest.places import Mount, PlaceOfRoot, kind_of, parse_mounts, place_among

TABLE = r"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
23 22 0:21 / /proc rw - proc proc rw
40 22 0:44 / /home/hana/My\040server rw,relatime shared:2 master:1 - nfs4 server:/a rw,vers=4.2
41 40 0:45 / /home/hana/My\040server/fast rw - xfs /dev/sdb1 rw
42 22 0:46 / /home/hana/remote rw - fuse.sshfs hana@host: rw
43 22 0:47 / /home/hana/pool rw - fuse.mergerfs a:b rw
44 22 0:48 / /mnt/c rw - 9p drvfs rw
45 22 0:49 / /auto rw - autofs systemd-1 rw
46 45 0:50 / /auto rw - cifs //server/share rw
47 22 0:51 / /media/usb rw - fuseblk /dev/sdc1 rw
half a line
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/home/hana/notes", PlaceOfRoot.LOCAL),
        ("/home/hana/My server", PlaceOfRoot.NETWORK),
        ("/home/hana/My server/notes", PlaceOfRoot.NETWORK),
        ("/home/hana/My server/fast/notes", PlaceOfRoot.LOCAL),
        ("/home/hana/My server 2", PlaceOfRoot.LOCAL),
        ("/home/hana/remote/a", PlaceOfRoot.NETWORK),
        ("/home/hana/pool/a", PlaceOfRoot.LOCAL),
        ("/mnt/c/Users", PlaceOfRoot.NETWORK),
        ("/auto/share", PlaceOfRoot.NETWORK),
        ("/media/usb", PlaceOfRoot.LOCAL),
    ],
)
def test_the_longest_mount_point_decides(path: str, place: PlaceOfRoot) -> None:
    assert place_among(parse_mounts(TABLE), PurePosixPath(path)) is place


def test_signs_that_would_end_a_field_are_escaped() -> None:
    (mount,) = parse_mounts(r"1 2 0:1 / /a\040b\011c\134d rw - nfs x rw")
    assert mount == Mount(PurePosixPath("/a b\tc\\d"), "nfs")


def test_where_no_mount_holds_a_path_nobody_knows() -> None:
    assert place_among((), PurePosixPath("/a")) is PlaceOfRoot.UNKNOWN


def test_the_table_of_the_system_is_read(tmp_path: Path) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(f"1 2 0:1 / / rw - ext4 a rw\n3 1 0:2 / {tmp_path.resolve()}/far rw - nfs a rw\n")
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "far")
    assert kind_of(tmp_path, table) is PlaceOfRoot.LOCAL
    assert kind_of(tmp_path / "link" / "notes", table) is PlaceOfRoot.NETWORK


def test_without_a_table_nobody_knows(tmp_path: Path) -> None:
    assert kind_of(tmp_path, tmp_path / "mountinfo") is PlaceOfRoot.UNKNOWN


@given(st.text())
def test_any_text_is_a_table(text: str) -> None:
    assert place_among(parse_mounts(text), PurePosixPath("/a")) in PlaceOfRoot
