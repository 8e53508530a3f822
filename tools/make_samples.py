"""Write the files of `src/voirdire/samples` from the master texts in `tools/samples`.

    python tools/make_samples.py [FOLDER]

Everything in them is fiction. The same masters give the same bytes.
"""

import json
import sys
from pathlib import Path

from sample_brief import brief_txt, curl, read_brief
from sample_docx import brief_docx
from sample_opinions import FICTION, opinions_jsonl
from sample_pdf import brief_pdf

MASTERS = Path(__file__).parent / "samples"
SAMPLES = Path(__file__).parent.parent / "src" / "voirdire" / "samples"


def make_samples(folder: Path) -> None:
    """Write every sample into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    brief = read_brief(MASTERS / "brief.master.txt")
    pdf, pages = brief_pdf(brief, FICTION)
    key = json.loads((MASTERS / "key.master.json").read_text(encoding="utf-8"))
    for row in key["faults"] + key["expected"] + key["referring"]:
        row["text"] = curl(row["text"])
    (folder / "brief.pdf").write_bytes(pdf)
    (folder / "brief.docx").write_bytes(brief_docx(brief, pages, FICTION))
    _write(folder / "brief.txt", brief_txt(brief, pages, FICTION))
    _write(folder / "opinions.jsonl", opinions_jsonl(MASTERS / "opinions"))
    _write(folder / "key.json", json.dumps(key, ensure_ascii=False, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    make_samples(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)
