"""Swagger UI, as the page /docs has it: `make vendor` fetches this very version from npm, checks and unpacks it.

To take a newer one, change `VERSION` and `INTEGRITY` (`npm view swagger-ui-dist dist.integrity`), and run the tests.
"""

import subprocess
import sys
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory

VERSION = "5.35.0"
INTEGRITY = "sha512-U06rpMtW9V3XPGOBeamTUSr0Z09jMX4IJuANpE/EZbAhw0G8CgwrzU4YmXkn/h0wCDNsXdGarTNNHC3sU8yVUQ=="

FILES = {
    "swagger-ui-bundle.js": "swagger-ui-bundle.js",
    "swagger-ui.css": "swagger-ui.css",
    "LICENSE": "LICENSE.txt",
    "NOTICE": "NOTICE.txt",
    "swagger-ui-bundle.js.LICENSE.txt": "swagger-ui-bundle.js.LICENSE.txt",
}
"""The files of the package that the page needs and their names here, licences included (Apache 2.0)."""

FOLDER = Path(__file__).parent.parent.parent / "service" / "pages" / "docs" / "swagger-ui"


def main() -> None:
    """Write the files, if the package is the one that is meant."""
    with TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"swagger-ui-dist@{VERSION}"]
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
        package = Path(folder, f"swagger-ui-dist-{VERSION}.tgz")
        digest = f"sha512-{b64encode(sha512(package.read_bytes()).digest()).decode()}"
        if digest != INTEGRITY:
            sys.exit(f"This is another package: {digest}")
        FOLDER.mkdir(exist_ok=True)
        with tarfile.open(package) as archive:
            for name, ours in FILES.items():
                if (member := archive.extractfile(f"package/{name}")) is None:
                    sys.exit(f"The package has no {name}.")
                (FOLDER / ours).write_bytes(member.read())


if __name__ == "__main__":
    main()
