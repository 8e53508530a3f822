"""What OpenEnv's own checks say of the package and of a running server."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("openenv")

import yaml

ROOT = Path(__file__).parents[3]
COMMAND = Path(sys.executable).with_name("openenv")

needs_command = pytest.mark.skipif(
    not COMMAND.exists(), reason="the command line of openenv is not installed"
)


def validate(*arguments):
    return subprocess.run(
        [COMMAND, "validate", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


@needs_command
def test_the_package_passes():
    done = validate(str(ROOT), "--level", "static")
    assert (done.returncode, "Verdict: PASS" in done.stdout) == (0, True), done.stdout + done.stderr


@needs_command
def test_the_running_server_passes(server):
    done = validate("--url", server.http, "--timeout", "30")
    assert (done.returncode, "Verdict: PASS" in done.stdout) == (0, True), done.stdout + done.stderr
    assert done.stdout.count("  PASS ") == 6


def test_the_space_has_its_tag_and_port():
    head = (ROOT / "space" / "README.md").read_text("utf-8").split("---\n")[1]
    space = yaml.safe_load(head)
    assert "openenv" in space["tags"]
    assert (space["sdk"], space["app_port"]) == ("docker", 7860)
    manifest = yaml.safe_load((ROOT / "openenv.yaml").read_text("utf-8"))
    assert (manifest["name"], manifest["port"]) == ("courtroom", 7860)


def test_the_container_runs_as_nobody_and_asks_for_its_health():
    lines = (ROOT / "Dockerfile").read_text("utf-8")
    assert "FROM python:3.11-slim\n" in lines
    assert "USER court\n" in lines
    assert "EXPOSE 7860\n" in lines
    assert "HEALTHCHECK" in lines
    # What is copied is not kept out of the build.
    kept = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for line in lines.splitlines():
        if line.startswith("COPY"):
            for name in line.split()[1:-1]:
                assert f"!{name}" in kept
