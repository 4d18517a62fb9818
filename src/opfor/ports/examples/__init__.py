"""Worked examples written as data, and the runner that plays them."""

from opfor.ports.examples.read import Example, read_example
from opfor.ports.examples.run import Result, Runner

__all__ = ["Example", "Result", "Runner", "read_example"]
