"""A child process that does what each frame says. With the argument `half` it dies in the middle of a frame."""

import os
import signal
import struct
import sys
import threading
from pathlib import Path

from tsuzuri.child import Channel, Child
from tsuzuri.locks import lock
from tsuzuri.offline import is_guarded


def main() -> None:
    if "half" in sys.argv:
        os.write(1, struct.pack(">I", 100) + b"only this much")
        return
    channel = Channel()
    kept: list[object] = []
    while True:
        order, _, rest = channel.receive().partition(b" ")
        match order:
            case b"echo":
                channel.send(rest)
            case b"print":
                print(rest.decode(), flush=True)
                os.write(1, rest + b" from C\n")
                channel.send(b"printed")
            case b"environment":
                channel.send(os.environ.get(rest.decode(), "").encode())
            case b"guarded":
                channel.send(str(is_guarded()).encode())
            case b"poll":
                channel.send(b"nothing" if (more := channel.poll()) is None else more)
            case b"hold":
                held = Path(rest.decode()).open("ab")  # noqa: SIM115 (held until the process ends)
                lock(held)
                kept.append(held)
                channel.send(str(os.getpid()).encode())
            case b"raise":
                grandchild = Child("tests.obedient_child")
                grandchild.send(b"hold " + rest)
                channel.send(grandchild.receive())
                kept.append(grandchild)
            case b"exit":
                os._exit(int(rest))
            case b"abort":
                os.kill(os.getpid(), signal.SIGKILL)
            case b"hang":
                channel.send(b"hanging")
                threading.Event().wait()


if __name__ == "__main__":
    main()
