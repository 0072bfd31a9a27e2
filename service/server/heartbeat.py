"""gunicorn's heartbeat file, in memory, for a container without any folder that can be written."""

import os

from gunicorn.workers.workertmp import WorkerTmp


class MemoryHeartbeat(WorkerTmp):  # type: ignore[misc]
    """A heartbeat whose file has no name (Linux: memfd), so that no folder is needed."""

    def __init__(self, cfg: object) -> None:  # noqa: ARG002
        self._tmp = os.fdopen(os.memfd_create("heartbeat"), "w+b", buffering=0)
