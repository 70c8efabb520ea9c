#!/bin/sh
# Prints the newest Python from 3.10 on that can make a virtual environment and has its C headers; PYTHON overrides.
usable='import ensurepip, os, sys, sysconfig, venv
headers = os.path.join(sysconfig.get_paths()["include"], "Python.h")
sys.exit(sys.version_info < (3, 10) or not os.path.exists(headers))'

for name in ${PYTHON:-python3.15 python3.14 python3.13 python3.12 python3.11 python3.10 python3 python}; do
    path=$(command -v "$name" 2>/dev/null) || continue
    if "$path" -c "$usable" >/dev/null 2>&1; then
        echo "$path"
        exit 0
    fi
done

echo "No usable Python found (looked for: ${PYTHON:-python3.10 and newer, python3, python})." >&2
echo "Needed: Python 3.10 or newer with venv and its C headers, for example: apt install python3-venv python3-dev" >&2
exit 1
