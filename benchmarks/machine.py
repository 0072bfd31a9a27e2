"""What the figures were measured on, and with."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("flask", "werkzeug", "gunicorn", "marshmallow", "orjson", "numpy", "cryptography")
BASELINES = ("granian", "fastapi", "uvicorn", "pydealer", "numba")

_BASELINE_PYTHON = Path("build/baselines/bin/python")


def baseline_python() -> str | None:
    """The interpreter of the baselines' own environment, if somebody has made it."""
    return str(_BASELINE_PYTHON) if _BASELINE_PYTHON.exists() else None


def baseline_version(name: str) -> str | None:
    """The version of a package there, if it is there."""
    return _printed(baseline_python(), "-c", f"from importlib.metadata import version; print(version('{name}'))")


def node_version() -> str | None:
    """Node's version, if it is there."""
    return _printed("node", "--version")


def described() -> dict[str, str]:
    """The machine and the versions, by what they are called."""
    baselines = {name: baseline_version(name) for name in BASELINES} | {"node": node_version()}
    return {
        "CPU": f"{_proc('cpuinfo', 'model name')}, {os.cpu_count()} cores, flags {_flags()}",
        "memory": f"{int(_proc('meminfo', 'MemTotal').split()[0]) / 2**20:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
        "baselines": ", ".join(f"{name} {found}" for name, found in baselines.items() if found) or "none",
        "not available": ", ".join(name for name, found in baselines.items() if not found) or "nothing",
        "load before the run": f"{os.getloadavg()[0]:.2f}",
    }


def _flags() -> str:
    there = _proc("cpuinfo", "flags").split()
    return " ".join(flag for flag in ("aes", "vaes", "avx2", "avx512f") if flag in there) or "unknown"


def _proc(file: str, name: str) -> str:
    for line in Path("/proc", file).read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return "unknown"


def _printed(program: str | None, *arguments: str) -> str | None:
    if program is None or not shutil.which(program):
        return None
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip() if done.returncode == 0 else None
