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
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            texts = []
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read().decode())
        result = Result(process.returncode, *texts, usage.ru_utime + usage.ru_stime,
                        usage.ru_maxrss / 1024)
        command = " ".join(arguments)
        if result.code not in accept:
            self.unexpected.append((self.now, command, result.code, texts[1].strip()))
        if name:
            self.costs[name].append((self.now, result.cpu, result.megabytes))
            if texts[0] + texts[1]:
                self.mail.append((self.now, name, texts[0] + texts[1]))
        return result

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
