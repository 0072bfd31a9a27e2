"""Files that all workers share: where there is room for them, and one without a name.

A container may mount /dev/shm read-only, give it no room, or have no folder that can be written at all.
"""

import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

MIN_ROOM = 2**20
"""Bytes that a folder must have room for. A write to a mapped file in a full tmpfs kills the process with SIGBUS."""


def shared_folders() -> list[Path]:
    """Return the folders to try, those in memory first."""
    return [Path("/dev/shm"), Path(os.environ.get("TMPDIR", "/tmp")), Path("/var/tmp")]  # noqa: S108


def find_shared_folder() -> tuple[Path | None, list[str]]:
    """Return the first folder with room, None if there is none, and why each folder before it was skipped."""
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


def has_room(folder: Path) -> bool:
    """Return whether MIN_ROOM bytes are free in a folder."""
    try:
        free = os.statvfs(folder)
    except OSError:
        return False
    return free.f_bavail * free.f_frsize >= MIN_ROOM


def open_unnamed_file(name: str) -> BinaryIO:
    """Open an empty file that exists until its last process ends: in memory on Linux, in a folder elsewhere."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create(name), "w+b", buffering=0)
    return TemporaryFile(buffering=0)
