"""Control groups of the kernel, version 1 or 2, in which services run: what all their processes use. They need root."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.ports import free_port

_CONTROLLERS = Path("/sys/fs/cgroup")
_IS_FIRST_VERSION = (_CONTROLLERS / "memory").is_dir()


@dataclass(frozen=True)
class Group:
    """A control group; the files of the first version are by the names of their controller."""

    path: Path

    def _read(self, *files: str) -> str:
        """Return the text of the first of the files that exists."""
        return next(
            (self.path / file).read_text()
            for file in files
            if (self.path / file).exists()
        )


class CpuGroup(Group):
    """A group whose CPU time is counted."""

    def seconds(self) -> float:
        """Return the CPU seconds of all processes until now, also of those that have ended."""
        if _IS_FIRST_VERSION:
            return int(self._read("cpuacct.usage")) / 1e9
        (microseconds,) = re.findall(
            r"^usage_usec (\d+)$", self._read("cpu.stat"), re.MULTILINE
        )
        return int(microseconds) / 1e6


class MemoryGroup(Group):
    """A group whose memory is bounded."""

    def bound(self, size: int) -> None:
        """Let all processes together have so many bytes."""
        file = "memory.limit_in_bytes" if _IS_FIRST_VERSION else "memory.max"
        (self.path / file).write_text(str(size))

    def kills(self) -> int:
        """Return how many processes the kernel has killed because the memory was used up."""
        (kills,) = re.findall(
            r"^oom_kill (\d+)$",
            self._read("memory.events", "memory.oom_control"),
            re.MULTILINE,
        )
        return int(kills)

    def peak(self) -> float:
        """Return the most MiB that were in use at a time, with the page cache."""
        return int(self._read("memory.peak", "memory.max_usage_in_bytes")) / 2**20


def find_obstacle() -> str | None:
    """Return why this process can make no group; None if it can."""
    parent = _find_parent("memory")
    if os.access(parent, os.W_OK):
        return None
    return f"a folder of {parent} is a group, and may not be made"


def _find_parent(controller: str) -> Path:
    return _CONTROLLERS / controller if _IS_FIRST_VERSION else _CONTROLLERS


@contextmanager
def _make_folder(controller: str) -> Iterator[Path]:
    """Make the folder of a new group, and remove it at the exit, when its processes have ended."""
    path = _find_parent(controller) / f"shuffle-and-deal-{free_port()}"
    path.mkdir()
    try:
        yield path
    finally:
        path.rmdir()


@contextmanager
def count_cpu() -> Iterator[CpuGroup]:
    """Make a group whose CPU time is counted, and remove it at the exit."""
    with _make_folder("cpuacct") as path:
        yield CpuGroup(path)


@contextmanager
def limit_memory(size: int) -> Iterator[MemoryGroup]:
    """Make a group with so many bytes of memory, and remove it at the exit."""
    with _make_folder("memory") as path:
        group = MemoryGroup(path)
        group.bound(size)
        yield group
