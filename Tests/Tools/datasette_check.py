"""Asks Datasette over HTTP what `pushfunnel sql` answers, and compares.

    datasette_check.py --binary PUSHFUNNEL --datasette DATASETTE

Samples and ingests, writes metadata by `pushfunnel sql --datasette`, and starts Datasette on the
loopback with it. Then: every named query, without parameters and with each of them; every view with
its columns; what is hidden, and from whom; what a further ingest has brought; a backup that cannot
change. Prints what it asked; ends with 1 when an answer differs.
"""

import argparse
import glob
import http.cookiejar
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

QUERIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../queries")

SETTINGS = ["--setting", "max_returned_rows", "100000", "--setting", "sql_time_limit_ms", "30000",
            "--setting", "allow_download", "off"]

# What each parameter is asked with; the sample is of 2025-11-17 and two days more.
SINCE, UNTIL = "2025-11-17T05", "2025-11-18T20"
VALUES = {
    "since": SINCE, "until": UNTIL, "platform": "ios", "image": "image", "campaign": "daily_deals",
    "project": "shop-prod",
    "top": "2", "stage": "received", "minutes": "120", "window_hours": "24", "by": "all",
    "within": "2", "sends": "1", "order": "worst", "minimum": "20",
    "week_since": "2025-11-17", "week_until": "2025-11-18", "previous_since": "2025-11-17",
    "previous_until": "2025-11-18", "history_since": "2025-11-17", "history_until": "2025-11-18",
    "as_of": "2025-11-19T12:00:00Z", "reached": "2025-11-19T12:00:00Z",
    "final_before": "2025-11-18T06",
    "hours": "6", "age": "6", "aged_until": "2025-11-18T18",
    "of": "campaign", "reference": "daily_deals", "split": "daily_deals=1,price_drop=2",
}

# Of queries whose parameter of that name takes other words.
OTHERS = {"frequency": {"by": "period"}}

# A text that looks like a parameter, a default with a quote, and one that has to be given.
OWN_QUERY = """\
-- own
-- What a user's own query may hold. One row.
--
-- parameters
--   :word   text     default it's  a word
--   :number integer  required      a number
--
-- columns
--   given   text  what was given
--   kept    text  what is no parameter
--
-- example: pushfunnel sql own --param number=1

select :word || ' ' || :number as given, ':word "12:number"' as kept /* :word */ -- :number
"""


class Differences(list):
    def expect(self, what, found, expected):
        if found != expected:
            self.append(f"{what}:\n  found    {str(found)[:600]}\n  expected {str(expected)[:600]}")


class Server:
    """Datasette over a database, as a stranger and as root."""

    def __init__(self, binary, arguments, home):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rsplit(":", 1)[1]
        self.log = open(f"{home}/datasette-{port}.log", "w+")
        self.process = subprocess.Popen(
            [binary, "serve", *arguments, "--port", port, "--root", *SETTINGS], cwd=home,
            stdout=self.log, stderr=self.log)
        self.jar = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                self.text("/-/versions.json")
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"Datasette does not start: {self.read_log()}")

    def read_log(self):
        self.log.seek(0)
        return self.log.read()

    def text(self, path, as_root=False, **parameters):
        url = self.address + path
        if parameters:
            url += "?" + urllib.parse.urlencode(parameters)
        opener = self.jar if as_root else urllib.request.build_opener()
        with opener.open(url, timeout=60) as answer:
            return answer.read().decode()

    def rows(self, path, **parameters):
        return json.loads(self.text(path + ".json", _shape="array", **parameters))

    def code(self, path, **parameters):
        try:
            self.text(path, **parameters)
            return 200
        except urllib.error.HTTPError as error:
            return error.code

    def sign_in(self):
        token = re.search(r"http://\S+/-/auth-token\?token=\S+", self.read_log()).group()
        self.jar.open(token, timeout=60).close()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


