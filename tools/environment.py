"""Make a virtual environment: `python -m tools.environment FOLDER`."""

import subprocess
import sys
from importlib.util import find_spec


def main(folder: str) -> int:
    """Make it by the Python that runs this, and return the exit code; say so if Debian lacks the package for it."""
    if find_spec("ensurepip") is None:
        print(
            "Python's venv is missing: apt-get install python3-venv, as root",
            flush=True,
        )
        return 1
    command = [sys.executable, "-m", "venv", folder]
    print(*command, flush=True)
    return subprocess.run(command, check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
