"""Asks a real Spark cluster and SQLite the same questions of the same logs.

Starts a master and two workers on the loopback, each in a process group of its own. Exports sample
logs with two exporters at once, one of which is killed and run again; asks every query that a lake
can answer, and kills one worker with its executor in the middle; compacts; asks again, with
parameters; asks the questions of `Tests/Questions`; puts the counts into a database and asks that.
Every answer must be SQLite's, byte for byte, those of questions the reader's, and the cluster's own
log must show two executors with tasks, and one that was lost. `days.py` counts a lake by days.

    python3 -B Tests/Lake/cluster.py --binary PUSHFUNNEL --spark SPARK_HOME

Prints what each side took, and last `N passed, 0 failed`.
"""

import argparse
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Questions"))

import days  # noqa: E402
import questions  # noqa: E402
import reader  # noqa: E402
import sums  # noqa: E402

# The first compiler alone: half the processor time of a start, and nothing lost in short jobs.
JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
HOST = "127.0.0.1"
PATIENCE = 180
TASKS_BEFORE_KILL = 3
QUERIES = Path(__file__).resolve().parents[2] / "queries"
# Questions that a database of counts alone cannot answer: they read single messages.
OF_MESSAGES = {file.stem for file in QUERIES.glob("*.sql") if "from messages" in file.read_text()}
DIMENSIONS = ["--dimension", "variant=/request/message/data/variant", "--client-dimension",
              "app_version", "--client-dimension", "action"]
FILTER = {"since": "2025-11-17T06", "until": "2025-11-18", "platform": "android"}


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def expect(self, holds, what, why=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok    ' if holds else 'FAILED'}  {what}{'' if holds or not why else ': ' + why}",
              flush=True)


class Clock:
    """Time and processor time of the processes that ended within."""

    def __enter__(self):
        self.began, self.used = time.monotonic(), self.children()
        return self

    def __exit__(self, *_):
        self.seconds = time.monotonic() - self.began
        self.cpu = self.children() - self.used

    @staticmethod
    def children():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def __str__(self):
        return f"{self.seconds:6.1f} s, CPU {self.cpu:6.1f} s"


def free_port():
    with socket.socket() as free:
        free.bind((HOST, 0))
        return free.getsockname()[1]


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return json.load(answer)
    except (OSError, urllib.error.URLError, ValueError):
        return None


class Cluster:
    """A master and two workers as processes."""

    def __init__(self, spark, folder):
        self.spark, self.folder = Path(spark), Path(folder)
        # Killed processes leave what they have there.
        scratch = self.folder / "tmp"
        scratch.mkdir()
        self.jvm = f"{JVM} -XX:-UsePerfData -Djava.io.tmpdir={scratch}"
        self.port, self.page = free_port(), free_port()
        self.processes, self.killed = [], []
        self.environment = dict(
            os.environ, SPARK_HOME=str(spark), SPARK_LOCAL_IP=HOST, SPARK_NO_DAEMONIZE="1",
            SPARK_DAEMON_JAVA_OPTS=self.jvm, SPARK_DAEMON_MEMORY="256m",
            SPARK_LAUNCHER_OPTS=self.jvm, SPARK_LOCAL_DIRS=str(scratch), TMPDIR=str(scratch))
        self.environment.pop("SPARK_CONF_DIR", None)

    @property
    def address(self):
        return f"spark://{HOST}:{self.port}"

    def start(self, name, *arguments):
        log = open(self.folder / f"{name}.log", "wb")
        process = subprocess.Popen(
            [str(self.spark / "bin/spark-class"), *arguments], cwd=self.folder, stdout=log,
            stderr=subprocess.STDOUT, env=self.environment, start_new_session=True)
        self.processes.append(process)
        return process

    def __enter__(self):
        self.start("master", "org.apache.spark.deploy.master.Master", "--host", HOST, "--port",
                   str(self.port), "--webui-port", str(self.page))
        self.workers = []
        for _ in range(2):
            self.start_worker()
        try:
            self.wait_for(2)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_worker(self):
        number = len(self.workers) + 1
        self.workers.append(
            self.start(f"worker{number}", "org.apache.spark.deploy.worker.Worker", "--host", HOST,
                       "--cores", "1", "--memory", "1g", "--webui-port", str(free_port()),
                       "--work-dir", str(self.folder / f"work{number}"), self.address))
        return self.workers[-1]

    free_port = staticmethod(free_port)

    def add_worker(self):
        worker = self.start_worker()
        self.wait_for(2)
        return worker

    def wait_for(self, workers):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = fetch(f"http://{HOST}:{self.page}/json/")
            if state and state.get("aliveworkers") == workers:
                return
            if any(process.poll() is not None for process in self.processes
                   if process not in self.killed):
                break
            time.sleep(0.3)
        raise RuntimeError(f"no cluster of {workers} workers: see {self.folder}")

    def kill(self, worker):
        """With its executor: both are in one group."""
        if worker.poll() is None:
            self.killed.append(worker)
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()

    def __exit__(self, *_):
        for process in self.processes:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def children(process):
    """A driver is one: the shell scripts that start it become it, in a group of its own."""
    return {int(pid) for task in Path(f"/proc/{process.pid}/task").iterdir()
            for pid in (task / "children").read_text().split()}


