"""Builds the package with scikit-build-core from the C sources two folders up, or, in an sdist, from the copy of them
in the folder `source`, and makes the wheel run on other machines. SPDX-License-Identifier: MIT"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from scikit_build_core.build import *  # noqa: F401,F403: the hooks that need no change
from scikit_build_core import build as plain

NEEDS = """contensou is built from C sources, which needs a C compiler, pkg-config and the development files of OpenCL, HDF5, NLopt and
cJSON (on Debian: gcc pkg-config ocl-icd-opencl-dev opencl-headers libhdf5-dev libnlopt-dev libcjson-dev); the wheel needs none."""
HERE = Path(__file__).resolve().parent
COPY = HERE / "source"
PARTS = ("CMakeLists.txt", "LICENSE", "README.md", "cmake", "include", "kernels", "host", "fit", "bench/examples",
         *(f"docs/{page}.md" for page in ("tutorial", "tutorial-engineer", "tutorial-experimenter", "tutorial-roboticist")))


def tree():
    """The folder with the top CMakeLists.txt."""
    return COPY if COPY.exists() else HERE.parents[1]


def settings(given):
    return {**(given or {}), "cmake.source-dir": str(tree())}


def dynamic_metadata(field, settings=None):
    assert field == "version"
    text = (tree() / "CMakeLists.txt").read_text()
    return re.search(r"project\(contensou VERSION ([0-9.]+)", text).group(1)


def portable(folder, name):
    """Puts the libraries that the wheel needs inside it (NLopt, HDF5, cJSON, the loader of OpenCL), and names it by the oldest C
    library that it runs with; returns its name. Where auditwheel cannot, the wheel stays one for this machine."""
    if not sys.platform.startswith("linux"):
        return name
    made = Path(folder) / "portable"
    tool = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(made), str(Path(folder) / name)]
    done = subprocess.run(tool, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    wheels = sorted(made.glob("*.whl"))
    if done.returncode or not wheels:
        print(f"{name} is for this machine only, as auditwheel says:\n{done.stdout}", file=sys.stderr)
    else:
        (Path(folder) / name).unlink()
        name = wheels[0].name
        shutil.move(wheels[0], Path(folder) / name)
    shutil.rmtree(made, ignore_errors=True)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    try:
        made = plain.build_wheel(wheel_directory, settings(config_settings), metadata_directory)
    except BaseException:
        print(NEEDS, file=sys.stderr)
        raise
    return portable(wheel_directory, made)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return plain.build_editable(wheel_directory, settings(config_settings), metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    if COPY.exists():
        return plain.build_sdist(sdist_directory, config_settings)
    try:
        COPY.mkdir()
        for part in PARTS:
            place = HERE.parents[1] / part
            if place.is_dir():
                shutil.copytree(place, COPY / part, ignore=shutil.ignore_patterns("python", "__pycache__"))
            else:
                (COPY / part).parent.mkdir(exist_ok=True)
                shutil.copy(place, COPY / part)
        return plain.build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(COPY, ignore_errors=True)
