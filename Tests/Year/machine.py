"""A machine with pushfunnel: its commands, with the clock of the simulated year, and their costs.

The clock is moved by the library of `Tests/Faults`. Commands of units come from `Packaging/systemd`.
"""

import collections
import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path

UNITS = Path(__file__).resolve().parents[2] / "Packaging/systemd"
PROGRAM = "/usr/local/bin/pushfunnel"

Result = collections.namedtuple("Result", "code output errors cpu megabytes")


class Machine:
    def __init__(self, binary, faults, folder, settings):
        self.binary, self.faults, self.folder = binary, faults, Path(folder)
        self.settings = settings
        self.now = 0
        # What cron would send: (time, command, text).
        self.mail = []
        self.costs = collections.defaultdict(list)
        self.unexpected = []

    def run(self, arguments, variables=None, accept=(0,), name=None):
        """Runs one command; `name` collects its cost, and what it prints as mail."""
        environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LD_PRELOAD": self.faults,
            "FAULTS_CLOCK": f"1:{round(self.now / 1000 - time.time())}", **self.settings,
            **(variables or {})}
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                [self.binary, *arguments], cwd=self.folder, env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
            usage, megabytes = Machine.wait(process)
            texts = []
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read().decode())
        result = Result(process.returncode, *texts, usage.ru_utime + usage.ru_stime, megabytes)
        command = " ".join(arguments)
        if result.code not in accept:
            self.unexpected.append((self.now, command, result.code, texts[1].strip()))
        if name:
            self.costs[name].append((self.now, result.cpu, result.megabytes))
            if texts[0] + texts[1]:
                self.mail.append((self.now, name, texts[0] + texts[1]))
        return result

    @staticmethod
    def wait(process):
        """The end of a process, and its peak of memory in MB: usage has that of Python, too."""
        peak, done = 0, 0
        while not done:
            try:
                status = Path(f"/proc/{process.pid}/status").read_text()
                peak = max([peak] + [int(line.split()[1]) for line in status.splitlines()
                                     if line.startswith("VmHWM")])
            except (OSError, ValueError):
                pass
            done, code, usage = os.wait4(process.pid, os.WNOHANG)
            if not done:
                time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(code)
        return usage, peak / 1024

    def unit(self, unit, names, accept=(0,)):
        """Runs the commands of a unit of systemd, one after the other, until one fails."""
        lines = (UNITS / unit).read_text().splitlines()
        values = {}
        for line in lines:
            if line.startswith("Environment="):
                values |= dict(
                    part.partition("=")[::2] for part in line.partition("=")[2].split())
        values |= self.settings
        commands = [line.partition("=")[2] for line in lines if line.startswith("ExecStart=")]
        for command, name in zip(commands, names, strict=True):
            words = []
            for word in command.split():
                if word.startswith("$") and not word.startswith("${"):
                    words += shlex.split(values.get(word[1:], ""))
                else:
                    for key, value in values.items():
                        word = word.replace("${" + key + "}", value)
                    words.append(word)
            if words[0] != PROGRAM:
                raise ValueError(f"{unit}: {command}")
            result = self.run(words[1:], values, accept, name)
            if result.code not in accept:
                break
