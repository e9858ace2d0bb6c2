"""Tables of named columns, results made of them, and their files. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Callable, Iterator, Optional, Sequence, Union

import numpy as np

from ._library import InputError, Turn, call, create, encode, ffi, lib, numbers, pointer, real, text

HDF5 = Turn(shared=True)  # the library of that name is for one thread at a time

Attribute = Union[str, float]
Path = Union[str, os.PathLike]


class Table(Mapping):
    """Columns by name, of numbers or of words; ``units`` has their units. Those of a result are read when they are asked
    for; others are made of arrays.

    >>> t = Table({"theta": [0.0, 1.0], "Tx": [1.0, 0.5]}, units={"theta": "rad"})
    >>> t["Tx"], t.rows, t.units["Tx"]
    (array([1. , 0.5]), 2, '-')
    """

    def __init__(self, columns: Mapping[str, Any], units: Optional[Mapping[str, str]] = None):
        known = {name: _column(column, name) for name, column in columns.items()}
        if not known:
            raise InputError("a table needs a column", "EARGUMENT")
        if len({column.shape for column in known.values()}) != 1 or next(iter(known.values())).ndim != 1:
            raise InputError("columns have the shapes " + ", ".join(f"{name} {column.shape}" for name, column in known.items())
                             + "; they must have one axis and one length", "EARGUMENT")
        kinds = {name: "word" for name, column in known.items() if column.dtype.kind in "US"}
        self._fill(list(known), None, len(next(iter(known.values()))), units, kinds)
        self._known.update(known)

    @classmethod
    def _of(cls, names: Sequence[str], read: Callable[[list[str]], Sequence[np.ndarray]],
            rows: Union[int, Callable[[], int]], units: Mapping[str, str], kinds: Mapping[str, str]) -> "Table":
        """Columns that `read` gives."""
        table = cls.__new__(cls)
        table._fill(list(names), read, rows, units, kinds)
        return table

    def _fill(self, names: list[str], read: Any, rows: Any, units: Any, kinds: Mapping[str, str]) -> None:
        self._names, self._read, self._rows, self._kinds = names, read, rows, dict(kinds)
        self.units: dict[str, str] = {name: (units or {}).get(name, "-") for name in names}
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
        """How many rows there are."""
        if callable(self._rows):
            self._rows = self._rows()
        return self._rows

    def _all(self) -> dict[str, np.ndarray]:
        missing = [name for name in self._names if name not in self._known]
        if missing:
            self._known.update(zip(missing, self._read(missing)))
        return {name: self._known[name] for name in self._names}

    def to_numpy(self) -> np.ndarray:
        """A structured array, one record a row."""
        columns = self._all()
        out = np.empty(self.rows, dtype=[(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            out[name] = column
        return out

    def to_pandas(self) -> Any:
        """A DataFrame; needs pandas."""
        import pandas

        return pandas.DataFrame(self._all())

    def to_parquet(self, path: Path, attributes: Optional[Mapping[str, Attribute]] = None) -> None:
        """Writes a Parquet file, with the units as metadata of the columns and the attributes as that of the file; needs pyarrow."""
        import pyarrow
        import pyarrow.parquet

        columns = {name: pyarrow.array(column) for name, column in self._all().items()}
        fields = [pyarrow.field(name, column.type, metadata={"unit": self.units[name]}) for name, column in columns.items()]
        about = {name: str(value) for name, value in (attributes or {}).items()}
        pyarrow.parquet.write_table(pyarrow.table(list(columns.values()), schema=pyarrow.schema(fields, about)), os.fspath(path))

    def to_xarray(self, over: Sequence[str] = ()) -> Any:
        """A Dataset over the rows or, where the columns `over` make a full grid, over that; needs xarray."""
        import xarray

        columns = self._all()
        grid = [np.unique(columns[name], return_inverse=True) for name in over]
        place = np.ravel_multi_index([index.ravel() for _, index in grid], [len(axis) for axis, _ in grid]) if grid else []
        full = len(grid) > 0 and np.array_equal(np.sort(place), np.arange(np.prod([len(axis) for axis, _ in grid])))
        order = np.argsort(place) if full else slice(None)
        names = list(over) if full else ["row"]
        shape = [len(axis) for axis, _ in grid] if full else [self.rows]
        return xarray.Dataset(
            {name: (names, column[order].reshape(shape), {"units": self.units[name]})
             for name, column in columns.items() if not (full and name in over)},
            {name: (name, axis, {"units": self.units[name]}) for name, (axis, _) in zip(over, grid)} if full else None)

    def save(self, path: Path, attributes: Optional[Mapping[str, Attribute]] = None) -> None:
        """Writes NAME.h5 or NAME.csv as the command line does; load() reads the former again."""
        Result({"": self}, attributes).save(path)

    def __reduce__(self) -> Any:  # with all columns, wherever they came from
        return _table_again, (self._all(), self.units, self._kinds)

    def __repr__(self) -> str:
        return f"Table({self.rows} rows: {', '.join(self._names)})"


def _table_again(columns: dict[str, np.ndarray], units: dict[str, str], kinds: dict[str, str]) -> Table:
    table = Table._of(list(columns), lambda names: [], len(next(iter(columns.values()), ())), units, kinds)
    table._known.update(columns)
    return table


def _column(values: Any, name: str) -> np.ndarray:
    words = np.atleast_1d(np.asarray(values))
    if words.dtype.kind == "S":
        words = np.char.decode(words, "utf-8")
    if words.dtype.kind == "O" and all(isinstance(word, str) for word in words.flat):
        words = words.astype(str)
    if words.dtype.kind == "U" and not np.ma.is_masked(values):
        return words
    return np.atleast_1d(numbers(values, f"the column {name!r}"))


class Result(Mapping):
    """What a calculation, or a file of one, has: ``r["final.phi"]`` is a column of its main table, ``r.lanes``, of which
    that of a sweep has a row for each lane; further tables such as ``r.section``, ``r.series`` and ``r.events`` are
    there by their names (``r.lists``), and ``r.attributes`` say how it was made."""

    @classmethod
    def _kept_as(cls, tables: Mapping[str, Table], attributes: Mapping[str, Attribute]) -> "Result":
        """What a pickle of it becomes."""
        return cls(tables, attributes)

    def __init__(self, tables: Mapping[str, Table], attributes: Optional[Mapping[str, Attribute]] = None):
        self._tables, self.attributes = dict(tables), dict(attributes or {})

    @property
    def lanes(self) -> Table:
        """The main table."""
        return self._tables[""]

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the tables beside the main one."""
        return tuple(name for name in self._tables if name)

    @property
    def units(self) -> dict[str, str]:
        return self.lanes.units

    @property
    def rows(self) -> int:
        return self.lanes.rows

    @property
    def outcomes(self) -> dict[str, int]:
        """How many lanes ended how."""
        if "outcome" not in self:
            return {str(self.attributes["run/outcome"]): 1} if "run/outcome" in self.attributes else {}
        words, counts = np.unique(self["outcome"], return_counts=True)
        return dict(zip(words.tolist(), counts.tolist()))

    def __getattr__(self, name: str) -> Table:
        lists = () if name.startswith("_") else self.lists
        if name not in lists:
            raise AttributeError(f"no table named {name!r}; available: {', '.join(lists) or 'none'}")
        return self._tables[name]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.lanes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.lanes)

    def __len__(self) -> int:
        return len(self.lanes)

    def to_numpy(self) -> np.ndarray:
        """The main table as a structured array."""
        return self.lanes.to_numpy()

    def to_pandas(self) -> Any:
        """The main table as a DataFrame; needs pandas."""
        return self.lanes.to_pandas()

    def to_parquet(self, path: Path) -> None:
        """Writes the main table to NAME.parquet and further ones to NAME.TABLE.parquet; needs pyarrow."""
        stem, ending = os.path.splitext(os.fspath(path))
        self.lanes.to_parquet(path, self.attributes)
        for name in self.lists:
            getattr(self, name).to_parquet(f"{stem}.{name}{ending}", self.attributes)

    def to_xarray(self) -> Any:
        """The main table as a Dataset, of a sweep over the grid of what varies; needs xarray."""
        varied = [one.split("=")[0] for one in str(self.attributes.get("run/vary", "")).split()]
        over = [name if name in self.lanes else f"vary.{name}" for name in varied]
        return self.lanes.to_xarray(over if all(name in self.lanes for name in over) else ())

    def save(self, path: Path) -> None:
        """Writes NAME.h5 or NAME.csv, with further tables as groups, or as NAME.TABLE.csv. What load() reads again is equal."""
        with HDF5:
            _write(os.fspath(path), self._tables, self.attributes)

    def __reduce__(self) -> Any:
        self.lists  # noqa: B018: those that are found over all lanes, too
        return type(self)._kept_as, (self._tables, self.attributes)

    def __repr__(self) -> str:
        tally = ", ".join(f"{count} {word}" for word, count in self.outcomes.items())
        return f"{type(self).__name__}({self.rows} rows{': ' if tally else ''}{tally}; {', '.join(self)})"


