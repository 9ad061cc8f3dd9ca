import pytest

from tsuzuri.tui.calm import CalmApp


class Failing(CalmApp):
    def on_mount(self) -> None:
        secret = "Ilse lives in Brinsk"
        raise ZeroDivisionError(secret)


def test_an_unforeseen_end_is_told_in_a_sentence_without_a_word_of_the_library(
    capfd: pytest.CaptureFixture[str],
) -> None:
    app = Failing()
    app.run(headless=True)
    told = capfd.readouterr()
    assert "Unexpected error: ZeroDivisionError. The interface had to close" in " ".join(told.err.split())
    assert "Brinsk" not in told.out + told.err
    assert "Traceback" not in told.out + told.err
    assert app.return_code == 1
