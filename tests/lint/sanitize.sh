#!/usr/bin/env bash
# Builds the tree with AddressSanitizer and UBSan into the given folder and runs the tests there. -O1: the compiler takes half as
# long, and frames stay as they are written.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cmake -S "$here/../.." -B "$1" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS_RELWITHDEBINFO='-O1 -g1 -DNDEBUG' -DCONTENSOU_SANITIZE=ON -DCONTENSOU_PYTHON=OFF \
    -DCONTENSOU_WERROR=OFF -DCONTENSOU_BENCH=OFF -DCONTENSOU_META_TESTS=OFF -DCONTENSOU_TEST_CACHE="${2:-$1/cache}" >/dev/null
cmake --build "$1" --parallel "$(nproc)"
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
# Without use_tls=0 the leak checker itself crashed in some programs ("Tracer caught signal 11").
export LSAN_OPTIONS=suppressions=$here/lsan.supp:print_suppressions=0:use_tls=0
export UBSAN_OPTIONS=print_stacktrace=1
cd "$1"
# Left out: what goes millions of times through code that the other tests have covered by then, or is mostly
# the building of device programs, and cli.fit_vary, which wants silence where ASan remarks on the stacks of
# fit/lockstep.c (physics.scan runs); and what measures memory, which ASan itself keeps.
exec ctest --output-on-failure --no-tests=error --parallel "$(nproc)" \
    -L '^(unit|parity|physics|cli)$' -LE slow \
    -E '^(physics\.(cubature|fit_truth|fit_data|limit_slip|limit_law|structure|continuity|equivalence|tables|attractors|ensemble_reference)|parity\.(parity|packs|friction|power)|unit\.cache|cli\.(tables_command|eval_files|fit_vary|plots|user_system|sweep_mpi|sweep_watch|sweep_devices|simulation_fit))\.|^unit\.results\.a_million_lanes_take_little_memory'
