"""A confined reading process that does what the name of its file says."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from tsuzuri.child import Channel
from tsuzuri.core.document import Refusal, RefusalReason
from tsuzuri.readers.confinement import confine, limit_cpu
from tsuzuri.readers.protocol import pack_answer, unpack_path


def spin(path: Path) -> None:
    limit_cpu(0.1)
    while True:
        pass


def talk(path: Path) -> None:
    sys.stdout.flush()
    CHANNEL.send(bytes(2000))


def abort(path: Path) -> None:
    os.abort()


def swell(path: Path) -> None:
    bytearray(450 * 1024**2)


def write(path: Path) -> None:
    path.with_name("written").write_text("x")


def remove(path: Path) -> None:
    path.unlink()


def rename(path: Path) -> None:
    path.rename(path.with_name("other"))


def connect(path: Path) -> None:
    socket.create_connection(("127.0.0.1", 9))


def run(path: Path) -> None:
    subprocess.run([sys.executable, "-c", ""], check=False)


def fork(path: Path) -> None:
    if os.fork() == 0:
        os._exit(0)


def shell(path: Path) -> None:
    os.system("true")


ACTS = {act.__name__: act for act in (spin, talk, abort, swell, write, remove, rename, connect, run, fork, shell)}


if __name__ == "__main__":
    CHANNEL = Channel()
    confine()
    while True:
        path = unpack_path(CHANNEL.receive())
        try:
            ACTS[path.name](path)
            said = "done"
        except (OSError, MemoryError) as error:
            said = type(error).__name__
        CHANNEL.send(pack_answer(Refusal(RefusalReason.BROKEN, said)))
