"""Draws a chart, as host/picture/chart_json.c writes it, with Matplotlib: the pictures of plot() where there is no gnuplot.
SPDX-License-Identifier: MIT"""

from __future__ import annotations

import json
import os
import re
from typing import Any, Union

import numpy as np

_MARKS = {"6": dict(marker="o", markerfacecolor="none"), "7": dict(marker="o", markeredgewidth=0.0)}


def _points(layer: dict[str, Any]) -> np.ndarray:
    numbers = np.array([np.nan if x is None else x for x in layer["numbers"]], dtype=float)
    return numbers.reshape(-1, layer["columns"])


def _style(layer: dict[str, Any]) -> dict[str, Any]:
    """Matplotlib's words for a style of gnuplot: lines and points, widths, sizes, dashes."""
    words = (layer["style"] + (layer["size"] or "")).split()
    value = {a: b for a, b in zip(words, words[1:]) if re.fullmatch(r"[a-z]+", a)}
    size = float(value.get("ps", 1))
    look: dict[str, Any] = {"linewidth": 0.75 * float(value.get("lw", 1)), "color": layer["colour"] or "black"}
    if words[0] == "points":
        look.update(_MARKS.get(value.get("pt", "7"), _MARKS["7"]), linestyle="none", markersize=max(5 * size, 0.6))
    elif value.get("dt", "1") != "1":
        look["linestyle"] = "--"
    return look


def _draw_layer(axes: Any, panel: dict[str, Any], layer: dict[str, Any], colours: dict[str, Any]) -> Any:
    points, words = _points(layer), layer["style"].split()
    if not len(points):
        return None
    if words[0] in ("image", "pm3d") and layer["columns"] == 3 and not panel["mesh"]:
        x, y = np.unique(points[:, 0]), np.unique(points[:, 1])
        grid = np.full((len(y), len(x)), np.nan)
        grid[np.searchsorted(y, points[:, 1]), np.searchsorted(x, points[:, 0])] = points[:, 2]
        return axes.pcolormesh(x, y, grid, shading="nearest", **colours)
    if panel["mesh"] and layer["row"]:
        shape = (-1, layer["row"])
        return axes.plot_surface(*(points[:, k].reshape(shape) for k in range(3)), **colours)
    if words[0] == "vectors":
        return axes.quiver(*points.T, angles="xy", scale_units="xy", scale=1, width=0.004, color=layer["colour"]) and None
    if "palette" in words and layer["columns"] == 3:
        look = _style(layer)
        return axes.scatter(points[:, 0], points[:, 1], c=points[:, 2], s=look.get("markersize", 2) ** 2, linewidths=0, **colours)
    axes.plot(*points[:, : 3 if panel["mesh"] else 2].T, label=layer["title"] or "_", **_style(layer))
    return None


def _draw_panel(figure: Any, axes: Any, panel: dict[str, Any]) -> None:
    from matplotlib.colors import BoundaryNorm, ListedColormap

    box, words = panel["colour"], panel["colour"].get("words")
    colours: dict[str, Any] = {"vmin": box["low"], "vmax": box["high"]} if box["low"] != box["high"] else {}
    if words:
        shades = ["#d9d9d9", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000"]
        colours = {"cmap": ListedColormap([shades[0] if not k else shades[1 + (k - 1) % 8] for k in range(len(words))]),
                   "norm": BoundaryNorm(np.arange(len(words) + 1) - 0.5, len(words))}
    else:
        colours["cmap"] = "RdBu_r" if box["low"] == -box["high"] and box["high"] > 0 else "viridis"
    image = None
    for layer in panel["layers"]:
        image = _draw_layer(axes, panel, layer, colours) or image
    for name in ("x", "y", "z") if panel["mesh"] else ("x", "y"):
        axis = panel[name]
        getattr(axes, f"set_{name}label")(axis["label"] or "")
        if axis["low"] != axis["high"]:
            getattr(axes, f"set_{name}lim")(axis["low"], axis["high"])
    if not panel["x"]["numbered"]:
        axes.tick_params(labelbottom=False)
    if panel["title"]:
        axes.set_title(panel["title"], fontsize="medium")
    if image is not None:
        bar = figure.colorbar(image, ax=axes, label="" if box["label"] == panel["title"] else box["label"] or "")
        if words:
            bar.set_ticks(range(len(words)), labels=words)
    if panel["legend"] and any(layer["title"] for layer in panel["layers"]):
        axes.legend(fontsize="small", loc="best", framealpha=0.7)


def draw(chart: Union[str, os.PathLike], picture: Union[str, os.PathLike]) -> None:
    """Draws the chart of the file FILE.json to PICTURE.png, .svg or .pdf."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from matplotlib import rc_context

    with rc_context({"font.size": 8.5}):
        _draw(chart, picture, FigureCanvasAgg, Figure)


def _draw(chart: Union[str, os.PathLike], picture: Union[str, os.PathLike], canvas: Any, figures: Any) -> None:
    with open(chart, encoding="utf-8") as file:
        about = json.load(file)
    panels = about["panels"]
    across = about["across"] or 1
    down = about["down"] or max(1, len(panels))
    boxed = bool(panels) and all(panel["box"][1] > 0 for panel in panels)
    figure = figures(figsize=(about["width"] / 160, about["height"] / 160), layout=None if boxed else "constrained")
    canvas(figure)
    for k, panel in enumerate(panels):
        space = {"projection": "3d"} if panel["mesh"] else {}
        left, right, bottom, top = panel["box"]
        axes = figure.add_axes((left, bottom, right - left, top - bottom), **space) if boxed else (
            figure.add_subplot(down, across, k + 1, **space))
        _draw_panel(figure, axes, panel)
    if about["title"]:
        figure.suptitle(about["title"], fontsize="medium")
    ending = os.path.splitext(os.fspath(picture))[1].lower()
    note = {".png": "Description", ".svg": "Description", ".pdf": "Subject"}[ending]
    figure.savefig(picture, dpi=160, metadata={note: about["about"]} if about["about"] else None)
