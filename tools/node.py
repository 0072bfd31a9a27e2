"""The options that node needs for verify/: WebCrypto is behind a flag before version 20."""

import re
import subprocess

_FIRST_WITHOUT_FLAG = 20


def list_options() -> list[str]:
    """Return the options for the node of this machine, as NODE_OPTIONS has them."""
    done = subprocess.run(
        ["node", "--version"],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    (major,) = re.findall(r"^v(\d+)", done.stdout)
    if int(major) < _FIRST_WITHOUT_FLAG:
        return ["--experimental-global-webcrypto"]
    return []
