"""uqr, the QR codes of the page /draw: `make vendor` fetches this version from npm, checks its hash and unpacks it.

To take a newer one, change `VERSION` and `INTEGRITY` (`npm view uqr dist.integrity`), and run the tests.
"""

from pathlib import Path

from tools.npm import unpack

VERSION = "0.1.3"
INTEGRITY = "sha512-0rjE8iEJe4YmT9TOhwsZtqCMRLc5DXZUI2UEYUUg63ikBkqqE5EYWaI0etFe/5KUcmcYwLih2RND1kq+hrUJXA=="

FILES = {"dist/index.mjs": "uqr.mjs", "LICENSE": "LICENSE.txt"}
"""The files of the package that the page needs and their names here, the licence included (MIT)."""

FOLDER = Path(__file__).parent.parent.parent / "service" / "pages" / "shared" / "uqr"


if __name__ == "__main__":
    unpack("uqr", VERSION, INTEGRITY, FILES, FOLDER)
    (FOLDER / "VERSION.txt").write_text(
        f"uqr {VERSION}, from npm: github.com/unjs/uqr\n"
    )
