"""A real nginx with the configuration of deploy/nginx."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.deploy.replicas import wait_until_ready
from tests.server.certificates import make_certificate
from tools.files import ROOT
from tools.ports import free_port
from tools.serving import PATIENCE

FOLDER = ROOT / "deploy" / "nginx"
CONFIG = (FOLDER / "nginx.conf").read_text()
REPLICAS = (FOLDER / "replicas.conf").read_text()
KUBERNETES = (ROOT / "deploy" / "kubernetes" / "base" / "replicas.conf").read_text()


def substitute(config: str, changes: dict[str, str]) -> str:
    """Replace texts of a configuration. Each of them must occur once."""
    for old, new in changes.items():
        assert config.count(old) == 1, f"{old!r} occurs {config.count(old)} times"
        config = config.replace(old, new)
    return config


def three_replicas(ports: Iterable[int]) -> str:
    """Return deploy/nginx/replicas.conf with the replicas at three ports of this machine."""
    names = {
        f"replica-{number}:8000": f"127.0.0.1:{port}"
        for number, port in enumerate(ports, start=1)
    }
    return substitute(REPLICAS, names)


def configure_tls(folder: Path) -> tuple[int, dict[str, str]]:
    """Write a certificate for localhost and a tls.conf into a folder.

    Return the port, and the change of nginx.conf that includes the file.
    """
    port = free_port()
    make_certificate(folder / "fullchain.pem", folder / "privkey.pem")
    listen = {"listen 8443 ssl;": f"listen 127.0.0.1:{port} ssl;"}
    tls = substitute((FOLDER / "tls.conf").read_text(), listen)
    (folder / "tls.conf").write_text(tls.replace("/etc/nginx/tls", str(folder)))
    return port, {"include /etc/nginx/tls/*.conf;": f"include {folder}/tls.conf;"}


@dataclass(frozen=True)
class Nginx:
    port: int
    output: Path

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def count_retries(self) -> int:
        """Return how many requests nginx sent to more than one replica."""
        return len(re.findall(r'"upstream":"[^"]*, ', self.output.read_text()))


@contextmanager
def run_nginx(folder: Path, replicas: str, **changes: str) -> Iterator[Nginx]:
    """Run nginx in a folder with a replicas.conf, and with another port, other paths and changes in nginx.conf."""
    port = free_port()
    listen = {"listen 8080;": f"listen 127.0.0.1:{port};"}
    config = substitute(CONFIG.replace("/tmp/", f"{folder}/"), listen | changes)
    (folder / "nginx.conf").write_text(config)
    (folder / "replicas.conf").write_text(replicas)
    nginx = Nginx(port, folder / "output")
    command = ["nginx", "-e", "stderr", "-p", str(folder), "-c", "nginx.conf"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    # Only their owner reads pytest's folders.
    user = " user root;" if os.geteuid() == 0 else ""
    with nginx.output.open("wb") as output:
        process = subprocess.Popen(
            [*command, "-g", f"daemon off;{user}"], stdout=output, stderr=output
        )
    try:
        wait_until_ready(port)
        yield nginx
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


class Server(Protocol):
    """A replica, or a server in its place."""

    @property
    def port(self) -> int: ...


def run_front(
    folder: Path, three: Iterable[Server], **changes: str
) -> AbstractContextManager[Nginx]:
    """Run nginx in front of three replicas."""
    ports = [replica.port for replica in three]
    return run_nginx(folder, three_replicas(ports), **changes)
