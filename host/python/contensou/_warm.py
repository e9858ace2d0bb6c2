"""What 'contensou warm' builds, in the background behind the first import: later sweeps need not wait for the driver's compiler.
SPDX-License-Identifier: MIT"""

import os
import subprocess
from pathlib import Path
from typing import Union


def begin(program: Union[str, Path], version: str, wait: float = 5) -> bool:
    """Starts it once for a version and a cache, whatever becomes of it; says whether it did. The process belongs to nobody, waits
    until a script's own first program is likely built, has the lowest priority and ends after ten minutes of the processor
    at the latest. CONTENSOU_WARM=off leaves it out."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    if "off" in (os.environ.get("CONTENSOU_WARM"), os.environ.get("CONTENSOU_CACHE")) or not cache.is_absolute():
        return False
    try:
        (cache / "contensou").mkdir(mode=0o700, parents=True, exist_ok=True)
        (cache / "contensou" / f"warm-{version}").touch(mode=0o600, exist_ok=False)  # of several processes one succeeds
        line = f'ulimit -t 600; (sleep {wait}; exec nice -n 19 "$0" warm --quiet) </dev/null >/dev/null 2>&1 &'
        subprocess.run(["/bin/sh", "-c", line, str(program)], cwd="/", start_new_session=True, check=False)
    except OSError:  # the mark is there, or nothing can be kept
        return False
    return True
