"""A real nginx with the configuration of deploy/nginx, in front of real replicas."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tests.deploy.replicas import wait_until_ready
from tools.ports import free_port

FOLDER = ROOT / "deploy" / "nginx"
CONFIG = (FOLDER / "nginx.conf").read_text()
REPLICAS = (FOLDER / "replicas.conf").read_text()


def substitute(config: str, changes: dict[str, str]) -> str:
    """Return a configuration with changes, each of a text that occurs once."""
    for old, new in changes.items():
        assert config.count(old) == 1, f"{old!r} occurs {config.count(old)} times"
        config = config.replace(old, new)
    return config


def three_replicas(ports: Iterable[int]) -> str:
    """Return deploy/nginx/replicas.conf with replicas at three ports of this machine."""
    names = {f"replica-{number}:8000": f"127.0.0.1:{port}" for number, port in enumerate(ports, start=1)}
    return substitute(REPLICAS, names)


@dataclass(frozen=True)
class Nginx:
    port: int
    output: Path

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def retries(self) -> int:
        """Return the number of requests that were sent to more than one replica so far."""
        return len(re.findall(r'"upstream":"[^"]*, ', self.output.read_text()))


@contextmanager
def run_nginx(folder: Path, replicas: str, **changes: str) -> Iterator[Nginx]:
    """Run nginx in a new folder, with that replicas.conf and with other ports, paths and changes in nginx.conf."""
    folder.mkdir()
    port = free_port()
    listen = {"listen 8080;": f"listen 127.0.0.1:{port};"}
    (folder / "nginx.conf").write_text(substitute(CONFIG.replace("/tmp/", f"{folder}/"), listen | changes))
    (folder / "replicas.conf").write_text(replicas)
    nginx = Nginx(port, folder / "output")
    command = ["nginx", "-e", "stderr", "-p", str(folder), "-c", "nginx.conf"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    user = " user root;" if os.geteuid() == 0 else ""  # pytest's folders are for their owner alone
    with nginx.output.open("wb") as output:
        process = subprocess.Popen([*command, "-g", f"daemon off;{user}"], stdout=output, stderr=output)
    try:
        wait_until_ready(port)
        yield nginx
    finally:
        process.terminate()
        process.wait(timeout=10)
