"""Fetch single files of an npm package, and check its hash before."""

import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory


def unpack(
    package: str, version: str, integrity: str, files: Mapping[str, str], folder: Path
) -> None:
    """Write `files` of a package (its names to ours) into a folder; exit if the package does not match `integrity`."""
    with TemporaryDirectory() as downloads:
        command = ["npm", "pack", "--silent", f"{package}@{version}"]
        subprocess.run(command, cwd=downloads, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
        packed = Path(downloads, f"{package}-{version}.tgz")
        digest = f"sha512-{b64encode(sha512(packed.read_bytes()).digest()).decode()}"
        if digest != integrity:
            sys.exit(f"This is another package: {digest}")
        folder.mkdir(exist_ok=True)
        with tarfile.open(packed) as archive:
            for name, ours in files.items():
                if (member := archive.extractfile(f"package/{name}")) is None:
                    sys.exit(f"The package has no {name}.")
                (folder / ours).write_bytes(member.read())
