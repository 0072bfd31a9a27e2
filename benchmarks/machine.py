"""The machine, and the versions of Python, libraries and baselines that the figures were measured with."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("flask", "werkzeug", "gunicorn", "marshmallow", "orjson", "numpy", "cryptography", "pynacl")
BASELINES = ("granian", "fastapi", "uvicorn", "pydealer", "numba")

_BASELINE_PYTHON = Path("build/baselines/bin/python")


def baseline_python() -> str | None:
    """Return the interpreter of the baselines' own environment, or None if it was not made."""
    return str(_BASELINE_PYTHON) if _BASELINE_PYTHON.exists() else None


def baseline_version(name: str) -> str | None:
    """Return the version of a package in the baselines' environment, or None if it is not installed."""
    return _run(baseline_python(), "-c", f"from importlib.metadata import version; print(version('{name}'))")


def node_version() -> str | None:
    """Return the version of Node, or None if it is not installed."""
    return _run("node", "--version")


def describe_machine() -> dict[str, str]:
    """Return the hardware, the kernel and the versions, by label."""
    baselines = {name: baseline_version(name) for name in BASELINES} | {"node": node_version()}
    return {
        "CPU": f"{_read_proc('cpuinfo', 'model name')}, {os.cpu_count()} cores, flags {_cpu_flags()}",
        "memory": f"{int(_read_proc('meminfo', 'MemTotal').split()[0]) / 2**20:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
        "baselines": ", ".join(f"{name} {number}" for name, number in baselines.items() if number) or "none",
        "not available": ", ".join(name for name, number in baselines.items() if not number) or "nothing",
        "load before the run": f"{os.getloadavg()[0]:.2f}",
    }


def _cpu_flags() -> str:
    flags = _read_proc("cpuinfo", "flags").split()
    return " ".join(flag for flag in ("aes", "vaes", "avx2", "avx512f") if flag in flags) or "unknown"


def _read_proc(file: str, name: str) -> str:
    for line in Path("/proc", file).read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return "unknown"


def _run(program: str | None, *arguments: str) -> str | None:
    if program is None or not shutil.which(program):
        return None
    process = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
    return process.stdout.strip() if process.returncode == 0 else None
