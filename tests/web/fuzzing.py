"""The server's OpenAPI description, tried out by schemathesis within the test."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI

from tests.web.pages import HOST, ORIGIN, SECRET

CONFIG = f"""
seed = 7
headers = {{ cookie = "opfor={SECRET}", origin = "{ORIGIN}", host = "{HOST}" }}
parameters = {{ "path.game" = "played" }}
suppress-health-check = ["all"]
[generation]
max-examples = %d
database = "none"
no-shrink = true
[phases]
stateful.enabled = false
[checks]
# A number within bounds may still name nothing, as a moment that never was.
positive_data_acceptance.enabled = false
# The framework names the methods of the first route of a path only.
allow_header_conformance.enabled = false
"""

LEFT_OUT = r"report\.(html|zip)$|\.svg$|^/opened$"
"""Paths without a body or a number: files that take long to make, and one that leads on
to another page, which schemathesis would ask for without its cookie."""


def faults(app: FastAPI, *, only: str = "", examples: int = 5) -> Iterator[str]:
    """What is wrong with the server's answers, by its own description.

    Args:
        app: the server.
        only: one path; all of them if left out.
        examples: how many requests are made up for each operation, besides those
            at every bound that the description names.
    """
    import schemathesis  # noqa: PLC0415 - it may be missing
    from schemathesis.config import SchemathesisConfig  # noqa: PLC0415
    from schemathesis.engine import events, from_schema  # noqa: PLC0415

    config = SchemathesisConfig.from_str(CONFIG % examples)
    schema: Any = schemathesis.openapi.from_dict(app.openapi(), config=config)
    schema.app = app
    schema = schema.include(path=only) if only else schema.exclude(path_regex=LEFT_OUT)
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            yield str(getattr(event, "info", event))
        if isinstance(event, events.ScenarioFinished):
            for checks in event.recorder.checks.values():
                for check in checks:
                    if found := check.failure_info:
                        yield f"{event.recorder.label}: {check.name}: {found.failure}"
