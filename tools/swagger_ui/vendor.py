"""Swagger UI, as the page /docs has it: `make vendor` fetches this very version from npm, checks and unpacks it.

To take a newer one, change `VERSION` and `INTEGRITY` (`npm view swagger-ui-dist dist.integrity`), and run the tests.
"""

from pathlib import Path

from tools.npm import unpack

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

FOLDER = (
    Path(__file__).parent.parent.parent / "service" / "pages" / "docs" / "swagger-ui"
)


if __name__ == "__main__":
    unpack("swagger-ui-dist", VERSION, INTEGRITY, FILES, FOLDER)
