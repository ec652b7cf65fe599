#!/usr/bin/env bash
# Written by grader @VERSION@. Gradescope runs it once, when it builds the image.
set -euo pipefail
root=${GRADESCOPE_FOLDER:-/autograder}

usable() {
    "$1" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null
}

apt-get update
apt-get install -y bubblewrap || true  # without it, Landlock is what confines programs
python=
for name in python3.13 python3.12 python3.11; do
    apt-get install -y "$name" "$name-venv" || continue
    if usable "$name"; then python=$name; break; fi
done
if [ -z "$python" ]; then
    echo "grader needs Python 3.11, 3.12 or 3.13, and this image has none of them. Choose a newer base image (Ubuntu 24.04) in the settings of the autograder."
    echo "Python 3.11、3.12、3.13 のどれも入れられません。autograder の設定で、新しいベースイメージ (Ubuntu 24.04) を選んでください。"
    exit 1
fi
"$python" -m venv "$root/saiten"
"$root/saiten/bin/python" -m pip install @PACKAGE@
"$root/saiten/bin/python" -m grader machine || true  # the isolation levels, for the build's log
