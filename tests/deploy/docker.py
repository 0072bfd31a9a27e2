"""A Docker daemon for a test, with the images of compose.yaml and of the Swarm's stack."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.files import ROOT
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
        engines = {"CONTAINER_ENGINE": "podman docker"} | os.environ
        subprocess.run([CONTAINER / "nginx-image.sh"], check=True, env=engines)
        saved = self.folder / "image.tar"
        for image in IMAGES:
            save = [str(CONTAINER / "engine.sh"), "save", "--output", str(saved), image]
            subprocess.run(save, check=True, env=engines)
            output = self.docker("load", "--quiet", "--input", str(saved))
            _, _, loaded = output.rpartition("Loaded image: ")
            self.docker("tag", loaded, image)
            saved.unlink()


@contextmanager
def run_daemon() -> Iterator[Daemon]:
    """Run a daemon in a folder with a short path: paths of sockets have at most 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="docker"))
    daemon = Daemon(folder)
    command = [
        "dockerd",
        "--storage-driver=overlay2",
        f"--host={daemon.host}",
        f"--data-root={folder}/root",
        f"--exec-root={folder}/exec",
        f"--pidfile={folder}/d.pid",
        "--exec-opt=native.cgroupdriver=cgroupfs",
        "--default-ulimit=nofile=1024:1024",
    ]
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("DOCKER_")
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=env)

    def is_up() -> bool:
        assert process.poll() is None, (folder / "log").read_text()
        version = ("version", "--format={{.Server.Version}}")
        return daemon.docker(*version, check=False) != ""

    try:
        wait_until(is_up)
        yield daemon
    finally:
        process.terminate()
        process.wait(timeout=60)
        shutil.rmtree(folder)
