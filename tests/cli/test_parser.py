"""The words of the command line."""

from datetime import date
from pathlib import Path

import pytest

from tsuzuri import __version__
from tsuzuri.cli.parser import STRATEGIES, build_parser, parse
from tsuzuri.cli.parser_folders import JOB_STATES
from tsuzuri.core.jobs import JobState
from tsuzuri.core.results import Strategy


def test_without_a_command_the_interface_is_meant() -> None:
    options = parse([])
    assert (options.command, options.dataset, options.json) == (None, "", False)


def test_the_dataset_may_stand_before_or_after_the_command() -> None:
    assert parse(["--in", "work", "status"]).dataset == "work"
    assert parse(["status", "--in", "work"]).dataset == "work"
    assert parse(["--in", "home", "status", "--in", "work"]).dataset == "work"
    assert parse(["--in", "work"]).dataset == "work"


def test_the_strategies_are_those_there_are() -> None:
    assert set(STRATEGIES) == set(Strategy)


def test_add_takes_paths_or_none() -> None:
    assert parse(["add", "a", "b"]).paths == [Path("a"), Path("b")]
    assert parse(["add"]).paths == []
    assert parse(["add", "a", "--no-model"]).no_model


def test_search_takes_words() -> None:
    options = parse(["search", "where", "is", "it", "--strategy", "facts", "--limit", "3", "--lexical"])
    assert (options.words, options.strategy, options.limit, options.lexical) == (
        ["where", "is", "it"],
        "facts",
        3,
        True,
    )


def test_entity_takes_a_name_and_a_day() -> None:
    options = parse(["entity", "Rina", "Hayami", "--as-of", "2021-05-20"])
    assert (options.name, options.as_of, options.believed_on) == (["Rina", "Hayami"], date(2021, 5, 20), None)


def test_timeline_takes_a_name_a_relation_and_days() -> None:
    options = parse(["timeline", "Rina", "--relation", "works_at", "--from", "2019-01-01", "--to", "2021-05-20"])
    assert (options.name, options.relation) == (["Rina"], "works_at")
    assert (options.since, options.until) == (date(2019, 1, 1), date(2021, 5, 20))
    assert (options.as_of, options.believed_on, options.evidence) == (None, None, False)


def test_what_was_believed_on_a_day_is_believed_at_its_end() -> None:
    moment = parse(["entity", "Rina", "--believed-on", "2021-05-20"]).believed_on
    assert moment.tzinfo is not None
    assert moment.astimezone().isoformat().startswith("2021-05-20T23:59:59.999999")


def test_search_takes_a_day() -> None:
    assert parse(["search", "tea", "--as-of", "2021-05-20"]).as_of == date(2021, 5, 20)


def test_doctor_may_look_at_the_facts() -> None:
    assert parse(["doctor", "--facts", "--in", "work"]).facts
    assert not parse(["doctor"]).facts


def test_status_may_follow() -> None:
    assert parse(["status", "--follow", "--json"]).follow
    assert not parse(["status"]).follow


def test_watch_has_actions_on_paths() -> None:
    options = parse(["watch", "add", "a", "b", "--poll", "--in", "work"])
    assert (options.action, options.paths, options.poll, options.force) == ("add", [Path("a"), Path("b")], True, False)
    assert options.dataset == "work"
    assert parse(["watch"]).action is None
    for action in ("remove", "pause", "resume", "confirm"):
        assert parse(["watch", action, "a", "--json"]).paths == [Path("a")]


def test_jobs_have_a_state_with_and_without_the_word_list() -> None:
    assert parse(["jobs"]).state == ""
    assert parse(["jobs", "--state", "aside"]).state == "aside"
    assert parse(["jobs", "list", "--state", "retrying"]).state == "retrying"
    assert set(JOB_STATES) == {state.value for state in JobState} - {"done"} | {"retrying"}


def test_jobs_are_retried_with_or_without_paths_and_cancelled_with_them() -> None:
    assert parse(["jobs", "retry"]).paths == []
    assert parse(["jobs", "retry", "a"]).paths == [Path("a")]
    assert parse(["jobs", "cancel", "a"]).paths == [Path("a")]
    assert parse(["jobs", "pause"]).action == "pause"


@pytest.mark.parametrize("action", ["run", "install", "uninstall", "status", "stop"])
def test_service_has_actions(action: str) -> None:
    assert parse(["service", action, "--in", "work"]).action == action
    assert parse(["service"]).action is None


@pytest.mark.parametrize(
    ("words", "action"), [(["models"], None), (["models", "list"], "list"), (["models", "pull", "x"], "pull")]
)
def test_models_has_actions(words: list[str], action: str | None) -> None:
    assert parse(words).action == action
    assert parse([*words, "--json"]).json
    assert not parse(words).json


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["serch", "x"], "invalid choice: 'serch'"),
        (["search"], "WORDS"),
        (["search", "x", "--limit", "0"], "'0' is no number from 1 on"),
        (["search", "x", "--limit", "9" * 20], f"'{'9' * 20}' is too great a number"),
        (["review", "yes", "9" * 20], f"'{'9' * 20}' is too great a number"),
        (["search", "x", "--limit", "many"], "'many' is no number from 1 on"),
        (["search", "x", "--strategy", "magic"], "invalid choice: 'magic'"),
        (["entity", "x", "--as-of", "last spring"], "'last spring' is no date like 2024-03-31"),
        (["entity", "x", "--believed-on", "last spring"], "'last spring' is no date like 2024-03-31"),
        (["timeline"], "NAME"),
        (["demo", "--in", "work"], "--in"),
        (["models", "list", "--in", "work"], "--in"),
        (["models", "use"], "MODEL"),
        (["watch", "add"], "PATH"),
        (["jobs", "cancel"], "PATH"),
        (["jobs", "--state", "done"], "invalid choice: 'done'"),
    ],
)
def test_what_is_not_understood_is_told_on_stderr(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse(words)
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert told in err
    assert "usage: tsuzuri" in err


def test_help_tells_commands_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parse(["--help"])
    out = capsys.readouterr().out
    assert left.value.code == 0
    for word in (
        "add",
        "search",
        "entity",
        "watch",
        "jobs",
        "service",
        "models",
        "ontology",
        "status",
        "doctor",
        "demo",
        "exit codes: 0",
        "4 not allowed",
    ):
        assert word in out


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        *("add", "search", "entity", "watch", "jobs", "service"),
        *("models", "ontology", "status", "doctor", "demo"),
    ):
        with pytest.raises(SystemExit):
            parse([command, "--help"])
        assert f"usage: tsuzuri {command}" in capsys.readouterr().out
    assert build_parser().prog == "tsuzuri"


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--version"])
    assert capsys.readouterr().out == f"tsuzuri {__version__}\n"
