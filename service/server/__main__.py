"""`python -m service.server`: run the service by gunicorn, as the image and `make serve` do.

gunicorn reads WEB_CONCURRENCY when it is imported, and prints a traceback if the variable is empty or no number.
"""

import argparse
import gc
import json
import logging
import os
import signal
import sys
from pathlib import Path

# Process 1 of a container ignores the signals that it does not handle, and gunicorn handles this a second from now.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))

# Before numpy is imported: its linear algebra is not used, and its threads take memory and count as processes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What is imported from here on stays, so there is nothing to collect until gunicorn.conf.py turns this on again.
gc.disable()

from ..effective_settings import list_effective
from ..environment import exit_on_invalid_setting
from ..log_lines import write_line
from ..start import check_settings, list_warnings

parser = argparse.ArgumentParser(f"python -m {__package__}")
parser.add_argument(
    "--check-config",
    action="store_true",
    help="print the settings in effect as lines of JSON, secrets as fingerprints, and end",
)
parser.add_argument(
    "--show-address",
    action="store_true",
    help="print the address to open, once all workers accept requests",
)
arguments = parser.parse_args()

settings = check_settings()
if not os.environ.get("WEB_CONCURRENCY"):
    os.environ.pop("WEB_CONCURRENCY", None)

from gunicorn.app.wsgiapp import run

from .overrides import describe_overrides, find_overrides

with exit_on_invalid_setting():
    overrides = find_overrides()
if arguments.check_config:
    for row in list_effective(settings, overrides):
        print(json.dumps(row))
    for warning in [*list_warnings(), *describe_overrides(overrides)]:
        write_line(logging.WARNING, warning)
    sys.exit()

# SIGUSR2 runs the script in argv[0] again: it must be gunicorn's own.
sys.argv = [
    str(Path(sys.executable).with_name("gunicorn")),
    "--config",
    str(Path(__file__).with_name("gunicorn.conf.py")),
    f"{Path(__file__).parents[1].name}.wsgi:app",
]
run()
