# mujoco_script.py: the script of 'contensou fit --export mujoco' runs as it is; with the table of the exact law the uniform disk
# stops within 0.01 % of 1.3402982821 at steps of 1 ms. SPDX-License-Identifier: MIT
import os
import re
import tempfile

from puck import *

with tempfile.TemporaryDirectory() as folder:
    for model, want, within in (("table", EXACT, 1e-4), ("potential6", EXACT, 0.01)):
        path = os.path.join(folder, model + ".py")
        contensou("fit", "--shape", "disk", "--model", model, "--export", "mujoco", "-o", path, "--quiet")
        text = subprocess.run([sys.executable, path], check=True, capture_output=True, text=True).stdout
        stop, distance, angle = map(float, re.search(r"stop (\S+) s, distance (\S+), angle (\S+) rad", text).groups())
        check(f"the script with {model} (stop)", [stop], want[:1], within)
        check(f"the script with {model} (distance, angle)", [distance, angle], want[1:], max(within, 2e-3))
