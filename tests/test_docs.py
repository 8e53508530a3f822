"""Every example in README and docs runs, and prints what the page says it prints.

A ```console block holds commands ("$ ...", with " \\" or <<'END' to go on) and the output that must
appear, lines in order; "..." stands for any lines. "(exit 1)" after the output names the
code, 0 if absent. A ```python block runs in the same folder, after the page's commands.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FALSE = "False refutations: "
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def steps(block):
    """(command, expected lines, exit code) of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, rest = part.partition("\n")
        while command.endswith("\\"):
            more, _, rest = rest.partition("\n")
            command = command[:-1] + more
        if here := re.search(r"<<'(\w+)'$", command):
            document, _, rest = rest.partition(f"\n{here[1]}\n")
            command = f"{command}\n{document}\n{here[1]}\n"
        lines = rest.splitlines()
        code = 0
        if lines and (found := re.fullmatch(r"\(exit (\d)\)", lines[-1])):
            code, lines = int(found[1]), lines[:-1]
        yield command, lines, code


def run(arguments, folder):
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
    }
    return subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip


def assert_output(expected, actual):
    """Expected lines stand in the output in order; "..." lets lines between them pass."""
    position, skipping = 0, False
    for line in expected:
        if line.strip() == "...":
            skipping = True
            continue
        rest = actual[position:]
        assert line.rstrip() in (rest if skipping else rest[:1]), (line, actual)
        position += rest.index(line.rstrip()) + 1
        skipping = False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page, tmp_path):
    (tmp_path / "src").symlink_to(ROOT / "src")
    blocks = BLOCK.findall(page.read_text("utf-8"))
    if not blocks:
        pytest.skip("the page has no example")
    for language, block in blocks:
        if language == "python":
            done = run([sys.executable, "-c", block], tmp_path)
            assert done.returncode == 0, done.stderr
            continue
        for command, expected, code in steps(block):
            if command.startswith(("make ", "git ", "pip ")):
                continue
            done = run(["bash", "-c", command], tmp_path)
            assert done.returncode == code, (command, done.stdout, done.stderr)
            assert_output(expected, [line.rstrip() for line in done.stdout.splitlines()])


def test_figures_of_the_readme_are_the_measured_ones():
    measured = (ROOT / "docs" / "results.md").read_text("utf-8").splitlines()
    section = (ROOT / "README.md").read_text("utf-8").split("## Measured", 1)[1]
    rows = [line for line in section.split("\n## ", 1)[0].splitlines() if line.startswith("| ")]
    rows += [line[len(_FALSE) :] for line in section.splitlines() if line.startswith(_FALSE)]
    assert len(rows) > 5
    assert [row for row in rows if row not in measured] == []
