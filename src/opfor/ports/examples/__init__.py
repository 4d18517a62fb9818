"""Worked examples written as data, and the runner that plays them."""

from opfor.ports.examples.read import Example, read_example
from opfor.ports.examples.result import CaseResult, report, summary
from opfor.ports.examples.run import Runner

__all__ = ["CaseResult", "Example", "Runner", "read_example", "report", "summary"]