def _columns(table: Table, kept: list[Any]) -> tuple[Any, Any]:
    """What table.h needs of one: its columns and their numbers. Words become their places in a list of them."""
    head = ffi.new("struct contensou_table_column[]", len(table))
    values = ffi.new("const double *[]", len(table))
    for i, (name, column) in enumerate(table._all().items()):
        kind = table._kinds.get(name, "number")
        head[i].kind = getattr(lib, f"CONTENSOU_TABLE_{kind.upper()}")
        kept.append(encode(name))
        head[i].name = kept[-1]
        if kind == "word":
            words, column = np.unique(column, return_inverse=True)
            texts = [encode(str(word)) for word in words]
            kept += [*texts, ffi.new("const char *[]", texts)]
            head[i].words, head[i].word_count = kept[-1], len(texts)
        column = numbers(column, f"the column {name!r}")
        kept.append(column)
        values[i] = pointer(column)
    return head, values


def _write(path: str, tables: Mapping[str, Table], attributes: Mapping[str, Attribute]) -> None:
    kept: list[Any] = []
    units = {f"unit of {name}": unit for table in tables.values() for name, unit in table.units.items() if unit != "-"}
    rows = []
    for key, value in {**attributes, **units}.items():
        word = encode(value) if isinstance(value, str) else ffi.NULL
        kept += [encode(key), word]
        rows.append((kept[-2], word, 0.0 if isinstance(value, str) else real(value, f"the attribute {key!r}")))
    notes = ffi.new("struct contensou_table_attribute[]", rows)
    opened: list[Any] = []
    try:
        for name in sorted(tables, key=bool):  # the main one first
            out = ffi.new("struct contensou_table **")
            head, values = _columns(tables[name], kept)
            if name:
                call(lib.contensou_table_open_beside, out, opened[0], encode(name), head, len(tables[name]))
            else:
                call(lib.contensou_table_open_columns, out, encode(path), head, len(tables[name]), notes, len(rows))
            opened.append(out[0])
            if tables[name].rows:
                call(lib.contensou_table_append, out[0], tables[name].rows, values)
        while opened:
            call(lib.contensou_table_close, opened.pop())
    finally:
        while opened:
            lib.contensou_table_discard(opened.pop())


