"""Make tests/vectors/sd1.json: the independent implementation (verify/) answers anew what the file asks."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tools.files import ROOT
from tools.node import list_options

VECTORS = ROOT / "tests" / "vectors" / "sd1.json"


def build_files() -> Mapping[Path, str]:
    """Return the text of the vectors. Raises ValueError if the independent implementation fails."""
    done = subprocess.run(
        ["node", "verify/verify.mjs", "vectors"],  # noqa: S607
        cwd=ROOT,
        env=os.environ | {"NODE_OPTIONS": " ".join(list_options())},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ValueError(done.stderr)
    return {VECTORS: done.stdout}
