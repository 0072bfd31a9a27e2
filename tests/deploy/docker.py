"""A Docker daemon for a test, with the images of compose.yaml and of the Swarm's stack."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tools.serving import wait_until

CONTAINER = ROOT / "deploy" / "container"
IMAGES = ("shuffle-and-deal:latest", "nginx:stable")


@dataclass(frozen=True)
class Daemon:
    """A Docker daemon with its files in a folder."""

    folder: Path

    @property
    def host(self) -> str:
        """The address of its socket, as in `DOCKER_HOST`."""
        return f"unix://{self.folder}/d.sock"

    def docker(
        self, *arguments: str, stdin: str | None = None, check: bool = True
    ) -> str:
        command = ["docker", "--host", self.host, *arguments]
        process = subprocess.run(
            command,
            capture_output=True,
            text=True,
            input=stdin,
            timeout=300,
            check=False,
        )
        assert process.returncode == 0 or not check, (
            f"{' '.join(arguments)}: {process.stderr}"
        )
        return process.stdout.strip()

    def load_images(self) -> None:
        """Load the images from the engine that has them."""
        # The image was built before docker.io was installed for these tests, so another engine may have it.
        engines = os.environ | {
            "CONTAINER_ENGINE": os.environ.get("CONTAINER_ENGINE", "podman docker")
        }
        subprocess.run([CONTAINER / "nginx-image.sh"], check=True, env=engines)
        saved = str(self.folder / "image.tar")
        for image in IMAGES:
            subprocess.run(
                [CONTAINER / "engine.sh", "save", "--output", saved, image],
                check=True,
                env=engines,
            )
            loaded = self.docker("load", "--quiet", "--input", saved).rpartition(
                "Loaded image: "
            )[2]
            self.docker("tag", loaded, image)
            Path(saved).unlink()


@contextmanager
def run_daemon() -> Iterator[Daemon]:
    """Run a daemon in a folder with a short path: paths of sockets have at most 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="docker"))
    daemon = Daemon(folder)
    own = [
        "--data-root",
        f"{folder}/root",
        "--exec-root",
        f"{folder}/exec",
        "--pidfile",
        f"{folder}/d.pid",
    ]
    bare = [
        "--exec-opt",
        "native.cgroupdriver=cgroupfs",
        "--default-ulimit",
        "nofile=1024:1024",
    ]
    with (folder / "log").open("wb") as log:
        command = [
            "dockerd",
            "--storage-driver",
            "overlay2",
            "--host",
            daemon.host,
            *own,
            *bare,
        ]
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("DOCKER_")
        }
        process = subprocess.Popen(command, stdout=log, stderr=log, env=env)

    def is_up() -> bool:
        assert process.poll() is None, (folder / "log").read_text()
        return (
            daemon.docker("version", "--format", "{{.Server.Version}}", check=False)
            != ""
        )

    try:
        wait_until(is_up)
        yield daemon
    finally:
        process.terminate()
        process.wait(timeout=60)
        shutil.rmtree(folder)
