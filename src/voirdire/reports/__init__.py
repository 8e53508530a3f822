"""Forms that every product's report is written in."""

from voirdire.reports.page import render_template
from voirdire.reports.sarif import Result, sarif_log

__all__ = ["Result", "render_template", "sarif_log"]
