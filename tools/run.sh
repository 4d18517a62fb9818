#!/bin/sh
# Run a command inside the project's environment, making that environment first.
#
# Order: uv if it is there; uv installed into a private venv; plain venv + pip.
# $GROUP names a group of pyproject.toml that is wanted besides "dev".
set -eu
cd "$(dirname "$0")/.."

python=""
for name in python3.13 python3.12 python3.11 python3 python; do
    if command -v "$name" >/dev/null 2>&1 &&
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done

uv=""
if command -v uv >/dev/null 2>&1; then
    uv=uv
elif [ -x .tools/bin/uv ]; then
    uv=.tools/bin/uv
elif [ -n "$python" ] && "$python" -m venv .tools 2>/dev/null &&
    .tools/bin/pip install --quiet uv; then
    uv=.tools/bin/uv
fi

if [ -n "$uv" ] && "$uv" sync --quiet --frozen ${GROUP:+--group "$GROUP"}; then
    exec "$uv" run --quiet --frozen ${GROUP:+--group "$GROUP"} "$@"
fi

if [ -z "$python" ]; then
    echo "opfor needs Python 3.11 or later; none was found on this machine." >&2
    exit 1
fi
if [ ! -f .venv/.ready ] || [ pyproject.toml -nt .venv/.ready ]; then
    "$python" -m venv .venv
    .venv/bin/pip install --quiet --upgrade pip
    .venv/bin/pip install --quiet --group dev --editable .
    touch .venv/.ready
fi
if [ -n "${GROUP:-}" ]; then
    .venv/bin/pip install --quiet --group "$GROUP"
fi
PATH="$PWD/.venv/bin:$PATH" exec "$@"