def settings(events, own):
    """Words of a command for the cluster, whose log goes into the folder `events`."""
    given = {
        "spark.driver.bindAddress": HOST, "spark.driver.host": HOST, "spark.executor.cores": "1",
        "spark.eventLog.enabled": "true", "spark.eventLog.dir": events.as_uri(),
        "spark.eventLog.compress": "false", "spark.eventLog.rolling.enabled": "false", **own,
    }
    return [word for name, value in given.items() for word in ("--conf", f"{name}={value}")]


def event_log(events):
    """What the last application told."""
    newest = max(events.iterdir(), key=lambda path: path.stat().st_mtime)
    with open(newest) as lines:
        return [json.loads(line) for line in lines]


class Trial:
    def __init__(self, binary, spark, folder, sends):
        self.binary, self.folder, self.sends = binary, Path(folder), sends
        self.logs, self.lake = self.folder / "logs", self.folder / "lake"
        self.database, self.counts = self.folder / "push.db", self.folder / "counts.db"
        self.events = self.folder / "events"
        self.events.mkdir()
        self.checks = Checks()
        self.cluster = Cluster(spark, folder)
        self.running = []

    # What runs.

    def start(self, *arguments, **variables):
        """In a group of its own, so that what it starts in turn ends with it."""
        process = subprocess.Popen(
            [self.binary, *map(str, arguments)], cwd=self.folder,
            env={**self.cluster.environment, **variables},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.running.append(process)
        return process

    def run(self, *arguments, **variables):
        process = self.start(*arguments, **variables)
        output, errors = process.communicate()
        if process.returncode:
            command = " ".join(map(str, arguments))
            raise RuntimeError(f"{command}: {process.returncode}\n{errors}")
        return output

    def end(self):
        for process in self.running:
            if process.poll() is None:
                drivers = children(process)
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                for driver in drivers:
                    os.kill(driver, signal.SIGKILL)

    def kill_driver(self, process):
        for driver in children(process):
            os.kill(driver, signal.SIGKILL)

    def settings(self, page):
        return settings(self.events, {
            "spark.driver.extraJavaOptions": self.cluster.jvm,
            "spark.executor.extraJavaOptions": self.cluster.jvm,
            "spark.executor.memory": "640m",
            "spark.ui.enabled": "true", "spark.ui.port": str(page),
            # A task for each file, so that there is a middle.
            "spark.sql.files.maxPartitionBytes": "1m", "spark.sql.shuffle.partitions": "4",
        })

    def lake_command(self, command, *arguments, page=None, lake=None):
        return ["lake", command, *self.source(page, lake), *map(str, arguments)]

    def source(self, page=None, lake=None):
        return ["--lake", str(lake or self.lake), "--master", self.cluster.address,
                *self.settings(page or free_port())]

    # What is tried.

    def prepare(self):
        # A day, so that a file of states is large enough to be worth a task.
        self.run("sample", self.logs, "-q", "--sends", self.sends, "--days", 1, "--tail-hours", 12,
                 "--start", "2025-11-17", "--dirty", 0.005, "--two-projects", "--apps", "--clients")
        with Clock() as clock:
            self.run("ingest", "-q", "--db", self.database, *DIMENSIONS, self.logs)
        print(f"SQLite   ingest        {clock}")

    def export(self):
        command = ["lake", "export", "-q", *DIMENSIONS, self.logs, self.lake]
        files = len(list(self.logs.rglob("*.gz")))
        ledger = self.lake / "ledger"
        with Clock() as clock:
            both = [self.start(*command) for _ in range(2)]
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and not (
                    ledger.is_dir() and len(list(ledger.iterdir())) >= files // 5):
                time.sleep(0.005)
            both[1].kill()
            codes = [process.wait() for process in both]
            self.run(*command)
        print(f"lake     export        {clock}")
        self.checks.expect(codes == [0, -signal.SIGKILL], "an exporter was killed, the other ended",
                           str(codes))
        self.checks.expect(len(list(ledger.iterdir())) == files,
                           f"all {files} logs are in the lake")
        left = [path.name for path in (self.lake / ".unfinished").iterdir()]
        self.checks.expect(left == [], "nothing is left of the killed one", str(left))

    def expected(self, names, parameters, database=None):
        """SQLite's answers."""
        folder = self.folder / f"sqlite-{len(list(self.folder.glob('sqlite-*')))}"
        folder.mkdir()
        with Clock() as clock:
            for name in names:
                given = [word for parameter, text in parameters(name) for word in
                         ("--param", f"{parameter}={text}")]
                self.run("sql", name, "--db", database or self.database, "--limit", 0, "--timeout",
                         0, *given, "-o", folder / f"{name}.json")
        print(f"SQLite   {len(names)} queries    {clock}", flush=True)
        return folder

    def compare(self, found, expected, names, what):
        for name in names:
            ours, theirs = found / f"{name}.json", expected / f"{name}.json"
            same = ours.exists() and ours.read_bytes() == theirs.read_bytes()
            self.checks.expect(same, f"{what}: {name}", f"{ours} is not {theirs}")

    def ask(self):
        """All queries, while a worker dies."""
        out, page = self.folder / "spark-all", free_port()
        with Clock() as clock:
            process = self.start(*self.lake_command("run", "--json", "-o", f"{out}/", page=page))
            tasks = self.amid(process, page, lambda: self.cluster.kill(self.cluster.workers[1]))
            _, errors = process.communicate()
        print(f"cluster  all queries   {clock} (driver)", end="")
        self.checks_of_log(event_log(self.events), killed=True)
        self.checks.expect(process.returncode == 0, "the run ended well", errors)
        self.checks.expect(tasks is not None,
                           f"a worker was killed in the middle of a stage ({tasks} tasks were done)")
        if process.returncode:
            return
        names = sorted(path.stem for path in out.glob("*.json"))
        self.checks.expect(len(names) > 30, f"{len(names)} queries were asked")
        self.compare(out, self.expected(names, lambda _: []), names, "all")
        self.names = names

    def amid(self, process, page, act):
        """Acts in the middle of a stage. How many of its tasks were done; None if it never was
        there."""
        base = f"http://{HOST}:{page}/api/v1/applications"
        while process.poll() is None:
            for application in fetch(base) or []:
                stages = fetch(f"{base}/{application['id']}/stages?status=active") or []
                for stage in stages:
                    done, all_tasks = stage["numCompleteTasks"], stage["numTasks"]
                    if TASKS_BEFORE_KILL <= done < all_tasks:
                        act()
                        return done
            time.sleep(0.05)
        return None

    def checks_of_log(self, events, killed=False):
        tasks, used, removed = {}, 0, 0
        for event in events:
            if event["Event"] == "SparkListenerTaskEnd":
                executor = event["Task Info"]["Executor ID"]
                tasks[executor] = tasks.get(executor, 0) + 1
                used += (event.get("Task Metrics") or {}).get("Executor CPU Time", 0)
            removed += event["Event"] == "SparkListenerExecutorRemoved"
        print(f" + {used / 1e9:.1f} s in tasks {tasks}", flush=True)
        if killed:
            self.checks.expect(len(tasks) >= 2, "both executors had tasks", str(tasks))
            self.checks.expect(removed >= 1, "one executor was lost")

    def compact(self):
        with Clock() as clock:
            self.run(*self.lake_command("compact", "-q"))
        print(f"cluster  compact       {clock} (driver)", end="")
        self.checks_of_log(event_log(self.events))
        exported = list((self.lake / "states").rglob("*.gz"))
        merged = list((self.lake / "merged").rglob("*.parquet"))
        self.checks.expect(not exported and merged,
                           f"days are compacted into {len(merged)} files of Parquet")

    def parameters(self, name):
        header = self.run("sql", "--describe", name, "--csv")
        return [(word, text) for word, text in FILTER.items() if f"\n:{word}," in header]

    def ask_again(self):
        """Of what was compacted, with parameters."""
        names = [name for name in self.names if len(self.parameters(name)) == len(FILTER)]
        out = self.folder / "spark-some"
        given = [word for pair in FILTER.items() for word in ("--param", "=".join(pair))]
        with Clock() as clock:
            self.run(*self.lake_command("run", *names, *given, "--json", "-o", f"{out}/"))
        print(f"cluster  {len(names)} compacted  {clock} (driver)", end="")
        self.checks_of_log(event_log(self.events))
        self.checks.expect(len(names) > 5, f"{len(names)} queries take a period and a platform")
        self.compare(out, self.expected(names, self.parameters), names, "compacted")

    def ask_questions(self):
        """What analysts ask: the answers are those of a reader that knows no database."""
        logs, lake = self.folder / "asked-logs", self.folder / "asked-lake"
        queries, out = self.folder / "asked-queries", self.folder / "asked"
        self.run("sample", logs, "-q", *questions.SAMPLE)
        self.run("lake", "export", "-q", *DIMENSIONS, logs / "sends", logs / "events", lake)
        messages = reader.read(logs)
        asked = [(f"asked_{number}", question, questions.plain(question.answer(messages)))
                 for number, question in enumerate(questions.ALL)]
        sums_asked = questions.Question("Sums over messages", sums.query(self.columns), None)
        queries.mkdir()
        for name, question, expected in [*asked, ("sums", sums_asked, [["view", 1, 0]])]:
            (queries / f"{name}.sql").write_text(question.file(name, expected))
        with Clock() as clock:
            self.run(*self.lake_command("run", "sums", *(name for name, *_ in asked), "--queries",
                                        queries, "--json", "-o", f"{out}/", lake=lake))
        print(f"cluster  {len(asked)} questions   {clock} (driver)", end="")
        self.checks_of_log(event_log(self.events))
        self.checks.expect(len(asked) >= 50, f"{len(asked)} questions are asked")
        for name, question, expected in asked:
            rows = json.loads((out / f"{name}.json").read_text())
            found = questions.plain([list(row.values()) for row in rows])
            self.checks.expect(found == expected, question.text,
                               f"expected {expected[:3]}, found {found[:3]}")
        rows = json.loads((out / "sums.json").read_text())
        wrong = list(sums.wrong([list(row.values()) for row in rows], 7))
        self.checks.expect(not wrong, "sums over messages are the counts of views", str(wrong))

    def columns(self, view):
        described = self.run("sql", "--describe", view, "--json", "--db", self.database)
        return [row["column"] for row in json.loads(described)]

    def count(self):
        """The counts in a database, a report of single messages, and what is made of counts."""
        targets = ["report", "targets", "--json", "--db"]
        with Clock() as clock:
            found = self.run(*targets, self.counts, *self.source())
        print(f"cluster  report        {clock} (driver)", end="")
        self.checks_of_log(event_log(self.events))
        self.checks.expect(found == self.run(*targets, self.database),
                           "the report of single messages is that of the database")
        again = self.run(*targets, self.counts, *self.source(), SPARK_HOME="/nowhere")
        self.checks.expect(found == again, "a lake that has not changed needs no Spark")
        narrow = ["--where", "variant=a"]
        with Clock() as clock:
            found = self.run(*targets, self.counts, *narrow, *self.source())
        print(f"cluster  by dimension  {clock} (driver)", end="")
        self.checks_of_log(event_log(self.events))
        self.checks.expect(found == self.run(*targets, self.database, *narrow)
                           and found != again, "so is one of the sends with a dimension")
        names = [name for name in self.names if name not in OF_MESSAGES]
        nothing = lambda _: []
        self.compare(self.expected(names, nothing, self.counts), self.expected(names, nothing),
                     names, "counts")
        self.run("verify", "-q", "--db", self.counts)
        self.checks.expect(True, "the database of counts verifies")
        by = ["--by", "variant", "--by", "app_version", "--by", "action"]
        self.checks.expect(self.report(self.counts, *by) == self.report(self.database, *by),
                           "the report of the counts is that of the database")
        effect = ["effect", "--of", "variant", "--json", "--db"]
        self.checks.expect(self.run(*effect, self.counts, "--lake", self.lake)
                           == self.run(*effect, self.database), "so is an effect")
        for project in [[], *(["--project", name] for name in self.projects())]:
            self.checks.expect(
                self.alerts(self.counts, *project) == self.alerts(self.database, *project),
                " ".join(["so is what alert says", *project]))

    def report(self, database, *options):
        report = json.loads(self.run("report", "--db", database, "--json", *options))
        report["sections"] = {name: section for name, section in report["sections"].items()
                              if section["query"] not in OF_MESSAGES}
        return report

    def projects(self):
        rows = json.loads(self.run("sql", "select distinct project from funnel_hourly order by 1",
                                   "--json", "--db", self.database))
        return [row["project"] for row in rows]

    def alerts(self, database, *project):
        process = self.start("alert", "--db", database, "--dry-run", "--json", "--now",
                             "2025-11-18T06", *project)
        output, errors = process.communicate()
        return process.returncode, output, errors.replace(str(database), "DB")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--binary", required=True)
    options.add_argument("--spark", required=True, help="the folder of a Spark distribution")
    options.add_argument("--sends", type=int, default=120_000)
    options.add_argument("--keep", action="store_true", help="leave the folder of the trial")
    given = options.parse_args()
    # So that nothing is left running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    folder = tempfile.mkdtemp(prefix="pushfunnel-lake-")
    trial = Trial(os.path.abspath(given.binary), os.path.abspath(given.spark), folder, given.sends)
    try:
        trial.prepare()
        trial.export()
        with trial.cluster:
            trial.ask()
            if trial.checks.failed == 0:
                trial.compact()
                trial.ask_again()
                trial.ask_questions()
                trial.count()
                days.Days(trial).run()
    except Exception as error:  # Whatever it is, the cluster has ended, and it is told.
        trial.checks.expect(False, type(error).__name__, str(error))
    finally:
        trial.end()
        if given.keep or trial.checks.failed:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder)
    print(f"{trial.checks.passed} passed, {trial.checks.failed} failed")
    return 1 if trial.checks.failed or not trial.checks.passed else 0


if __name__ == "__main__":
    sys.exit(main())