def _close(handle: Any) -> None:
    with HDF5:
        lib.contensou_result_close(handle)


def load_result(path: Path) -> Result:
    with HDF5:
        handle = create("result", lib.contensou_result_open, _close, encode(path))
    tables: dict[str, Table] = {}
    attributes: dict[str, Attribute] = {}
    i = 0
    while (table := lib.contensou_result_table_at(handle, len(tables))) != ffi.NULL:
        tables[text(table.name) or ""] = _table_of(handle, table)
    if "" not in tables:
        raise InputError(f"'{os.fspath(path)}' has no table: it is no result of contensou", "EINPUT")
    while (one := lib.contensou_result_attribute(handle, i)) != ffi.NULL:
        key = "/".join(part for part in (text(one.group), text(one.name)) if part)
        attributes[key] = float(text(one.text) or "nan") if one.number else text(one.text) or ""
        i += 1
    return Result(tables, attributes)


def _table_of(handle: Any, table: Any) -> Table:
    numbers_ = [(table.column[c].place, text(table.column[c].name), c) for c in range(table.columns)]
    words = [(table.word[c].place, text(table.word[c].name), c) for c in range(table.words)]
    place = {name: c for _, name, c in numbers_ + words}
    kinds = {name: "whole" if table.column[c].whole else "number" for _, name, c in numbers_}
    kinds.update((name, "word") for _, name, _ in words)
    units = {name: text(table.column[c].unit) for _, name, c in numbers_}

    def read(wanted: list[str]) -> list[np.ndarray]:
        with HDF5:
            return [one(place[name], kinds[name]) for name in wanted]

    def one(column: int, kind: str) -> np.ndarray:
        if not table.rows:
            return np.empty(0, dtype=str if kind == "word" else float)
        if kind == "word":
            word, size = ffi.new("const char **"), table.word[column].size
            call(lib.contensou_result_read_words, handle, table, column, word)
            return np.char.decode(np.frombuffer(ffi.buffer(word[0], table.rows * size), dtype=f"S{size}"), "utf-8")
        value = ffi.new("const double **")
        call(lib.contensou_result_read, handle, table, column, value)
        # The numbers are the file's own: it stays open as long as somebody has them.
        return np.frombuffer(ffi.buffer(ffi.gc(value[0], lambda _, file=handle: None), 8 * table.rows))

    return Table._of([name for _, name, _ in sorted(numbers_ + words)], read, table.rows, units, kinds)
