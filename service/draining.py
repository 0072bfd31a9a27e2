"""Whether this service is about to stop: a flag of the master that all processes forked from it see."""

from mmap import mmap

_flag = mmap(-1, 1)


def begin_draining() -> None:
    """Let no load balancer find this service ready from now on; it answers requests as before."""
    _flag[0] = 1


def is_draining() -> bool:
    return _flag[0] == 1
