"""The suites of `make test SUITE=…` and the benchmarks of `make bench NAME=…`, and what each needs.

    python -m tools.needs targets VENV suites NAME…     print what make makes before suites, or refuse them
    python -m tools.needs targets VENV benchmarks NAME  print what it makes before a benchmark, or refuse it
    python -m tools.needs install suites NAME…          install the programs of suites
    python -m tools.needs install benchmarks NAME       install the programs of a benchmark
    python -m tools.needs options NAME…                 print the arguments of pytest that run suites
    python -m tools.needs extras                        print the extras that the suites need in one environment

It runs before there is a virtual environment, on any Python from 3.11 on.
"""

import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tools import debian


@dataclass(frozen=True, kw_only=True)
class Needs:
    """What must be there before a suite or a benchmark runs."""

    extras: Sequence[str] = ()
    """Extras of pyproject.toml."""
    programs: Sequence[str] = ()
    """Commands and files that Debian has (tools/debian.py)."""
    files: Sequence[str] = ()
    """Targets of the Makefile: what comes from npm, or from newer packages that are unpacked and not installed."""


@dataclass(frozen=True, kw_only=True)
class Suite(Needs):
    """Tests with a marker of pyproject.toml, which `make test` leaves out."""

    is_alone: bool = False
    """Whether it loads the machine or changes its containers: each test has the machine for itself."""
    is_bare: bool = False
    """Whether .ci/run may try it on a bare machine: it needs no other daemon, kernel module or quiet."""
    through: Sequence[str] = ()
    """What it tries through a running service or another program, so that no module of its tests imports it."""
    environment: str = ""
    """The folder of an environment of its own, if it has one."""
    paths: Sequence[str] = ()
    """Its files, if these are tests of `make test`, which it runs in another environment."""


_AXE = "build/axe/axe.min.js"
_NPM = "build/npm/package-lock.json"
"""What `make check` takes from npm; prettier has a parser."""
_PODMAN = ("podman", "runc")
"""Without runc, podman takes crun, which fails where both versions of cgroups are mounted (deploy/container)."""
_PACKAGES = ("build/javascript/package-lock.json", "packages")

SUITES: Mapping[str, Suite] = {
    "alerts": Suite(programs=["promtool"], is_bare=True),
    "browser": Suite(
        extras=["browser", "drand"],
        programs=["chromium-headless-shell", "npm"],
        files=[_AXE],
        is_bare=True,
        through=["service/pages", "verify"],
    ),
    "clients": Suite(
        extras=["clients"],
        programs=[
            "npm",
            "go",
            "javac",
            "/usr/share/java/geronimo-annotation-1.3-spec.jar",
            "/usr/share/java/gson.jar",
            "php",
            "/usr/share/doc/php-curl",
            "/usr/share/doc/php-mbstring",
            "/usr/share/php/GuzzleHttp/autoload.php",
            "ruby",
            "/usr/share/doc/ruby-typhoeus",
            "gcc",
            "/usr/include/stdio.h",
            "/usr/include/openssl/evp.h",
            "/usr/share/doc/libcurl4-openssl-dev",
        ],
        through=["openapi.yaml", "service/http/schemas"],
    ),
    "compose": Suite(
        extras=["deploy"],
        programs=[*_PODMAN, "dockerd", "iptables"],
        files=["build/trixie/usr/bin/docker-compose"],
        is_alone=True,
        through=["compose.yaml", "deploy"],
    ),
    "container": Suite(is_alone=True, through=["Dockerfile", "deploy/container"]),
    "deploy": Suite(
        extras=["deploy"],
        programs=[*_PODMAN, "systemd-analyze"],
        files=["build/trixie/usr/bin/kubectl"],
    ),
    "drand": Suite(extras=["drand"], is_bare=True),
    "endplay": Suite(extras=["endplay"], is_bare=True),
    "exhaustive": Suite(
        extras=["endplay", "packages"],
        programs=["node", "npm", "redis-server", "/usr/share/doc/postgresql"],
        files=[_NPM, *_PACKAGES],
    ),
    "fast": Suite(
        extras=["fast"],
        environment="build/fast",
        paths=["tests/core/shuffles/test_large.py", "tests/core/test_vectors.py"],
    ),
    "firefox": Suite(
        programs=["firefox-esr", "node", "npm"],
        files=["build/firefox/package-lock.json"],
        through=["service/pages", "verify"],
    ),
    "forks": Suite(
        is_alone=True, is_bare=True, through=["service/server", "service/core/rng"]
    ),
    "fuzz": Suite(is_bare=True, through=["openapi.yaml", "service/http"]),
    "load": Suite(
        programs=["ip", "nft", "nginx", "wrk"],
        is_alone=True,
        through=["service/server", "deploy/nginx"],
    ),
    "nginx": Suite(programs=["nginx", "mtail"], is_alone=True, is_bare=True),
    "node": Suite(
        extras=["endplay"],
        programs=["node", "npm"],
        files=[_NPM],
        is_bare=True,
        through=["service", "verify"],
    ),
    "otel": Suite(extras=["otel"], is_bare=True),
    "packages": Suite(
        extras=["packages"],
        programs=["node", "npm", "redis-server", "/usr/share/doc/postgresql"],
        files=_PACKAGES,
        is_bare=True,
        through=["clients", "openapi.yaml"],
    ),
    "ratelimit": Suite(extras=["ratelimit"], programs=["redis-server"], is_bare=True),
    "report": Suite(extras=["report", "runs"]),
    "runs": Suite(extras=["runs"]),
    "smoke": Suite(
        extras=["browser", "drand", "endplay", "otel", "packages", "ratelimit"],
        programs=[
            "chromium-headless-shell",
            "nginx",
            "node",
            "npm",
            *_PODMAN,
            "promtool",
            "redis-server",
        ],
        files=[_AXE, *_PACKAGES],
        is_alone=True,
    ),
    "soak": Suite(is_alone=True, through=["service/server"]),
    "swarm": Suite(programs=["dockerd", "iptables"], is_alone=True, through=["deploy"]),
    "timing": Suite(programs=["nginx"], is_alone=True),
}

