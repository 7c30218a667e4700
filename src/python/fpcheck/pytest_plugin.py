"""pytest: `--fpcheck` runs every `// fpcheck:` case of the .cu files it meets; the fixture `fpcheck_run` is `fpcheck.run` that fails the test.

    pytest --fpcheck kernels/                      # a test for each case, a line for each failing kernel
    pytest --fpcheck-html=report.html ...          # one page with every report of the run

    @pytest.mark.fpcheck(tol="auto", shadow="dd")  # what fpcheck_run uses where the call says nothing
    def test_softmax(fpcheck_run): ...
"""
from __future__ import annotations

import html
import pathlib
import re
from typing import Any, Callable, Iterator, Optional

import pytest

from . import library
from .results import Result
from .running import run

_CASE = re.compile(r"^\s*//\s*fpcheck:\s*(\S+)")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("fpcheck")
    group.addoption("--fpcheck", action="store_true", help="run the cases of .cu files: their `// fpcheck:` comments")
    group.addoption("--fpcheck-html", metavar="FILE", help="write one HTML page with the reports of all kernels that ran")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fpcheck(tol=None, shadow=None, options=()): defaults of the fixture fpcheck_run")
    config.stash[_reports] = []


_reports: "pytest.StashKey[list[tuple[str, Result]]]" = pytest.StashKey()


class CheckFailed(Exception):
    """A kernel that did not pass."""

    def __init__(self, result: Result) -> None:
        super().__init__(summary(result))
        self.result = result


def summary(result: Result) -> str:
    """A line for a kernel that failed: its first finding, or why it could not be checked."""
    for f in result.findings:
        if f.level == "error":
            return str(f)
    for c in result.comparisons:
        if c.verdict != "passed":
            return f"{c.output} against {c.reference} ({c.tolerance}): {c.wrong} elements are wrong"
    for why in [*result.incomplete, *result.errors]:
        return f"{result.verdict}: {why}"
    return result.report().strip().splitlines()[0] if result.report().strip() else result.verdict


def pytest_collect_file(file_path: pathlib.Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    if file_path.suffix == ".cu" and parent.config.getoption("--fpcheck") and _cases(file_path):
        return KernelFile.from_parent(parent, path=file_path)
    return None


def _cases(path: pathlib.Path) -> list[tuple[int, str]]:
    """Line and kernel of every case."""
    with open(path, encoding="utf-8", errors="replace") as f:
        return [(n, m.group(1)) for n, line in enumerate(f, 1) if (m := _CASE.match(line))]


class KernelFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        kernels = dict.fromkeys(kernel for _, kernel in _cases(self.path))
        for kernel in kernels:
            yield KernelItem.from_parent(self, name=kernel)


class KernelItem(pytest.Item):
    """All cases of one kernel in one file."""

    def runtest(self) -> None:
        code, text = library.run(str(self.path), self.name, [], [], "json")
        result = Result(code, text)
        self.config.stash[_reports].append((self.nodeid, result))
        if not result:
            raise CheckFailed(result)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, CheckFailed):
            return excinfo.value.result.report()
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[pathlib.Path, Optional[int], str]:
        line = next((n for n, kernel in _cases(self.path) if kernel == self.name), 1)
        return self.path, line - 1, f"{self.path.name}:{self.name}"


@pytest.fixture
def fpcheck_run(request: pytest.FixtureRequest) -> Callable[..., Result]:
    """`fpcheck.run` that fails the test, with the report, where the kernel does not pass. `expect="RULE"` wants that finding instead."""
    marker = request.node.get_closest_marker("fpcheck")
    defaults = dict(marker.kwargs) if marker else {}

    def checked(*arguments: Any, expect: Optional[str] = None, **named: Any) -> Result:
        __tracebackhide__ = True
        result = run(*arguments, **{**defaults, **named})
        request.config.stash[_reports].append((request.node.nodeid, result))
        if expect is not None:
            if expect not in [f.rule for f in result.findings]:
                pytest.fail(f"expected a finding of rule {expect}\n{result.report()}", pytrace=False)
        elif not result:
            pytest.fail(summary(result) + "\n" + result.report(), pytrace=False)
        return result

    return checked


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    failed = [(name, r) for name, r in config.stash[_reports] if not r]
    if failed:
        terminalreporter.section("fpcheck")
        for name, result in failed:
            terminalreporter.write_line(f"{name}: {summary(result)}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    target = session.config.getoption("--fpcheck-html")
    if not target:
        return
    body = []
    for name, result in session.config.stash[_reports]:
        page = html.escape(result.report("html"), quote=True)
        body.append(f"<details{'' if result else ' open'}><summary>{html.escape(name)}: {html.escape(result.verdict)}</summary>"
                    f'<iframe sandbox srcdoc="{page}" title="{html.escape(name, quote=True)}"></iframe></details>')
    text = ("<!doctype html><meta charset=utf-8><title>fpcheck</title><style>body{font:15px sans-serif;margin:1rem}"
            "iframe{width:100%;height:80vh;border:1px solid #999}summary{cursor:pointer;padding:.3rem}</style><h1>fpcheck</h1>" + "\n".join(body) + "\n")
    pathlib.Path(target).write_text(text, encoding="utf-8")
