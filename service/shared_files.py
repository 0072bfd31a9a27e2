"""Files that all workers share: find a folder with room, or open a file without a name.

A container may mount /dev/shm read-only, give it no room, or have no folder that the service can write to.
"""

import os
import shutil
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import BinaryIO

MIN_ROOM = 2**20
"""Bytes of room that a folder needs: a write to a mapped file in a full tmpfs kills the process with SIGBUS."""


def shared_folders() -> list[Path]:
    """Return the folders to try, first the folder in memory."""
    return [Path("/dev/shm"), Path(os.environ.get("TMPDIR", "/tmp")), Path("/var/tmp")]  # noqa: S108


def find_shared_folder() -> tuple[Path | None, list[str]]:
    """Return the first folder with room, or None, and the reason why each folder before it was skipped."""
    reasons = []
    for folder in shared_folders():
        try:
            with TemporaryFile(dir=folder) as file:
                file.write(bytes(MIN_ROOM))
                file.flush()
        except OSError as error:
            reasons.append(f"{folder}: {error.strerror}")
        else:
            return folder, reasons
    return None, reasons


_PREFIX = "shuffle-and-deal-metrics-"


def make_shared_folder(parent: Path) -> Path:
    """Make a folder for this process and those forked from it, and return it; remove folders that nobody has any more.

    The kernel keeps a folder locked until the last of these processes has ended, so a folder without a lock is one of
    a master that was killed.
    """
    for folder in parent.glob(f"{_PREFIX}*"):
        _remove_unlocked(folder)
    new = Path(mkdtemp(prefix="shuffle-and-deal-new-", dir=parent))
    with suppress(OSError):  # without locks, no other process removes it either
        flock(os.open(new, os.O_RDONLY), LOCK_EX | LOCK_NB)
    _, _, suffix = new.name.rpartition("-")
    return new.rename(parent / f"{_PREFIX}{suffix}")  # only now may others lock it


def _remove_unlocked(folder: Path) -> None:
    """Remove a folder, unless it has a lock or belongs to another user."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
            shutil.rmtree(folder)
        finally:
            os.close(descriptor)


def has_room(folder: Path) -> bool:
    """Return whether a folder has `MIN_ROOM` free bytes."""
    try:
        free = os.statvfs(folder)
    except OSError:
        return False
    return free.f_bavail * free.f_frsize >= MIN_ROOM


def open_unnamed_file(name: str) -> BinaryIO:
    """Open an empty file, in memory on Linux and in a folder elsewhere. It exists until its last process ends."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create(name), "w+b", buffering=0)
    return TemporaryFile(buffering=0)
