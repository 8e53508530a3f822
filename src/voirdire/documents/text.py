"""Bytes of a text file to the text they stand for.

Input: the bytes of a plain text, Markdown or HTML file.
Output: its text, newlines as they are, so that offsets are those of the decoded file;
a byte order mark is dropped and a lone surrogate becomes U+FFFD.
"""

import codecs
import re

from voirdire.errors import DocumentError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 65536
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
# Bytes that no Windows-1252 text holds: control codes and the five undefined places.
_NOT_TEXT = re.compile(b"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f\x81\x8d\x8f\x90\x9d]")
_FEW = 3
_MOST_CONTROLS = 0.1
_MOST_ODD_BYTES = 0.02


def decode_text(name: str, data: bytes) -> str:
    """Decode a text file: by its byte order mark, else UTF-8, else Windows-1252.

    Raises:
        DocumentError: the bytes are no text.
    """
    text = _decode(name, data)
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _FEW + _MOST_CONTROLS * len(sample):
        raise _binary(name)
    return text


def _decode(name: str, data: bytes) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            return _SURROGATE.sub("\ufffd", text)
    wide = _wide_encoding(data)
    if wide is not None:
        return _SURROGATE.sub("\ufffd", data.decode(wide, errors="replace"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return _SURROGATE.sub("\ufffd", data.decode("utf-8", errors="surrogatepass"))
    except UnicodeDecodeError:
        pass
    sample = data[:_SAMPLE]
    if len(_NOT_TEXT.findall(sample)) > _FEW + _MOST_ODD_BYTES * len(sample):
        raise _binary(name)
    return data.decode("cp1252", errors="replace")


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a mark: nearly every second byte of Latin text is zero."""
    sample = data[:4096]
    if len(sample) < 8 or len(data) % 2:
        return None
    half = len(sample) // 2
    if sample[1::2].count(0) > 0.7 * half and sample[0::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if sample[0::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return None


def _binary(name: str) -> DocumentError:
    return DocumentError(name, "not a text: give a PDF, DOCX, HTML, Markdown or TXT file")
