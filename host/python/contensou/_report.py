"""A page of a result. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
from typing import Optional, Union

from ._library import call, encode, lib, options
from ._table import HDF5


def report(file: Union[str, os.PathLike], page: Union[str, os.PathLike], *, title: Optional[str] = None,
           rows: int = 1000) -> None:
    """Writes a page (FILE.html) of a result that was saved (FILE.h5, or FILE.json of a fit): pictures, tallies,
    parameters with their units and tables of at most `rows` rows, in one file that needs nothing beside it.

    >>> import contensou as ct, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> ct.fit(ct.Patch("disk"), "I11").save(folder + "/fit.json")
    >>> ct.report(folder + "/fit.json", folder + "/fit.html")
    >>> "<svg" in open(folder + "/fit.html").read()
    True
    """
    kept = encode(title)
    with HDF5:
        call(lib.contensou_report_write, encode(file), encode(page),
             options("report_options", {"title": kept, "rows": rows}))
