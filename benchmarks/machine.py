"""The machine, and the versions of Python and libraries that the figures were measured with."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("flask", "werkzeug", "gunicorn", "marshmallow", "orjson", "numpy", "cryptography", "pynacl")


def describe_machine() -> dict[str, str]:
    """Return the hardware, the kernel and the versions, by label."""
    return {
        "CPU": f"{_read_proc('cpuinfo', 'model name')}, {os.cpu_count()} cores, flags {_cpu_flags()}",
        "memory": f"{int(_read_proc('meminfo', 'MemTotal').split()[0]) / 2**20:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {version(name)}" for name in LIBRARIES),
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
