"""`python -m opfor` is `opfor`."""

import sys

from opfor.cli import main

sys.exit(main())
