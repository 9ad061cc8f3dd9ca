"""What the system is told of the service, and how that is put in place and taken away."""

import os
import plistlib
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.library.worlds import configure, installed_at
from tsuzuri.core.errors import TsuzuriError, UnsupportedOperation
from tsuzuri.library.service import Command, ServiceFile, install, key_lacking, run_command, uninstall, unit

PROGRAM = ("/opt/my tools/python", "-m", "tsuzuri")


@dataclass
class FakeSystem:
    """Runs no command; remembers them, and fails those that `failures` has."""

    failures: dict[str, str] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)

    def __call__(self, command: Command) -> str:
        words = " ".join(command)
        self.ran.append(words)
        return self.failures.get(words, "")


@pytest.fixture
def service(tmp_path: Path) -> ServiceFile:
    return unit(PROGRAM, "", {"HOME": str(tmp_path)}, system="linux")


class TestSystemd:
    def test_runs_the_service_gently_and_again_after_a_failure(self, service: ServiceFile, tmp_path: Path) -> None:
        assert service.path == tmp_path / ".config" / "systemd" / "user" / "tsuzuri.service"
        for line in (
            'ExecStart=:"/opt/my tools/python" "-m" "tsuzuri" "service" "run" "--wait"',
            "Nice=10",
            "IOSchedulingClass=idle",
            "Restart=on-failure",
            "StartLimitBurst=5",
            "RestrictAddressFamilies=AF_UNIX",
            "WantedBy=default.target",
        ):
            assert line in service.text.splitlines()

    def test_a_named_dataset_has_a_service_of_its_own(self, tmp_path: Path) -> None:
        file = unit(PROGRAM, "work", {"XDG_CONFIG_HOME": str(tmp_path / "config")}, system="linux")
        assert file.path == tmp_path / "config" / "systemd" / "user" / "tsuzuri-work.service"
        assert '"--in" "work" "service" "run"' in file.text
        assert file.start[-1] == ("systemctl", "--user", "restart", "tsuzuri-work.service")

    def test_has_our_variables_and_never_the_key(self, tmp_path: Path) -> None:
        environment = {
            "HOME": str(tmp_path),
            "TSUZURI_HOME": "/data/my library",
            "TSUZURI_KEY": "a secret",
            "TSUZURI_TOKEN_HUB_EXAMPLE_ORG": "another one",
            "TSUZURI_MODELS_DIR": "",
            "XDG_DATA_HOME": "/data/share",
            "EDITOR": "vi",
        }
        file = unit(PROGRAM, "", environment, system="linux")
        found = [line for line in file.text.splitlines() if line.startswith("Environment=")]
        assert found == ['Environment="TSUZURI_HOME=/data/my library"', 'Environment="XDG_DATA_HOME=/data/share"']
        assert "secret" not in file.text

    def test_words_with_marks_of_its_own_are_only_words(self, tmp_path: Path) -> None:
        file = unit(PROGRAM, "", {"HOME": str(tmp_path), "TSUZURI_HOME": '/a "b"\\%h\n$c'}, system="linux")
        assert 'Environment="TSUZURI_HOME=/a \\"b\\"\\\\%%h\\n$c"' in file.text.splitlines()

    @pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd checks its own files")
    def test_finds_nothing_to_complain_of(self, tmp_path: Path) -> None:
        file = unit((sys.executable, "-m", "tsuzuri"), "", {"HOME": str(tmp_path)}, system="linux")
        file.path.parent.mkdir(parents=True)
        file.path.write_text(file.text)
        done = subprocess.run(
            ["systemd-analyze", "--user", "verify", file.path],
            env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_launchd_runs_it_in_the_background(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "TSUZURI_HOME": "/data/a & b", "TSUZURI_KEY": "a secret"}
    file = unit(PROGRAM, "work", environment, system="darwin")
    described = plistlib.loads(file.text.encode())
    assert file.path == tmp_path / "Library" / "LaunchAgents" / "tsuzuri-work.plist"
    assert described["ProgramArguments"] == [*PROGRAM, "--in", "work", "service", "run", "--wait"]
    assert described["EnvironmentVariables"] == {"TSUZURI_HOME": "/data/a & b"}
    assert (described["ProcessType"], described["LowPriorityIO"]) == ("Background", True)


def test_elsewhere_it_says_what_to_run_at_login() -> None:
    with pytest.raises(UnsupportedOperation, match="Windows cannot run a service") as refused:
        unit(PROGRAM, "", {}, system="win32")
    assert "'/opt/my tools/python' -m tsuzuri service run --wait" in refused.value.hint


class TestInstalling:
    def test_writes_the_file_and_has_the_system_take_it_up(self, service: ServiceFile) -> None:
        system = FakeSystem()
        install(service, system)
        assert service.path.read_text(encoding="utf-8") == service.text
        assert stat.S_IMODE(service.path.stat().st_mode) == 0o600
        assert [path.name for path in service.path.parent.iterdir()] == ["tsuzuri.service"]
        assert system.ran == [
            "systemctl --user show-environment",
            "systemctl --user daemon-reload",
            "systemctl --user enable tsuzuri.service",
            "systemctl --user restart tsuzuri.service",
        ]

    def test_again_brings_it_up_to_date(self, service: ServiceFile) -> None:
        service.path.parent.mkdir(parents=True)
        service.path.write_text("of an older version")
        install(service, FakeSystem())
        assert service.path.read_text(encoding="utf-8") == service.text

    def test_without_a_session_writes_nothing_and_says_what_to_run_at_login(self, service: ServiceFile) -> None:
        system = FakeSystem({"systemctl --user show-environment": "there is no bus"})
        with pytest.raises(UnsupportedOperation, match="this session cannot run a service: there is no bus") as refused:
            install(service, system)
        assert "'/opt/my tools/python' -m tsuzuri service run --wait" in refused.value.hint
        assert not service.path.exists()
        assert len(system.ran) == 1

    def test_tells_what_the_system_refused(self, service: ServiceFile) -> None:
        system = FakeSystem({"systemctl --user enable tsuzuri.service": "it is masked"})
        with pytest.raises(TsuzuriError, match=r"enable tsuzuri\.service failed: it is masked"):
            install(service, system)


class TestUninstalling:
    def test_ends_it_and_deletes_the_file(self, service: ServiceFile) -> None:
        install(service, FakeSystem())
        system = FakeSystem()
        assert uninstall(service, system)
        assert not service.path.exists()
        assert system.ran[-1] == "systemctl --user disable --now tsuzuri.service"
        assert not uninstall(service, system)

    def test_deletes_the_file_where_nobody_runs_it(self, service: ServiceFile) -> None:
        install(service, FakeSystem())
        system = FakeSystem({"systemctl --user show-environment": "there is no bus"})
        assert uninstall(service, system)
        assert len(system.ran) == 1

    def test_keeps_the_file_of_one_that_does_not_end(self, service: ServiceFile) -> None:
        install(service, FakeSystem())
        with pytest.raises(TsuzuriError, match="failed: it hangs"):
            uninstall(service, FakeSystem({"systemctl --user disable --now tsuzuri.service": "it hangs"}))
        assert service.path.exists()


class TestKey:
    def test_in_the_environment_alone_is_lacking_at_login(self, tmp_path: Path) -> None:
        assert "TSUZURI_KEY" in key_lacking(installed_at(tmp_path), "personal")

    def test_in_no_keyring_is_lacking(self, tmp_path: Path) -> None:
        assert "cannot ask" in key_lacking(installed_at(tmp_path, {}), "personal")

    def test_is_not_needed_for_a_library_in_clear(self, tmp_path: Path) -> None:
        configure(tmp_path, '[library]\nencryption = "off"\n')
        here = installed_at(tmp_path, {})
        with here.open():
            pass
        assert key_lacking(here, "personal") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are POSIX")
def test_a_command_tells_why_it_failed() -> None:
    assert run_command(("true",)) == ""
    assert run_command(("false",)) == "it ended with 1"
    assert run_command(("sh", "-c", "echo no such thing >&2; exit 3")) == "no such thing"
    assert run_command(("tsuzuri-has-no-such-command",)) == "there is no tsuzuri-has-no-such-command"
