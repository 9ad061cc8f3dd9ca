"""Files whose name is here and whose content is in somebody's cloud. To read one is to download it: we do not."""

import re

IN_THE_CLOUD = "its content is in the cloud; it is not downloaded"

_AWAY_ON_WINDOWS = 0x1000 | 0x40000 | 0x400000
"""FILE_ATTRIBUTE_OFFLINE, _RECALL_ON_OPEN and _RECALL_ON_DATA_ACCESS of the Windows API (OneDrive, Dropbox, …)."""
_AWAY_ON_MACOS = 0x40000000
"""SF_DATALESS of sys/stat.h (iCloud Drive and every File Provider since macOS 10.15)."""
_STUB = re.compile(r"\.(.+)\.icloud", re.DOTALL)


def is_in_the_cloud(status: object) -> bool:
    """Whether a stat result (`os.stat_result`, or what has its fields) is that of a file that is not on this disk.

    Windows and macOS say so by a flag. Elsewhere nothing says so: a size without a block (`st_blocks == 0`) is also
    that of a sparse file, of a small one that Btrfs or ext4 keeps inside its inode, and of one that was just written
    and waits for its blocks. No file system of Linux gives it that meaning, so it is not used: a real file would
    be left out in silence. Network file systems that fetch as one reads are told by `places.kind_of`.
    """
    attributes: int = getattr(status, "st_file_attributes", 0)
    flags: int = getattr(status, "st_flags", 0)
    return bool(attributes & _AWAY_ON_WINDOWS or flags & _AWAY_ON_MACOS)


def stub_of(name: str) -> str:
    """The name of the hidden file that older versions of iCloud leave in place of a file: `.a.pdf.icloud`."""
    return f".{name}.icloud"


def stands_for(name: str) -> str:
    """The name of the file in whose place an iCloud stub lies; empty for what is no stub."""
    found = _STUB.fullmatch(name)
    return found[1] if found else ""
