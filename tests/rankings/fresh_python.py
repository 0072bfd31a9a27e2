"""Code that a process of its own runs."""

import subprocess
import sys

from tools.files import ROOT


def run_python(code: str) -> str:
    """Return what another Python interpreter prints."""
    command = [sys.executable, "-W", "error", "-c", code]
    process = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return process.stdout.strip()
