"""Lets Prometheus scrape `pushfunnel serve`, and asks it for what it has scraped, as the dashboard
for Grafana does.

    prometheus_check.py http://127.0.0.1:8417/ SENT

SENT are the sends to iOS. Says what is wrong; ends with 1 then, and with 77 when there is no
Prometheus.
"""

import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
UNPACKED = REPOSITORY / ".prometheus/usr/bin"
DASHBOARD = REPOSITORY / "Packaging/grafana/pushfunnel.json"
PATIENCE = 60


def main():
    program = shutil.which("prometheus", path=str(UNPACKED)) or shutil.which("prometheus")
    if not program:
        print("there is no Prometheus: make test unpacks it")
        return 77
    target = urllib.parse.urlsplit(sys.argv[1]).netloc
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        own = f"127.0.0.1:{free.getsockname()[1]}"
        free.close()
        configuration = pathlib.Path(folder) / "prometheus.yml"
        configuration.write_text(
            "scrape_configs: [{job_name: pushfunnel, scrape_interval: 1s, scrape_timeout: 1s, "
            f"static_configs: [{{targets: ['{target}']}}]}}]\n")
        server = subprocess.Popen(
            [program, f"--config.file={configuration}", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address={own}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            problems = list(wrong(own, sys.argv[2])) + list(empty_panels(own))
        finally:
            server.terminate()
            server.wait()
    print("\n".join(problems) if problems else "Prometheus has scraped all")
    return 1 if problems else 0


def wrong(own, sent):
    end = time.monotonic() + PATIENCE
    while asked(own, "up") != ["1"] and time.monotonic() < end:
        time.sleep(0.2)
    for query, expected in [
        ("up", ["1"]), ('pushfunnel_funnel_messages{platform="ios",step="sent"}', [sent]),
        ("count(count by (step) (pushfunnel_funnel_messages))", ["6"]),
        ("scrape_samples_scraped > bool 20", ["1"]),
    ]:
        found = asked(own, query)
        if found != expected:
            yield f"{query} is {found}, not {expected}"


def empty_panels(own):
    """Panels of the dashboard whose query has no rows after two scrapes."""
    end = time.monotonic() + PATIENCE
    while asked(own, "count_over_time(up[1m]) > bool 2") != ["1"] and time.monotonic() < end:
        time.sleep(0.2)
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel["targets"]:
            if not asked(own, target["expr"]):
                yield f"the panel {panel['title']} has no rows: {target['expr']}"


def asked(own, query):
    """The values of a query; none while the server starts."""
    address = f"http://{own}/api/v1/query?" + urllib.parse.urlencode({"query": query})
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return [row["value"][1] for row in json.load(answer)["data"]["result"]]
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return []


sys.exit(main())
