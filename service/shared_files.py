"""Files that all workers share: find a folder with room, or open a file without a name.

A container may mount /dev/shm read-only, give it no room, or have no folder that the service can write to.
"""

import os
from pathlib import Path
from tempfile import TemporaryFile
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
