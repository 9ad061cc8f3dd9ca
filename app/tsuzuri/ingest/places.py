"""On what kind of file system a folder lies: whether the system tells of all changes in it."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

_MOUNTINFO = Path("/proc/self/mountinfo")

_NETWORK = frozenset(
    "9p acfs afs beegfs ceph cifs coda davfs glusterfs gpfs lustre ncpfs nfs nfs4 ocfs2 orangefs prl_fs "
    "smb2 smb3 smbfs vboxsf virtiofs vmhgfs".split()
)
"""Kinds where others change files without this kernel's knowledge: servers, clusters, the host of a virtual machine."""
_LOCAL_FUSE = frozenset(
    "bindfs cryfs encfs exfat fuse-overlayfs gocryptfs lxcfs mergerfs ntfs-3g portal securefs squashfuse "
    "unionfs".split()
)
"""Kinds of FUSE that only show what lies on this machine. Any other (sshfs, rclone, s3fs, …) may be far away."""
_ESCAPE = re.compile(r"\\([0-7]{3})")


class PlaceOfRoot(StrEnum):
    """Whether changes in a folder can be heard (`LOCAL`), must be looked for (`NETWORK`), or nobody says."""

    LOCAL = "local"
    NETWORK = "network"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system: where, and its kind as the kernel names it."""

    point: PurePosixPath
    kind: str


def kind_of(path: Path, mountinfo: Path = _MOUNTINFO) -> PlaceOfRoot:
    """On what kind of place a path lies, by Linux's table of mounts; unknown where there is none."""
    try:
        table = mountinfo.read_bytes()
    except OSError:
        # Only Linux has the table: not to know is the answer.
        return PlaceOfRoot.UNKNOWN
    return place_among(parse_mounts(os.fsdecode(table)), PurePosixPath(os.path.realpath(path)))


def parse_mounts(table: str) -> tuple[Mount, ...]:
    r"""The mounts of a `/proc/PID/mountinfo`, in its order; lines of another form are passed over.

    By proc_pid_mountinfo(5): the fifth field is the mount point, with space, tab, newline and backslash as `\040` and
    so on; the field after the lone `-` is the kind.
    """
    mounts = []
    for line in table.split("\n"):
        fields, _, more = line.partition(" - ")
        parts, kind = fields.split(" "), more.partition(" ")[0]
        if len(parts) > 4 and kind:
            point = _ESCAPE.sub(lambda found: chr(int(found[1], 8)), parts[4])
            mounts.append(Mount(PurePosixPath(point), kind))
    return tuple(mounts)


def place_among(mounts: Sequence[Mount], path: PurePosixPath) -> PlaceOfRoot:
    """The kind of place of an absolute path without links: the longest mount point decides, of equals the last."""
    holding = [mount for mount in mounts if path.is_relative_to(mount.point)]
    if not holding:
        return PlaceOfRoot.UNKNOWN
    # A later mount at the same point hides the earlier one; max() takes the first of equals.
    kind = max(reversed(holding), key=lambda mount: len(mount.point.parts)).kind
    family, _, fuse = kind.partition(".")
    if kind in _NETWORK or (family == "fuse" and fuse not in _LOCAL_FUSE):
        return PlaceOfRoot.NETWORK
    return PlaceOfRoot.LOCAL
