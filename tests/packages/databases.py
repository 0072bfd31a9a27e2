"""A real Redis and a real PostgreSQL, from Debian's packages."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.ports import free_port
from tools.serving import wait_until


@contextmanager
def run_redis() -> Iterator[str]:
    """Run Redis, and yield its URL."""
    port = free_port()
    program = shutil.which("redis-server")
    assert program, "redis-server is missing: apt-get install redis-server"
    command = [program, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            ping = ["redis-cli", "-p", str(port), "ping"]
            wait_until(
                lambda: (
                    subprocess.run(ping, capture_output=True, check=False).returncode
                    == 0
                )
            )
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()


@contextmanager
def run_postgres() -> Iterator[str]:
    """Run PostgreSQL, which refuses to run as root, and yield the URL of an empty database."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert programs, "PostgreSQL is missing: apt-get install postgresql"
    user = "postgres" if os.geteuid() == 0 else None
    with TemporaryDirectory() as folder:
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        port = free_port()

        def run(program: str, *arguments: str) -> None:
            command = [str(programs[-1] / program), "-D", data, *arguments]
            subprocess.run(command, check=True, capture_output=True, user=user)

        run("initdb", "--auth=trust", "--username=postgres", "--no-sync")
        run(
            "pg_ctl",
            "start",
            "--wait",
            f"--log={folder}/log",
            f"--options=-p {port} -k {folder} -h 127.0.0.1",
        )
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "stop", "--mode=immediate")
