"""What a command costs: CPU of its whole process tree, wall time, peak memory."""

import os
import signal
import statistics
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Run:
    """One run of a command."""

    cpu_s: float
    wall_s: float
    rss_mb: float
    output: str = ""

    def then(self, other):
        """This run and another one after it."""
        return Run(
            self.cpu_s + other.cpu_s, self.wall_s + other.wall_s, max(self.rss_mb, other.rss_mb))


class CommandFailed(Exception):
    """A command that was to be measured did not end well."""


def run(argv, env=None, accept=(0,)):
    """Runs a command in a process group of its own and measures all that it starts and awaits.

    The command is spawned, not forked: none of the driver's own time or memory is copied. The
    kernel's peak memory never falls below what the driver holds, some 20 MB.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        pid = os.posix_spawnp(
            argv[0], argv, {**os.environ, **(env or {})}, setpgroup=0, file_actions=[
                (os.POSIX_SPAWN_DUP2, out.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, errors.fileno(), 2)])
        try:
            _, status, usage = os.wait4(pid, 0)
        except KeyboardInterrupt:
            os.killpg(pid, signal.SIGTERM)
            raise
        wall_s = time.monotonic() - start
        out.seek(0)
        errors.seek(0)
        if os.waitstatus_to_exitcode(status) not in accept:
            text = errors.read().decode(errors="replace")[-2000:]
            raise CommandFailed(f"{' '.join(argv)[:400]}\n{text}")
        return Run(
            usage.ru_utime + usage.ru_stime, wall_s, usage.ru_maxrss / 1024,
            out.read().decode(errors="replace"))


def shell(script, env=None):
    """Measures a shell script and everything that it runs."""
    return run(["/bin/sh", "-c", script], env)


@dataclass
class Series:
    """The same quantity, measured in several rounds."""

    values: list

    @property
    def median(self):
        return statistics.median(self.values)

    def text(self, digits=2):
        """`median (min..max)`, or the value alone when there is but one."""
        if len(self.values) == 1:
            return f"{self.median:.{digits}f}"
        low, high = min(self.values), max(self.values)
        return f"{self.median:.{digits}f} ({low:.{digits}f}..{high:.{digits}f})"


def ratios(above, below, quantity):
    """One quantity of two commands, divided round by round, so that a busy minute cancels out."""
    return Series([
        getattr(a, quantity) / getattr(b, quantity) for a, b in zip(above, below)])
