"""The committed samples are what the generator writes."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "src" / "voirdire" / "samples"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with freshly written samples."""
    pytest.importorskip("reportlab")
    folder = tmp_path_factory.mktemp("samples")
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "make_samples.py"), str(folder)],
        check=True,
        timeout=120,
    )
    return folder


# The PDF is left out: its bytes may change with the version of reportlab.
@pytest.mark.parametrize("name", ["brief.txt", "brief.docx", "opinions.jsonl", "key.json"])
def test_committed_file_is_what_the_generator_writes(written: Path, name: str) -> None:
    assert (written / name).read_bytes() == (SAMPLES / name).read_bytes()


def test_pdf_is_written_twice_alike(written: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "make_samples.py"), str(tmp_path)],
        check=True,
        timeout=120,
    )
    assert (written / "brief.pdf").read_bytes() == (tmp_path / "brief.pdf").read_bytes()
