"""Check the citations of a brief against a source of opinions."""

from voirdire.citecheck.brief import check_brief
from voirdire.citecheck.report import report_record
from voirdire.citecheck.types import BriefReport, CheckedCitation

__all__ = ["BriefReport", "CheckedCitation", "check_brief", "report_record"]
