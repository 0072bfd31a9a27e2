"""Look for known weaknesses of what the image installs: `python -m tools.weaknesses PIP_AUDIT` (make audit).

It fails if there are any, and if no database answers for every package.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

REQUIREMENTS = Path("deploy/container/requirements.txt")
REPORT = Path("build/audit.json")
DATABASES = ("pypi", "osv")
_UNANSWERED = (
    "No database of weaknesses answered for every package (above): this run proves "
    "nothing."
)


def ask(database: str, pip_audit: str) -> list[dict[str, Any]] | None:
    """Return the packages with what a database knows of them, None if it did not answer for all."""
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.unlink(missing_ok=True)
    command = [
        pip_audit,
        "--vulnerability-service",
        database,
        "--requirement",
        str(REQUIREMENTS),
        "--disable-pip",
        "--require-hashes",
        "--strict",
        "--progress-spinner=off",
        "--format=json",
        "--output",
        str(REPORT),
    ]
    subprocess.run(command, check=False)  # noqa: S603
    if not REPORT.exists() or not REPORT.stat().st_size:
        return None
    packages: list[dict[str, Any]] = json.loads(REPORT.read_text())["dependencies"]
    return packages


def list_weaknesses(packages: list[dict[str, Any]]) -> list[str]:
    """Return a line for each weakness: the package, its version, and the id of the weakness."""
    return [
        f"{package['name']} {package['version']}: {weakness['id']}"
        for package in packages
        for weakness in package["vulns"]
    ]


def main(pip_audit: str) -> int:
    """Print the weaknesses that the first database knows that answers, and return the exit code."""
    for database in DATABASES:
        packages = ask(database, pip_audit)
        if packages is not None:
            break
    else:
        print(_UNANSWERED)
        return 1
    weaknesses = list_weaknesses(packages)
    for weakness in weaknesses:
        print(weakness)
    if weaknesses:
        print(f"{len(weaknesses)} known weaknesses")
    else:
        print(f"No known weakness in {len(packages)} packages.")
    return int(bool(weaknesses))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
