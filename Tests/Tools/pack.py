"""Keeps many small inputs of tests in one JSON file: names, and one Latin-1 character per byte.

    python3 Tests/Tools/pack.py add FILE INPUT...     adds inputs to FILE, or makes FILE
    python3 Tests/Tools/pack.py unpack FILE FOLDER    writes each input into FOLDER
"""

import json
import sys
from pathlib import Path


def main(command, file, *paths):
    file, paths = Path(file), [Path(path) for path in paths]
    inputs = json.loads(file.read_text()) if command == "unpack" or file.exists() else {}
    if command == "add":
        inputs |= {path.name: path.read_bytes().decode("latin-1") for path in paths}
        file.write_text(json.dumps(inputs, indent=0, sort_keys=True) + "\n")
    elif command == "unpack":
        paths[0].mkdir(parents=True, exist_ok=True)
        for name, text in inputs.items():
            (paths[0] / name).write_bytes(text.encode("latin-1"))
    else:
        sys.exit(__doc__)


if len(sys.argv) < 4:
    sys.exit(__doc__)
main(*sys.argv[1:])
