#!/usr/bin/env bash
# The site of the documents is made, no link of it leads nowhere, and in Chromium without a network it renders and its search
# finds. Usage: site.sh PROGRAM FOLDER. SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1
folder=$2
mkdir -p "$folder"
if ! "$folder/venv/bin/python" -c 'import mkdocs, material' 2>/dev/null; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install -q mkdocs-material || { echo "skipped: no packages from PyPI here"; exit 77; }
fi
"$folder/venv/bin/python" "$here/../../docs/site/make" "$program" "$folder/site"
html=$folder/site/html
if grep -rlE '<(script|link|img|iframe)[^>]*(src|href)="https?:' "$html" --include='*.html' | head -1 | grep .; then
    echo "a page fetches something from the network"
    exit 1
fi
for page in start tutorial tutorial-roboticist tutorial-engineer tutorial-experimenter commands headers python-calls maths papers; do
    test -s "$html/$page.html" || { echo "no page $page"; exit 1; }
    if grep -n '```' "$html/$page.html"; then echo "$page: a block of code is not one"; exit 1; fi
done
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$browser" ] || { echo "no Chromium (Debian's package is chromium): pages were not opened"; exit 77; }
open() {
    "$browser" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$folder/profile" --host-resolver-rules='MAP * ~NOTFOUND' \
        --enable-logging=stderr --window-size=1280,1100 --virtual-time-budget=30000 "$@" 2>>"$folder/log"
}
: >"$folder/log"
open --dump-dom "file://$html/index.html?q=saltation" >"$folder/found.html"
grep -qE 'md-search-result__meta">[1-9][0-9]* matching' "$folder/found.html" || { echo "the search finds nothing"; exit 1; }
for page in index start tutorial-engineer commands; do
    open --screenshot="$folder/$page.png" "file://$html/$page.html"
    test -s "$folder/$page.png"
done
if grep CONSOLE "$folder/log"; then
    echo "the console of the browser has messages"
    exit 1
fi
