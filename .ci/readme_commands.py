"""Print the commands of the README's first shell block: CI runs what a newcomer is told to type."""

import re
import sys
from pathlib import Path

block = re.search(r"```(?:sh|bash)\n(.*?)```", Path(sys.argv[1]).read_text(encoding="utf-8"), re.S)
if block is None:
    sys.exit(f"{sys.argv[1]} has no shell block")
print(block[1], end="")
