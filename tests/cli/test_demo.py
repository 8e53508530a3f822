"""The demonstration: a brief checked and a case tried, each with its page."""

from cli.commands import run


def test_the_demonstration_writes_both_pages(tmp_path):
    done = run("demo", "--out", str(tmp_path / "demo"))

    assert done.returncode == 0
    assert "State v. Ilka Brandoval, tried by rules in every seat" in done.stdout
    assert "Verdict: " in done.stdout
    assert "quotation altered" in (tmp_path / "demo" / "brief.html").read_text("utf-8")
    assert "Ilka Brandoval" in (tmp_path / "demo" / "trial.html").read_text("utf-8")
