"""Results as Markdown for people and as JSON for later comparisons."""

import json
from dataclasses import dataclass, field

from measure import Series


@dataclass
class Aim:
    """What a quantity should be; nothing fails when it is not."""

    sign: str
    limit: float

    def is_met(self, series):
        return series.median <= self.limit if self.sign == "≤" else series.median >= self.limit


def at_most(limit):
    return Aim("≤", limit)


def at_least(limit):
    return Aim("≥", limit)


@dataclass
class Finding:
    """One answer: a ratio, a size, a time."""

    what: str
    series: Series
    aim: Aim = None
    unit: str = ""
    digits: int = 2

    def cells(self):
        aim = f"{self.aim.sign} {self.aim.limit:g}{self.unit}" if self.aim else ""
        verdict = ("met" if self.aim.is_met(self.series) else "not met") if self.aim else ""
        return [self.what, aim, self.series.text(self.digits) + self.unit, verdict]

    def raw(self):
        return {"what": self.what, "unit": self.unit.strip(), "values": self.series.values,
                "aim": f"{self.aim.sign} {self.aim.limit:g}" if self.aim else None}


@dataclass
class Figure:
    """One command and its runs."""

    name: str
    command: str
    runs: list
    details: dict = field(default_factory=dict)

    def series(self, quantity):
        return Series([getattr(run, quantity) for run in self.runs])

    def raw(self):
        return {"name": self.name, "command": self.command, **self.details,
                "runs": [{"cpu_s": run.cpu_s, "wall_s": run.wall_s, "rss_mb": run.rss_mb}
                         for run in self.runs]}


@dataclass
class Part:
    """What one part of the benchmarks found."""

    title: str
    about: str
    findings: list = field(default_factory=list)
    figures: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    def markdown(self):
        lines = [f"## {self.title}", "", self.about, ""]
        if self.findings:
            lines += table(
                ["what", "aim", "measured", ""], [found.cells() for found in self.findings])
        if self.figures:
            lines += self._figures()
        lines += [f"- {note}" for note in self.notes] + [""] * bool(self.notes)
        return lines

    def _figures(self):
        names = list(dict.fromkeys(name for figure in self.figures for name in figure.details))
        rows = [
            [figure.name, figure.series("cpu_s").text(3), figure.series("wall_s").text(3),
             figure.series("rss_mb").text(0), *(figure.details.get(name, "") for name in names)]
            for figure in self.figures]
        commands = [f"{figure.name}: {figure.command}" for figure in self.figures]
        return [
            *table(["command", "CPU s", "wall s", "peak MB", *names], rows),
            "```", *commands, "```", ""]

    def raw(self):
        return {"findings": [found.raw() for found in self.findings],
                "figures": [figure.raw() for figure in self.figures], "notes": self.notes}


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    escaped = [[str(cell).replace("|", "\\|") for cell in line] for line in lines]
    return ["| " + " | ".join(line) + " |" for line in escaped] + [""]


def markdown(date, command, facts, parts, head=()):
    """The whole page. Figures are medians, with the least and the greatest in brackets.

    `head` are lines that stand before the parts.
    """
    lines = [
        f"# Benchmarks of {date}", "", f"`{command}`. Medians (least..greatest) of all rounds; "
        "ratios are taken within each round.", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()] + ["", *head]
    for part in parts.values():
        lines += part.markdown()
    return "\n".join(lines)


def raw(date, command, facts, parts):
    """All numbers of all rounds."""
    return json.dumps(
        {"date": date, "command": command, "facts": facts,
         "parts": {name: part.raw() for name, part in parts.items()}},
        indent=1, ensure_ascii=False)
