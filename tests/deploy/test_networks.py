"""A full worker without nginx, with clients of IPv6 networks in a network namespace (root's)."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tools.files import ROOT
from tools.serving import PATIENCE, wait_until

pytestmark = [
    pytest.mark.load,
    pytest.mark.skipif(os.geteuid() != 0, reason="namespaces are root's"),
]

PORT = 8000
IPV6_FREEBIND = 78  # of Linux
CLIENTS = f"""
import socket

def connect(address):
    client = socket.socket(socket.AF_INET6)
    client.settimeout({PATIENCE})
    client.setsockopt(socket.IPPROTO_IPV6, {IPV6_FREEBIND}, 1)  # the namespace has a route to the address, no interface
    client.bind((address, 0))
    client.connect(("::1", {PORT}))
    return client

neighbours = [connect(f"2001:db8:0:{{number}}::1") for number in range(1, 11)]
others = [connect(f"2001:db8::{{number:x}}") for number in range(1, 61)]
for client in [others[-1], *neighbours]:  # the last is accepted after all others
    client.sendall(b"GET /livez HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n")
    assert client.recv(1000).startswith(b"HTTP/1.1 200 ")
"""


@pytest.fixture
def namespace() -> Iterator[list[str]]:
    """Yield the beginning of a command that runs in a namespace, which has every address of 2001:db8::/32."""
    name = f"networks-{os.getpid()}"
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        commands = "link set lo up\nroute add local 2001:db8::/32 dev lo\n"
        subprocess.run(
            ["ip", "-n", name, "-batch", "-"], input=commands, text=True, check=True
        )
        yield ["ip", "netns", "exec", name]
    finally:
        subprocess.run(["ip", "netns", "del", name], check=True)


def test_a_full_worker_closes_connections_of_the_network_that_has_most(
    namespace: list[str],
) -> None:
    """Open more connections than a worker with few file descriptors has, each from another address of a network."""
    environment = os.environ | {"HOST": "::", "PORT": str(PORT), "WEB_CONCURRENCY": "1"}
    script = 'ulimit -n 64; exec "$0" -m service.server'
    server = [*namespace, "sh", "-c", script, sys.executable]
    listening = [*namespace, "ss", "--listening", "--tcp", "--no-header"]
    with subprocess.Popen(server, cwd=ROOT, env=environment) as process:
        try:
            wait_until(lambda: subprocess.check_output(listening) != b"")
            clients = [*namespace, sys.executable, "-c", CLIENTS]
            subprocess.run(clients, check=True)
        finally:
            process.terminate()
