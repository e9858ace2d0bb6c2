#!/usr/bin/env bash
# The notebooks that 'contensou examples' makes of the tutorials run from the first cell to the last one, with the pictures in
# them. Usage: notebooks.sh BUILD FOLDER. SPDX-License-Identifier: MIT
set -eu
export CONTENSOU_WARM=off # no programs in the background of a test
build=$1
folder=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$folder"
if ! "$folder/venv/bin/python" -c 'import nbclient, ipykernel, numpy, cffi' 2>/dev/null; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install -q nbclient ipykernel numpy cffi || { echo "skipped: no packages from PyPI here"; exit 77; }
fi
ln -sf "$build/contensou" "$folder/venv/bin/contensou"
rm -rf "$folder/package"
mkdir -p "$folder/package"
cp -r "$here/../../host/python/contensou" "$folder/package"
cmake --install "$build" --component python --prefix "$folder/package/contensou" >/dev/null
export PYTHONPATH=$folder/package
"$build/contensou" examples "$folder/examples" --force --quiet
cd "$folder/examples"
for notebook in *.ipynb; do
    echo "$notebook"
    ../venv/bin/python - "$notebook" <<'END'
import sys, nbclient, nbformat
book = nbformat.read(sys.argv[1], 4)
nbformat.validate(book)
nbclient.NotebookClient(book, timeout=900, kernel_name="python3").execute()
code = [cell for cell in book.cells if cell.cell_type == "code"]
drawn = sum("image/png" in out.get("data", {}) for cell in code for out in cell.outputs)
wanted = sum(cell.source.count("display(Image(") for cell in code)
assert drawn == wanted, f"{drawn} pictures of {wanted}"
print(f"{len(book.cells)} cells, {drawn} pictures")
END
done
