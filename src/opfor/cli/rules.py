"""`opfor rule` and `opfor coverage`: what is coded, where, and how it is tested."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from opfor.views.coverage import Coverage, Covered


def rule(
    number: Annotated[
        str, typer.Argument(metavar="ID", help="A rule number, such as S6.311 or A7.9.")
    ],
) -> None:
    """Say what a rule is, where it is coded, and what tests it.

    Example: opfor rule S6.311
    """
    from opfor.views.coverage import coverage as covered_rules

    covered = covered_rules()
    entry = covered.index.find(number)
    facts = _facts(covered, covered.rules[entry.id])
    width = max(len(name) for name, _ in facts)
    for name, text in facts:
        typer.echo(f"{name:<{width}}  {text}")


def _facts(covered: "Coverage", found: "Covered") -> list[tuple[str, str]]:
    from opfor.views.coverage import place

    entry = found.entry
    facts = [(str(entry.id), entry.title)]
    if found.code:
        facts += [("status", found.status), ("code", place(found.code))]
    else:
        facts += [("status", f"{found.status} ({entry.reason})")]
    for part in covered.index.below(entry.id):
        facts.append((str(part.id), f"{part.title} ({covered.rules[part.id].status})"))
    cites = [r.cites for r in covered.registry if r.id == entry.id]
    lists = {
        "tables": [f"{{{name}}}" for name in covered.index.tables_of(entry.id)],
        "cites": [str(cite) for cited in cites for cite in cited],
        "cited by": [str(one) for one in covered.registry.citing(str(entry.id))],
    }
    facts += [(name, ", ".join(items)) for name, items in lists.items() if items]
    return facts + [("test", test) for test in found.tests]


def coverage(
    section: Annotated[
        str, typer.Argument(metavar="[SECTION]", help="Only this section, such as S6.")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Exit 1 and list what does not agree.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every rule as JSON.")
    ] = False,
    markdown: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the page of the documentation."),
    ] = None,
) -> None:
    """Count which rules are coded and tested, section by section.

    Examples: opfor coverage; opfor coverage S6; opfor coverage --check
    """
    from opfor.views import coverage as view

    covered = view.coverage()
    if check:
        _check(view.faults(covered))
    if markdown is not None:
        from opfor.core.write_file import write_file

        write_file(markdown, view.markdown(covered).encode())
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(view.as_json(covered))))
    elif section:
        _print(_rules_table(covered, section))
    elif not (check or markdown):
        _print(_counts_table(covered))


def _check(faults: list[str]) -> None:
    for fault in faults:
        typer.secho(fault, fg="red", err=True)
    if faults:
        raise typer.Exit(1)
    typer.echo("coverage: the index, the code and the tests agree")


def _print(table: "Table") -> None:
    from rich.console import Console

    Console().print(table)


def _counts_table(covered: "Coverage") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from opfor.views.coverage import HEADINGS, counts

    table = Table(box=SIMPLE_HEAD, show_footer=True, padding=(0, 1, 0, 0))
    *rows, total = counts(covered)
    for number, (heading, sum_) in enumerate(zip(HEADINGS, total, strict=True)):
        table.add_column(
            heading.replace(" ", "\n"),
            sum_,
            justify="right" if number > 1 else "left",
            no_wrap=heading != "Title",
        )
    for row in rows:
        table.add_row(*row)
    return table


def _rules_table(covered: "Coverage", section: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading in ("Rule", "Title", "Status", "Code or reason"):
        table.add_column(heading)
    for rule in covered.in_section(section):
        style = "green" if rule.code else "dim"
        why = rule.code.removeprefix("opfor.rules.") or rule.entry.reason
        table.add_row(str(rule.id), rule.entry.title, rule.status, why, style=style)
    return table
