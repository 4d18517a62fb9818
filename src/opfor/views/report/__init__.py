"""The report of a game: its story, pictures, losses, dice and rules."""

from opfor.views.report.render import (
    drawn_safe,
    html_report,
    markdown_files,
    report_css,
    turn_words,
)
from opfor.views.report.report import Report, report_of

__all__ = [
    "Report",
    "drawn_safe",
    "html_report",
    "markdown_files",
    "report_css",
    "report_of",
    "turn_words",
]
