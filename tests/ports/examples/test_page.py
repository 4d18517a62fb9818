"""docs/examples.md: the file in it passes, and it explains every key."""

import re
from pathlib import Path

from opfor.ports.examples import report
from opfor.ports.examples.form import Case, CaseStep, Expect, ExpectedDecision, File
from opfor.ports.examples.script import ALONE, RUN, WAYS
from tests.ports.examples.small import results

PAGE = Path(__file__).parents[3] / "docs" / "examples.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_file_in_the_page_passes() -> None:
    """A reader who saves the file and plays it sees every case pass."""
    (whole,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    found = results(whole)
    assert len(found) == 3
    told = [line for result in found for line in report(result)]
    assert not told, "\n".join(told)


def test_every_key_is_explained() -> None:
    """Each key of the form has its place in the page, and so has each order."""
    keys = {
        key
        for form in (File, Case, CaseStep, Expect, ExpectedDecision)
        for key in form.__struct_fields__
    }
    assert {key for key in keys if f"`{key}`" not in TEXT} == set()
    orders = {f"V {way} K6" for way in WAYS} | {*ALONE, RUN}
    assert {order for order in orders if f"`{order}`" not in TEXT} == set()
