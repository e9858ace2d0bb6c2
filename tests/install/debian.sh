#!/usr/bin/env bash
# The Debian packages: built from a copy of the tree, without a word of lintian's, and used from where they are unpacked.
#   tests/install/debian.sh FOLDER
# SPDX-License-Identifier: MIT
set -eu
export CONTENSOU_WARM=off # no programs in the background of a test
place=$1
for tool in dpkg-buildpackage lintian dh dh_python3; do
    command -v $tool >/dev/null || { echo "skipped: no $tool (dpkg-dev, debhelper, dh-python, lintian)"; exit 77; }
done
rm -rf "$place"
mkdir -p "$place/source" "$place/root"
cp -r CMakeLists.txt LICENSE README.md CHANGELOG.md debian cmake include kernels host fit bench tests "$place/source"
(cd "$place/source" && dpkg-buildpackage -us -uc -b) >"$place/log" 2>&1 || { tail -40 "$place/log"; exit 1; }
# The project has no address of its own; who uploads the packages puts theirs.
lintian --fail-on error,warning --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "$place"/*.changes
for package in "$place"/*.deb; do
    case $package in *dbgsym*) ;; *) dpkg-deb -x "$package" "$place/root" ;; esac
done
usr=$place/root/usr
LD_LIBRARY_PATH=$(dirname "$usr"/lib/*/libcontensou.so.1)
export LD_LIBRARY_PATH
cd "$place"
"$usr/bin/contensou" run pendulum --time 1 --quiet -o run.csv
test -s run.csv
test -s "$usr/share/man/man1/contensou.1.gz"
PYTHONPATH=$usr/lib/python3/dist-packages /usr/bin/python3 -c '
import contensou
[[_, fy, torque]] = contensou.wrench("disk", [[0.0, 1.0, 0.0]])
assert abs(abs(fy) - 1) < 1e-12 and abs(torque) < 1e-12, (fy, torque)' # a disk that only slides: the load times mu
