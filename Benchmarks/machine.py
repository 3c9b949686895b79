"""What was measured on, and with which versions."""

import os
import platform
import subprocess


def describe(binary):
    """Machine and versions, by name."""
    return {
        "CPU": f"{_cpu_model()}, {os.cpu_count()} cores",
        "memory": f"{_memory_gb():.0f} GB",
        "kernel": platform.release(),
        "pushfunnel": _first_line([binary, "--version"]),
        "Swift": _first_line(["swift", "--version"]),
        "gzip": _first_line(["gzip", "--version"]),
        "Python": platform.python_version(),
    }


def _cpu_model():
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def _memory_gb():
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemTotal"):
            return int(line.split()[1]) / 1e6
    return 0


def _lines(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.readlines()
    except OSError:
        return []


def _first_line(argv):
    try:
        output = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return output.strip().splitlines()[0]
