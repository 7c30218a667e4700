"""What a run found, as objects; the document is the JSON report, schema "fpcheck/1"."""
from __future__ import annotations

import dataclasses
import json
from typing import Any, Optional

from . import library

#: The exit codes of the command line.
VERDICTS = {0: "passed", 1: "findings", 2: "usage", 3: "incomplete", 4: "internal-error", 130: "interrupted"}


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing that is wrong: the rule, where, which element, how much."""
    rule: str
    level: str
    message: str
    file: Optional[str]
    line: Optional[int]
    output: Optional[str]
    element: Optional[int]
    computed: Optional[float]
    exact: Optional[float]
    excess: Optional[float]
    count: int
    hint: str
    suppressed: bool
    raw: dict[str, Any] = dataclasses.field(repr=False, compare=False, default_factory=dict)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        return f"{place}{self.level}: [{self.rule}] {self.message}"


@dataclasses.dataclass(frozen=True)
class Output:
    """A buffer that the kernel wrote. Errors are in ulps of its type."""
    name: str
    dtype: str
    shape: tuple[int, ...]
    elements: int
    certified: int
    undecided: int
    max_error_ulps: Optional[float]
    mean_error_ulps: Optional[float]
    estimated: int = 0  #: known by midpoints, or by runs in two precisions that agree: not certified


@dataclasses.dataclass(frozen=True)
class Comparison:
    """An output beside its reference."""
    output: str
    reference: str
    tolerance: str
    verdict: str
    wrong: int
    max_ulps: Optional[float]


def _number(value: Any) -> Optional[float]:
    """JSON has no word for infinities and NaN: the report writes them as text."""
    return None if value is None else float(value)


def _finding(f: dict[str, Any]) -> Finding:
    place = next((frame for frame in f.get("stack", []) if frame.get("file")), {})
    return Finding(f["rule"], f["level"], f["message"], place.get("file"), place.get("line"), f.get("output"), f.get("element"), _number(f.get("computed")),
                   _number(f.get("exact")), _number(f.get("excess")), f.get("count", 1), f.get("hint", ""), f.get("suppressed", False), f)


class Result:
    """What one call found. True where everything passed: `assert fpcheck.run(...)` prints the report where it fails."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        try:
            self.document: dict[str, Any] = json.loads(text)
            self._message = ""
        except ValueError:
            self.document, self._message = {"cases": []}, text
        self._text = text

    @property
    def verdict(self) -> str:
        return VERDICTS.get(self.code, str(self.code))

    @property
    def passed(self) -> bool:
        return self.code == 0

    def __bool__(self) -> bool:
        return self.passed

    @property
    def findings(self) -> list[Finding]:
        """Those that no comment excuses, in the report's order."""
        return [f for f in (_finding(x) for c in self.document["cases"] for x in c.get("findings", [])) if not f.suppressed]

    @property
    def outputs(self) -> list[Output]:
        return [Output(o["name"], o["dtype"], tuple(o["shape"]), o["elements"], o.get("certified", 0), o.get("undecided", 0), _number(o.get("max_error_ulps")),
                       _number(o.get("mean_error_ulps")), o.get("estimated", 0) + o.get("estimated_by_two_precisions", 0)) for c in self.document["cases"] for o in c.get("outputs", [])]

    @property
    def comparisons(self) -> list[Comparison]:
        return [Comparison(k["output"], k["reference"], k.get("tolerance", ""), k["verdict"], k.get("wrong", 0), _number(k.get("max_ulps")))
                for c in self.document["cases"] for k in c.get("comparisons", []) if "verdict" in k]

    @property
    def incomplete(self) -> list[str]:
        """Why something could not be checked."""
        return [n["what"] for c in self.document["cases"] for n in c.get("incomplete", [])]

    @property
    def errors(self) -> list[str]:
        return [e["message"] for c in self.document["cases"] for e in c.get("errors", [])]

    def report(self, form: str = "text") -> str:
        """The report in one of the formats of `fpcheck report`: text, json, markdown, html, sarif, junit, github."""
        if not self.document["cases"]:
            return self._message
        if form == "json":
            return self._text
        _, text = library.report(self._text, form)
        return text

    def __repr__(self) -> str:
        return self.report()


class Difference:
    """What `diff` found."""

    def __init__(self, code: int, text: str) -> None:
        self.code, self.text = code, text

    @property
    def passed(self) -> bool:
        return self.code == 0

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return self.text
