"""Install programs and files from Debian, if they are missing: `python -m tools.debian node /usr/share/doc/php-curl`.

It runs before there is a virtual environment, on any Python from 3.11 on.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

PACKAGES: Mapping[str, str] = {
    "/usr/games/dealer": "dealer",
    "/usr/include/openssl/evp.h": "libssl-dev",
    "/usr/include/stdio.h": "libc6-dev",
    "/usr/share/doc/libcurl4-openssl-dev": "libcurl4-openssl-dev",
    "/usr/share/doc/php-curl": "php-curl",
    "/usr/share/doc/php-mbstring": "php-mbstring",
    "/usr/share/doc/postgresql": "postgresql",
    "/usr/share/doc/ruby-typhoeus": "ruby-typhoeus",
    "/usr/share/java/geronimo-annotation-1.3-spec.jar": "libgeronimo-annotation-1.3-spec-java",
    "/usr/share/java/gson.jar": "libgoogle-gson-java",
    "/usr/share/php/GuzzleHttp/autoload.php": "php-guzzlehttp-guzzle",
    "dockerd": "docker.io",
    "go": "golang",
    "ip": "iproute2",
    "javac": "default-jdk-headless",
    "nft": "nftables",
    "nginx": "nginx-light",
    "node": "nodejs",
    "php": "php-cli",
    "promtool": "prometheus",
    "systemd-analyze": "systemd",
}
"""The package of a program or a file; a program that is missing here is in a package of its own name."""

_QUIETLY = {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
"""Without questions, and without starting what is installed."""


def find_missing(programs: Iterable[str]) -> list[str]:
    """Return the packages of the programs and files that the machine lacks."""
    return [
        PACKAGES.get(program, program)
        for program in programs
        if not shutil.which(program) and not Path(program).exists()
    ]


def install(programs: Iterable[str]) -> bool:
    """Install what is missing, and return whether all is there; print what to install if that fails."""
    missing = find_missing(programs)
    if not missing:
        return True
    print("Installing", *missing, flush=True)
    commands = (["update"], ["install", "--yes", "--no-install-recommends", *missing])
    if all(_run_apt(command) for command in commands):
        return True
    print("Install these Debian packages as root:", *missing)
    return False


def _run_apt(arguments: Sequence[str]) -> bool:
    """Run apt-get without its output, and return whether it did what it was asked."""
    try:
        done = subprocess.run(  # noqa: S603
            ["apt-get", "-qq", *arguments],  # noqa: S607
            env=os.environ | _QUIETLY,
            stdout=subprocess.DEVNULL,
            check=False,
        )
    except FileNotFoundError:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(not install(sys.argv[1:]))
