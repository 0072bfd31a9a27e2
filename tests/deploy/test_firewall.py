"""Send half heads to nginx from five addresses, with and without the rules of deploy/nginx/firewall.nft.

Server and clients have their own network namespaces: the rules change no other network. The tests need root, nginx,
iproute2 and nftables (`make test SUITE=load` installs them), and print figures.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.half_heads import SERVER
from tests.deploy.nginx import CONFIG, FOLDER, substitute, three_replicas
from tools.files import ROOT
from tools.serving import PATIENCE, wait_until

pytestmark = [
    pytest.mark.load,
    pytest.mark.skipif(os.geteuid() != 0, reason="namespaces and rules are root's"),
]

PORT = 8080
ATTACKERS = [f"10.213.0.{number}" for number in range(2, 7)]
CLIENT = "10.213.0.7"
HALF_HEADS = 8300
SECONDS = 6


@dataclass(frozen=True)
class Network:
    """Two network namespaces, joined by a pair of interfaces."""

    server: str
    clients: str

    def run(self, namespace: str, *command: str | Path) -> str:
        return subprocess.check_output(
            ["ip", "netns", "exec", namespace, *command], text=True
        )

    def start(
        self, namespace: str, *command: str | Path, **options: Any
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["ip", "netns", "exec", namespace, *command], text=True, **options
        )

    def attack(self, addresses: int) -> tuple[int, int]:
        """Keep half heads from some addresses; return how many requests another client sent, and how many failed."""
        arguments = (HALF_HEADS // 2, SECONDS + 5, *ATTACKERS[:addresses])
        # Two, for the limit on open files.
        attackers = [self.start_clients(*arguments) for _ in range(2)]
        try:
            wait_until(lambda: self.count_connections() > addresses * 900)
            (output, _) = self.start_clients(0, SECONDS, CLIENT).communicate()
            counts = json.loads(output)
            print(f"{self.count_connections():,} connections at the end; {counts}")
        finally:
            for attacker in attackers:
                attacker.communicate()
        return int(counts["sent"]), int(counts["sent"] - counts["200"])

    def start_clients(self, *arguments: object) -> subprocess.Popen[str]:
        """Start the program tests.deploy.half_heads."""
        program = [sys.executable, "-m", "tests.deploy.half_heads", str(PORT)]
        command = [*program, *map(str, arguments)]
        return self.start(self.clients, *command, stdout=subprocess.PIPE, cwd=ROOT)

    def count_connections(self) -> int:
        """Return the number of established connections at the server."""
        return self.read_sockets().count(" 01 ")

    def read_sockets(self) -> str:
        """Return the kernel's list of the sockets of the server."""
        return self.run(self.server, "cat", "/proc/net/tcp")

    def configure(self, namespace: str, *commands: str) -> None:
        """Run commands of ip in a namespace."""
        subprocess.run(
            ["ip", "-n", namespace, "-batch", "-"],
            input="".join(f"{command}\n" for command in commands),
            text=True,
            check=True,
        )


@pytest.fixture
def network(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Network]:
    """Run nginx with a number of connections in one namespace; another namespace reaches it from six addresses."""
    number = os.getpid()
    network = Network(f"server-{number}", f"clients-{number}")
    for namespace in (network.server, network.clients):
        subprocess.run(["ip", "netns", "add", namespace], check=True)
    try:
        pair = ["type", "veth", "peer", "name", "clients", "netns", network.clients]
        command = ["ip", "link", "add", "server", "netns", network.server, *pair]
        subprocess.run(command, check=True)
        network.configure(
            network.server,
            f"addr add {SERVER}/24 dev server",
            "link set server up",
            "link set lo up",
        )
        for address in (*ATTACKERS, CLIENT):
            network.configure(network.clients, f"addr add {address}/24 dev clients")
        network.configure(network.clients, "link set clients up")
        changes = {
            "listen 8080;": f"listen {SERVER}:{PORT};",
            "worker_connections 7168;": f"worker_connections {request.param // 2};",
        }
        config = substitute(CONFIG.replace("/tmp/", f"{tmp_path}/"), changes)
        (tmp_path / "nginx.conf").write_text(config)
        (tmp_path / "replicas.conf").write_text(three_replicas([1, 2, 3]))
        files = ["-e", "stderr", "-p", str(tmp_path), "-c", "nginx.conf"]
        nginx_command = ["nginx", *files, "-g", "daemon off; user root;"]
        with (tmp_path / "output").open("wb") as output:
            nginx = network.start(
                network.server, *nginx_command, stdout=output, stderr=output
            )
        try:
            wait_until(lambda: f":{PORT:04X} " in network.read_sockets())
            yield network
        finally:
            nginx.terminate()
            nginx.wait(timeout=PATIENCE)
    finally:
        for namespace in (network.server, network.clients):
            subprocess.run(["ip", "netns", "del", namespace], check=True)


@pytest.mark.parametrize("network", [14_336], indirect=True)
def test_8300_half_heads_from_five_addresses_lose_no_request(network: Network) -> None:
    sent, failed = network.attack(5)
    assert sent > 20
    assert failed == 0


@pytest.mark.parametrize("network", [4096], indirect=True)
def test_with_the_firewall_an_address_has_a_thousand_connections(
    network: Network,
) -> None:
    """Send as many half heads at a quarter of the connections: this machine could open more than nginx has."""
    network.run(network.server, "nft", "--file", FOLDER / "firewall.nft")
    sent, failed = network.attack(3)
    assert network.count_connections() <= 3001
    assert sent > 20
    assert failed == 0


@pytest.mark.parametrize("network", [4096], indirect=True)
def test_without_it_requests_are_lost_so_that_this_test_would_see_it(
    network: Network,
) -> None:
    _, failed = network.attack(3)
    assert failed > 0
