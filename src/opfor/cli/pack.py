"""`opfor pack`: the player's modules as files: hand them on, take them in, compare."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.console import group
from opfor.cli.packs import pack_folder, shelf_of
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.state.pack_file import Unpacked

pack = group("Hand packs on as one file, take them in, join and compare them.")

Which = Annotated[
    str, typer.Argument(metavar="PACK", help="A pack of yours by name, or its folder.")
]
PackFile = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="An .opfor-pack, or the folder of a pack."),
]
Shelf = Annotated[
    Path | None,
    typer.Option("--shelf", metavar="DIR", help="Where packs lie, if not as usual."),
]


@pack.command("list")
def list_(shelf: Shelf = None) -> None:
    """List your packs: name, version, how much is typed, and where they lie.

    Example: opfor pack list
    """
    from opfor.state.pack_stamp import stamp_of
    from opfor.views.sheets.folder import SheetFolder

    place = shelf_of(shelf)
    found = sorted(path for path in place.glob("*") if path.is_dir())
    for folder in found:
        far = SheetFolder(folder).progress()
        done, faults = sum(each.done for each in far), sum(each.faults for each in far)
        mend = f", {faults} to mend" if faults else ""
        typer.echo(f"{stamp_of(folder)}: {done} cells{mend}; {folder}")
    if not found:
        typer.echo(f"no packs in {place}")


@pack.command()
def export(
    name: Which,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="NAME-VERSION.opfor-pack."),
    ] = None,
    shelf: Shelf = None,
) -> None:
    """Write a pack as one file, with its version and a digest of what is in it.

    The version goes up if it has changed since the last time.
    Example: opfor pack export "my module" -o my-module.opfor-pack
    """
    from opfor.core.write_file import write_file
    from opfor.state.pack_file import SUFFIX, packed_file

    folder = pack_folder(name, shelf)
    if output is not None and output.suffix != SUFFIX:
        raise OpforError(f"a pack is a {SUFFIX}", str(output), "name it so")
    stamp, data = packed_file(folder)
    path = output or Path(f"{stamp.name}-{stamp.version}{SUFFIX}")
    write_file(path, data)
    typer.echo(f"written: {path}, {stamp}")


@pack.command("import")
def import_(
    file: PackFile,
    name: Annotated[
        str, typer.Option("--as", metavar="NAME", help="What to call it here.")
    ] = "",
    shelf: Shelf = None,
) -> None:
    """Take a pack in as one of yours, once all of it has been found right.

    Example: opfor pack import my-module.opfor-pack
    """
    from opfor.state.pack_file import NAME
    from opfor.views.sheets.merge import take_in

    found = _unpacked(file)
    wanted = name or found.stamp.name
    if not NAME.fullmatch(wanted):
        do = "use letters, digits, blanks, - and _, with --as"
        raise OpforError(f"{wanted[:40]!r} is no name for a pack", do=do)
    folder = take_in(shelf_of(shelf), found, wanted)
    typer.echo(f"taken in: {found.stamp}, as {folder}")


@pack.command()
def merge(
    name: Which,
    file: PackFile,
    theirs: Annotated[
        bool, typer.Option("--theirs", help="Where both differ, FILE wins.")
    ] = False,
    shelf: Shelf = None,
) -> None:
    """Take what FILE has more into a pack of yours; what differs is listed.

    Example: opfor pack merge "my module" finns.opfor-pack
    """
    from opfor.views.sheets.merge import merge as join

    found = join(pack_folder(name, shelf), _unpacked(file), theirs=theirs)
    for conflict in found.conflicts:
        typer.echo(f"  {conflict}")
    kept = "theirs" if theirs else "yours"
    differ = f"; {len(found.conflicts)} differ, {kept} stays" if found.conflicts else ""
    typer.echo(f"{found.added} files and {found.rows} rows added{differ}")


@pack.command()
def diff(name: Which, shelf: Shelf = None) -> None:
    """Print how a pack differs from what ships, value by value.

    Example: opfor pack diff "my module"
    """
    from tempfile import TemporaryDirectory

    from opfor.state.pack_file import SUFFIX, write_pack
    from opfor.views.sheets.compare import difference_lines, differences

    with TemporaryDirectory(prefix="opfor-") as place:
        if name.endswith(SUFFIX):
            folder = Path(place) / "pack"
            write_pack(folder, _unpacked(Path(name)).files, None)
        else:
            folder = pack_folder(name, shelf)
        for line in difference_lines(differences(folder)):
            typer.echo(line)


@pack.command()
def show(name: Which, shelf: Shelf = None) -> None:
    """Print how much of a pack is typed, table by table.

    Example: opfor pack show "my module"
    """
    from opfor.views.sheets.folder import SheetFolder

    tables = SheetFolder(pack_folder(name, shelf)).progress()
    for each in tables:
        if each.done or each.faults:
            mend = f", {each.faults} to mend" if each.faults else ""
            typer.echo(f"{each.table}: {each.done} of {each.total} cells{mend}")
    whole = sum(each.done == each.total and not each.faults for each in tables)
    cells, total = sum(e.done for e in tables), sum(e.total for e in tables)
    typer.echo(f"{whole} of {len(tables)} tables, {cells} of {total} cells")


def _unpacked(file: Path) -> "Unpacked":
    """A pack file, or a folder as if it had been one."""
    from opfor.state.pack_file import Unpacked, read_pack_file
    from opfor.state.pack_stamp import read_files, stamp_of

    if file.is_dir():
        return Unpacked(stamp_of(file), read_files(file))
    return read_pack_file(file)
