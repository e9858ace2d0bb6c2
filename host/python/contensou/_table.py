"""Tables of named columns. SPDX-License-Identifier: MIT"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Iterator, Optional

import numpy as np


class Table(Mapping):
    """Columns by name, read when they are asked for; ``units`` has their units."""

    def __init__(self, names: list[str], read: Callable[[list[str]], np.ndarray], rows: int,
                 units: Optional[dict[str, str]] = None):
        self._names, self._read, self._rows, self.units = names, read, rows, units or {}
        self._known: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._known:
            if name not in self._names:
                raise KeyError(f"no column named {name!r}; available: {', '.join(self._names)}")
            self._known[name] = self._read([name])[0]
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def rows(self) -> int:
        return self._rows

    def _all(self) -> dict[str, np.ndarray]:
        missing = [name for name in self._names if name not in self._known]
        if missing:
            self._known.update(zip(missing, self._read(missing)))
        return {name: self._known[name] for name in self._names}

    def to_numpy(self) -> np.ndarray:
        """A structured array, one record a row."""
        columns = self._all()
        out = np.empty(self._rows, dtype=[(name, float) for name in self._names])
        for name, column in columns.items():
            out[name] = column
        return out

    def to_pandas(self) -> Any:
        """A DataFrame; needs pandas."""
        import pandas

        return pandas.DataFrame(self._all())

    def to_xarray(self, dimension: str = "row") -> Any:
        """A Dataset over the rows; needs xarray."""
        import xarray

        return xarray.Dataset({name: (dimension, column, {"units": self.units.get(name, "-")})
                               for name, column in self._all().items()})

    def __repr__(self) -> str:
        return f"Table({self._rows} rows: {', '.join(self._names)})"
