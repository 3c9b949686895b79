"""The workload: sample logs, made once and kept under `.bench/`, which git ignores."""

import argparse
import gzip
import json
import os
import shutil
import sys
from pathlib import Path

from measure import run

# Everything runs from the top of the repository, and names its files from there.
ROOT = Path(__file__).resolve().parent.parent
HOME = Path(".bench")
PYTHON = HOME / "venv/bin/python"
SEED = 1
# The first day of logs.
START = "2025-11-17"


def say(text):
    """Progress for the terminal."""
    print(text, file=sys.stderr, flush=True)


class Logs:
    """A folder of sample logs."""

    def __init__(self, folder):
        self.folder = Path(folder)

    @property
    def files(self):
        """All files, in the order of their names."""
        return [str(path) for path in sorted(self.folder.glob("*/*.gz"))]

    def of_hours(self, keep):
        """The files of those hours, named like 2025-11-17T00, that are kept."""
        return [path for path in self.files if keep(Path(path).name.split(".")[0])]

    @property
    def hours(self):
        """The hours that have files, in order."""
        return sorted({Path(path).name.split(".")[0] for path in self.files})

    def truth(self):
        """The funnel as the sample was made up: counts by platform, image and campaign."""
        funnel = {}
        names = ("attempted", "sent", "failed", "received", "impressions", "opened")
        for cell in json.loads((self.folder / "truth.json").read_text())["cells"]:
            key = cell["platform"], cell["image"], cell["campaign"]
            counts = funnel.setdefault(key, [0] * len(names))
            for place, name in enumerate(names):
                counts[place] += cell[name] or 0
        return funnel


def uniform(binary, sends, days=1, start=START):
    """One shape of send and one of event for each platform, no broken lines.

    What a tool with a fixed schema can read: see `README.md` on why the comparison needs it.
    `start` is the first day.
    """
    name = "uniform" if start == START else f"uniform-{start}"
    return _made(binary, name, sends, days, ["--uniform", "--dirty", "0", "--start", start])


def mixed(binary, sends, days=1):
    """Every kind of record that `sample` knows, in the proportions of its default."""
    return _made(binary, "mixed", sends, days, ["--start", START])


def remade(original, kind, script, rewrite):
    """Logs that `rewrite(source, target)` makes of others: once, and after a change of the script."""
    target = HOME / "logs" / f"{kind}-{original.folder.name}"
    done = target / "done"
    if not done.exists() or done.stat().st_mtime < Path(script).stat().st_mtime:
        say(f"writing {target}")
        rewrite(original.folder, target)
        done.touch()
    return Logs(target)


def copies(source, target):
    """Each file of a folder of logs, and where its rewritten copy goes."""
    for path in sorted(Path(source).glob("*/*.gz")):
        copy = Path(target) / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        # An earlier copy may be a hard link to the original.
        copy.unlink(missing_ok=True)
        yield path, copy


def rewrite_lines(source, target, rewritten):
    """Writes a file with `rewritten` of each line; lines have their line feed."""
    with gzip.open(source) as lines, gzip.open(target, "wb", compresslevel=6) as out:
        out.writelines(map(rewritten, lines))


def rewrite_command(about, logs, rewrite):
    """The command line of a script that rewrites logs."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", help=logs)
    parser.add_argument("target", help="where to write the other shape")
    options = parser.parse_args()
    rewrite(options.logs, options.target)


def _made(binary, kind, sends, days, options):
    folder = HOME / "logs" / f"{kind}-{sends}-{days}d"
    if not (folder / "truth.json").exists():
        say(f"writing {folder}")
        run([binary, "sample", str(folder), "-q", "--force", "--seed", str(SEED),
             "--sends", str(sends), "--days", str(days), *options])
    return Logs(folder)


def inflated_bytes(paths):
    """How many bytes some gzip files hold."""
    total = 0
    for path in paths:
        with gzip.open(path) as file:
            while block := file.read(1 << 20):
                total += len(block)
    return total


def remove(path):
    """Takes a database away, be it a file with its companions or a folder."""
    if Path(path).is_dir():
        shutil.rmtree(path)
    for suffix in ("", "-wal", "-shm", "-lock", ".wal"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def restore(path, original):
    """Puts a copy of a database in place of another, and waits until it is on the disk."""
    remove(path)
    run(["cp", "-r", "--reflink=auto", str(original), str(path)])
    os.sync()


def size_mb(path):
    """What a database takes on the disk."""
    path = Path(path)
    files = path.rglob("*") if path.is_dir() else path.parent.glob(f"{path.name}*")
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def fresh(name):
    """A path for a database that does not exist yet."""
    path = HOME / "db" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    remove(path)
    return str(path)