BENCHMARKS: Mapping[str, Needs] = {
    "capacity": Needs(programs=["wrk"]),
    "dieharder": Needs(extras=["runs"], programs=["dieharder"]),
    "isolation": Needs(),
    "mutants": Needs(extras=["drand", "runs"]),
    "overload": Needs(programs=["wrk"]),
    "report": Needs(extras=["report", "runs"]),
    "slowest": Needs(),
    "soak": Needs(extras=["report"]),
    "speed": Needs(
        extras=["endplay", "packages"],
        programs=["node", "wrk", "/usr/games/dealer"],
        files=["build/servers/package-lock.json"],
    ),
    "trials": Needs(extras=["runs"]),
    "words": Needs(),
}
_KINDS: Mapping[str, Mapping[str, Needs]] = {"suites": SUITES, "benchmarks": BENCHMARKS}


def list_targets(venv: str, needs: Iterable[Needs]) -> list[str]:
    """Return the targets of the Makefile that are made first: extras of an environment, and files."""
    targets: list[str] = []
    for each in needs:
        targets += [f"{venv}/extra-{extra}" for extra in each.extras]
        targets += each.files
    return list(dict.fromkeys(targets))


def install(needs: Iterable[Needs]) -> bool:
    """Install what is missing of the programs, and return whether all are there."""
    programs = (program for each in needs for program in each.programs)
    return debian.install(dict.fromkeys(programs))


def find_wrong_names(kind: str, names: Sequence[str]) -> str:
    """Return a sentence if names are no suites or benchmarks, or are suites that cannot run together; else no text."""
    unknown = [name for name in names if name not in _KINDS[kind]]
    if unknown:
        return (
            f"Unknown {kind}: {' '.join(unknown)}; there are {' '.join(_KINDS[kind])}"
        )
    if kind == "suites" and len(names) > 1:
        for name in names:
            if SUITES[name].environment:
                return f"{name} has an environment of its own: run it alone"
    return ""


def list_options(suites: Mapping[str, Suite]) -> list[str]:
    """Return the arguments of pytest that run suites; without a suite those that run the tests of `make test`."""
    paths = [path for suite in suites.values() for path in suite.paths]
    if paths:
        return paths
    is_alone = any(suite.is_alone for suite in suites.values())
    options = ["-s"] if is_alone else ["-n", "auto"]
    if suites:
        options += ["-m", " or ".join(suites)]
    return options


def list_extras() -> list[str]:
    """Return the extras of all suites that share an environment."""
    suites = (suite for suite in SUITES.values() if not suite.environment)
    return ["dev", *sorted({extra for suite in suites for extra in suite.extras})]


def main(arguments: Sequence[str]) -> int:
    """Run a command of the module's docstring, and return the exit code."""
    match arguments:
        case ["targets", venv, ("suites" | "benchmarks") as kind, *names]:
            wrong = find_wrong_names(kind, names)
            if wrong:
                print(wrong, file=sys.stderr)
                return 1
            print(*list_targets(venv, [_KINDS[kind][name] for name in names]))
        case ["install", ("suites" | "benchmarks") as kind, *names]:
            return int(not install(_KINDS[kind][name] for name in names))
        case ["options", *names]:
            print(shlex.join(list_options({name: SUITES[name] for name in names})))
        case ["extras"]:
            print(*list_extras(), sep=",")
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
