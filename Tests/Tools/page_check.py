"""Runs the blocks of Documentation/Tools.md, and compares their numbers with the program's own.

    page_check.py --binary PUSHFUNNEL

A block of Python begins with a comment, the command of pushfunnel that gives the same, and leaves
its rows in `answer`: a data frame, or a relation of DuckDB. Blocks of shell that only call
pushfunnel are run, too; the others need a server, and datasette_check.py starts it. Ends with 1
when an answer differs.
"""

import argparse
import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "Documentation/Tools.md"
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)


def expected(binary, comment):
    words = shlex.split(comment.removeprefix("# "))
    if words[:2] != ["pushfunnel", "sql"]:
        raise SystemExit(f"a block begins with no command: {comment}")
    arguments = [binary, *words[1:], "--json", "--limit", "0", "--db", "push.db"]
    return json.loads(subprocess.run(arguments, check=True, capture_output=True).stdout)


def rows(answer):
    """As JSON has them: a data frame of pandas or polars, or a relation of DuckDB."""
    if hasattr(answer, "fetchall"):
        return [dict(zip(answer.columns, row)) for row in answer.fetchall()]
    if hasattr(answer, "to_dicts"):
        return answer.to_dicts()
    # pandas' own JSON keeps ten digits of a number.
    return answer.astype(object).where(answer.notna(), None).to_dict("records")


def run(binary, page):
    names, compared, differences = {}, 0, []
    for language, text in BLOCK.findall(page):
        if language == "sh":
            if text.startswith("pushfunnel") and "datasette" not in text:
                path = os.pathsep.join([os.path.abspath("bin"), os.environ["PATH"]])
                subprocess.run(
                    ["sh", "-eu", "-c", text], check=True, env={**os.environ, "PATH": path})
            continue
        exec(compile(text, PAGE.name, "exec"), names)
        found, right = rows(names["answer"]), expected(binary, text.splitlines()[0])
        compared += 1
        if found != right or not right:
            differences.append(f"{text}\nfound {found}\nexpected {right}")
    return compared, differences


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    asked = options.parse_args()
    binary = os.path.abspath(asked.binary)
    home = tempfile.mkdtemp(prefix="pushfunnel-page-")
    try:
        with contextlib.chdir(home):
            os.mkdir("bin")
            os.symlink(binary, "bin/pushfunnel")
            shutil.copytree(REPOSITORY / "queries", "queries")
            sample = ["--sends", "3000", "--days", "3", "--start", "2025-11-17"]
            subprocess.run([binary, "sample", "logs", "-q", *sample], check=True)
            subprocess.run([binary, "ingest", "-q", "--db", "push.db", "logs"], check=True)
            compared, differences = run(binary, PAGE.read_text())
    finally:
        shutil.rmtree(home)
    print(f"{compared} answers compared")
    print("\n".join(differences))
    sys.exit(1 if differences or not compared else 0)


main()
