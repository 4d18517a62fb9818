"""The report of a game: its story, pictures, losses, dice and rules."""

from opfor.views.report.render import (
    html_report,
    markdown_files,
    page_report,
    report_css,
)
from opfor.views.report.report import Report, report_of

__all__ = [
    "Report",
    "html_report",
    "markdown_files",
    "page_report",
    "report_css",
    "report_of",
]
