#!/usr/bin/env python3
"""Posts digests of `report --notify` to a receiver on the loopback.

    digest_check.py --binary PUSHFUNNEL

Checked is that each format arrives once, after an error of the receiver too, that the program prints
nothing, and that no error has the address's path. Ends with 1 when something is wrong.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

RECEIVER = Path(__file__).resolve().parents[1] / "AlertOutputs/receiver.py"
PAGE = "https://example.org/pages/2025-11-17.html"
LINK = {"slack": f"<{PAGE}|Open the page>", "mattermost": f"[Open the page](<{PAGE}>)", "teams": PAGE}


def post(binary, folder, answers, *options):
    """The exit code, the output and the bodies that arrived."""
    with tempfile.TemporaryDirectory() as inbox:
        receiver = subprocess.Popen(
            [sys.executable, "-B", str(RECEIVER), inbox, *answers], stdout=subprocess.PIPE)
        try:
            port = int(receiver.stdout.readline())
            Path(f"{folder}/address").write_text(f"http://127.0.0.1:{port}/secret\n")
            command = [binary, "report", "--db", f"{folder}/push.db", "--day", "2025-11-17",
                       "--notify-file", f"{folder}/address", "--base-url",
                       "https://example.org/pages", *options]
            run = subprocess.run(
                command, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
        finally:
            receiver.kill()
            receiver.wait()
        requests = [json.loads(path.read_text()) for path in sorted(Path(inbox).glob("*.json"))]
    return run.returncode, run.stdout + run.stderr, requests


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        sample = [options.binary, "sample", f"{folder}/logs", "--sends", "500", "--days", "1", "-q"]
        subprocess.run(sample, check=True)
        subprocess.run([options.binary, "ingest", "-q", "--db", f"{folder}/push.db",
                        f"{folder}/logs"], check=True, stderr=subprocess.DEVNULL)
        for name, link in LINK.items():
            code, output, requests = post(
                options.binary, folder, ["503", "200"], "--format", name)
            if (code, output, len(requests)) != (0, "", 2):
                problems.append(f"{name}: {code}, {len(requests)} posts, {output}")
                continue
            if requests[1]["headers"]["content-type"] != "application/json":
                problems.append(f"{name}: {requests[1]['headers']}")
            body = json.dumps(json.loads(requests[1]["body"]), ensure_ascii=False)
            if link not in body or "Monday, 17 November 2025" not in body:
                problems.append(f"{name}: {body}")
        code, output, requests = post(options.binary, folder, ["404"])
        if code == 0 or "HTTP 404" not in output or "secret" in output:
            problems.append(f"an unknown webhook: {code}, {output}")
    print("\n".join(problems) if problems else "all digests arrived")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
