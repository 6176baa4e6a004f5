"""`python -m omaha_fast` is the command `omaha-fast`."""

from __future__ import annotations

import sys

from omaha_fast.cli import main

if __name__ == "__main__":
    sys.exit(main())