class Program:
    def __init__(self, binary, home):
        self.binary, self.home = binary, home

    def run(self, *arguments):
        done = subprocess.run(
            [self.binary, *arguments], cwd=self.home, capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            raise SystemExit(f"pushfunnel {arguments}: {done.returncode} {done.stderr}")
        return done.stdout

    def rows(self, query, parameters=None, database="push.db"):
        given = [word for pair in (parameters or {}).items()
                 for word in ("--param", "=".join(pair))]
        return json.loads(self.run(
            "sql", query, "--json", "--limit", "0", "--queries", "own", "--db", database, *given))


def choices(query, names):
    """None, each alone but for those that bound a time, which go together, and all."""
    values = VALUES | OTHERS.get(query, {})
    known = {name: values[name] for name in names}
    times = {name: text for name, text in known.items() if name.endswith(("since", "until"))}
    asked = [{}, times, known] + [{name: known[name]} for name in known if name not in times]
    return [choice for index, choice in enumerate(asked) if choice not in asked[:index]]


def check_queries(program, server, metadata, differences):
    asked, answered = 0, 0
    shared = {name + "_query": name for name in metadata["tables"]}
    named = {shared.get(name, name) for name in metadata["queries"]}
    files = {os.path.basename(path)[:-4] for path in glob.glob(f"{QUERIES}/*.sql")}
    differences.expect("queries", named, files | {"own"})
    for name, query in metadata["queries"].items():
        if name == "own":
            continue
        own = shared.get(name, name)
        for choice in choices(own, query["params"]):
            expected = program.rows(own, choice)
            differences.expect(f"{name} {choice}", server.rows(f"/push/{name}", **choice), expected)
            asked, answered = asked + 1, answered + bool(expected)
    differences.expect("own query", server.rows("/push/own", number="7"),
                       program.rows("own", {"number": "7"}))
    differences.expect("own query, word", server.rows("/push/own", number="7", word="a"),
                       program.rows("own", {"number": "7", "word": "a"}))
    differences.expect("queries with rows", answered > asked / 2, True)
    page = server.text("/push/open_delay")
    for words in ["How long people take to open", "Parameters", "first day or hour, UTC"]:
        differences.expect(f"{words} on the page of a query", words in page, True)
    print(f"{len(metadata['queries'])} queries asked {asked + 2} times, "
          f"{answered} answers with rows")


def check_views(program, server, metadata, differences):
    listed = json.loads(server.text("/push.json"))
    views = {name for name, table in metadata["tables"].items() if not table.get("hidden")}
    differences.expect("tables that a stranger sees", [t["name"] for t in listed["tables"]], [])
    differences.expect("views", {view["name"] for view in listed["views"]}, views)
    for view in sorted(views):
        count = program.rows(f"select count(*) as n from {view}")
        answer = json.loads(server.text(f"/push/{view}.json", _size="1"))
        differences.expect(f"columns of {view}", answer["columns"],
                           list(metadata["tables"][view]["columns"]))
        differences.expect(f"rows of {view}", answer["filtered_table_rows_count"], count[0]["n"])
    page = server.text("/push/funnel_hourly", _size="1")
    for words in ["opened within the window (72 h)", "How far sends got, by the hour"]:
        differences.expect(f"{words} on the page of a view", words in page, True)
    facets = json.loads(server.text("/push/funnel_hourly.json", _facet="platform", _size="1"))
    found = {f["value"]: f["count"]
             for f in facets["facet_results"]["platform"]["results"]}
    rows = program.rows("select platform, count(*) as n from funnel_hourly group by 1")
    differences.expect("facet", found, {row["platform"]: row["n"] for row in rows})
    size = server.text("/push/files", _size="1")
    differences.expect("bytes with a unit", re.search(r"[\d.]+&nbsp;(kB|MB|B)<", size) is None, False)
    print(f"{len(views)} views looked at")


def check_walls(server, metadata, differences):
    tables = [name for name, table in metadata["tables"].items() if table.get("hidden")]
    differences.expect("tables for a stranger",
                       {server.code(f"/push/{table}.json") for table in tables}, {403})
    differences.expect("SQL of a stranger",
                       server.code("/push.json", sql="select * from settings"), 403)
    differences.expect("conditions of a stranger",
                       server.code("/push/funnel_daily.json", _where="exists (select 1 from settings)"),
                       403)
    server.sign_in()
    listed = json.loads(server.text("/push.json", as_root=True))
    seen = {(table["name"], table["hidden"]) for table in listed["tables"]}
    # Datasette has no word for a hidden view.
    seen |= {(view["name"], True) for view in listed["views"] if view["name"] in tables}
    differences.expect("tables that root sees are hidden", seen, {(table, True) for table in tables})
    rows = json.loads(server.text("/push.json", as_root=True, _shape="array",
                                  sql="select sum(attempted) > 0 as n from funnel_hourly"))
    differences.expect("SQL of root", rows, [{"n": 1}])
    differences.expect("writing", server.code(
        "/push.json", as_root=True, sql="delete from settings"), 400)
    print(f"{len(tables)} tables of its own are kept from strangers")


def check_later(program, server, differences):
    """What is ingested while Datasette runs is in its next answer."""
    before = server.rows("/push/ledger_query")
    program.run("ingest", "-q", "--db", "push.db", "more")
    after = server.rows("/push/ledger_query")
    differences.expect("a later ingest is seen", before != after, True)
    differences.expect("ledger", after, program.rows("ledger"))
    differences.expect("funnel", server.rows("/push/funnel_total"), program.rows("funnel_total"))
    print("a later ingest is seen at once")


def check_backup(program, datasette, home, differences):
    program.run("backup", "-q", "copy.db", "--db", "push.db")
    program.run("sql", "--datasette", "--db", "copy.db", "-o", "copy.json")
    server = Server(datasette, ["--immutable", "copy.db", "--metadata", "copy.json"], home)
    try:
        differences.expect("a backup", server.rows("/copy/funnel_by_platform"),
                           program.rows("funnel_by_platform", database="copy.db"))
        differences.expect("a backup is of one file", server.code("/copy.db"), 403)
    finally:
        server.stop()
    print("a backup is served, and not handed out")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", required=True)
    options.add_argument("--datasette", required=True)
    asked = options.parse_args()
    home = tempfile.mkdtemp(prefix="pushfunnel-datasette-")
    program = Program(asked.binary, home)
    differences = Differences()
    server = None
    try:
        for folder, start in [("logs", "2025-11-17"), ("more", "2025-11-20")]:
            program.run("sample", folder, "-q", "--sends", "6000", "--days", "3", "--start", start)
        program.run("ingest", "-q", "--db", "push.db", "logs")
        os.mkdir(f"{home}/own")
        with open(f"{home}/own/own.sql", "w") as own:
            own.write(OWN_QUERY)
        program.run("sql", "--datasette", "--db", "push.db", "--queries", "own", "-o", "push.json")
        with open(f"{home}/push.json") as file:
            metadata = json.load(file)["databases"]["push"]
        server = Server(asked.datasette, ["push.db", "--metadata", "push.json"], home)
        check_queries(program, server, metadata, differences)
        check_views(program, server, metadata, differences)
        check_walls(server, metadata, differences)
        check_later(program, server, differences)
        check_backup(program, asked.datasette, home, differences)
    finally:
        if server:
            server.stop()
        shutil.rmtree(home)
    print("\n".join(differences))
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
