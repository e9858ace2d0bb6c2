#!/usr/bin/env bash
# A page of 'contensou report' in Chromium without a screen: it renders, its script runs and sorts, nothing is said on the
# console, and nothing is asked of the network. Usage: chromium.sh PROGRAM FOLDER. SPDX-License-Identifier: MIT
set -eu
program=$1
folder=$2
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
    echo "skipped: there is no Chromium (Debian's package is chromium)"
    exit 77
fi
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

"$program" sweep lorenz --vary rho=1:60:40 --time 20 --transient 10 --observe section,extrema --quiet -o s.h5
"$program" run pendulum --set omega_0=62 --time 0:5:501 --quiet -o run.h5
"$program" sweep disk_belt --vary law.eta=2:5:8 --vary v_b=0.1:1:8 --time 20 --observe stick,final --quiet -o map.h5
"$program" fit --shape disk --pressure hertz --model I11 --quiet -o fit.json

# Clicks the first column of the last table twice, and tells in which order its numbers then are.
check='<script>
const tables = document.querySelectorAll(".scroll table"), table = tables[tables.length - 2];
if (table) {
  const head = table.querySelector("thead th:last-child");
  head.click(); head.click();
  const numbers = Array.from(table.tBodies[0].rows, row => Number(row.cells[head.cellIndex].textContent));
  document.body.dataset.falls = numbers.every((x, i) => i === 0 || numbers[i - 1] >= x);
}
document.body.dataset.links = document.querySelectorAll("nav a").length;
document.body.dataset.wide = document.documentElement.scrollWidth > innerWidth;
document.body.dataset.drawn = Array.from(document.querySelectorAll("figure svg")).every(
  svg => svg.getBoundingClientRect().width > 300 && svg.getBoundingClientRect().height > 200);
</script></body>'

# The page allows its own script by its hash; that of the check is added for the check.
inside=${check#<script>}
inside=${inside%</script></body>}
hash=$(printf '%s' "$inside" | sha256sum | cut -c1-64 | tr a-f A-F | tr -d '\n' | basenc --base16 -d | base64)

for file in s.h5 run.h5 map.h5 fit.json; do
    name=${file%.*}
    "$program" report "$file" -o "$name.html"
    { sed "s|script-src '|script-src 'sha256-$hash' '|; /<\\/body>/,\$d" "$name.html"; echo "$check</html>"; } >"$name.checked.html"
    "$browser" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --user-data-dir="$folder/profile" \
        --host-resolver-rules='MAP * ~NOTFOUND' --log-net-log="$folder/$name.net" --enable-logging=stderr \
        --window-size=1280,2000 --virtual-time-budget=5000 --dump-dom "file://$folder/$name.checked.html" \
        >"$name.dom" 2>"$name.log"
    if grep -E 'CONSOLE' "$name.log"; then
        echo "$file: the console of the browser has messages"
        exit 1
    fi
    # what the page itself asks for has it as the initiator
    if grep -oE '"initiator":"file[^}]*"url":"https?:[^"]*"' "$name.net"; then
        echo "$file: the page asks the network"
        exit 1
    fi
    body=$(grep -oE '<body [^>]*>' "$name.dom")
    for sign in 'data-links="[3-9]"' 'data-wide="false"' 'data-drawn="true"'; do
        grep -qE "$sign" <<<"$body" || { echo "$file: $sign is not in $body"; exit 1; }
    done
    [ "$name" = fit ] || grep -q 'data-falls="true"' <<<"$body" || { echo "$file: a click does not sort: $body"; exit 1; }
    echo "$file: $body"
done
