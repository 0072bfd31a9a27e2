"""Commands for suites of tests; `make test-all` runs the first two, and .ci/run the third.

python -m tools.suites all [--from STEP] [--skip "SUITE…"] [--seed SEED]   run every step of make test-all
python -m tools.suites stale     name the suites to run before a release
python -m tools.suites changed   name the suites that .ci/run tries beside `smoke`
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from tools.suites import changes, steps
from tools.suites.green import list_changed, read_green


def run_all(start: str, skip: Sequence[str], seed: str, make: str) -> int:
    """Run the steps of `make test-all` from one on, print what all found, and return the exit code.

    Under `make -n` each step prints what it would run, and nothing is noted.
    """
    every_step = steps.list_steps(steps.list_pythons(), skip)
    try:
        chosen = steps.go_on_from(start or every_step[0].name, every_step)
    except ValueError as error:
        print(error)
        return 1
    seed = seed or steps.draw_seed()
    if steps.is_dry_run():
        return int(not all(steps.run_step(step, make, seed) for step in chosen))
    if not start:
        steps.RESULTS.unlink(missing_ok=True)
    if not steps.run_steps(chosen, make, seed):
        return 1
    steps.print_report(every_step)
    return 0


def print_stale() -> None:
    """Print the suites whose files changed since they were green, each with the reason."""
    stale = changes.find_stale(changes.list_suites(), read_green())
    print(*(f"{suite}: {reason}" for suite, reason in stale.items()), sep="\n")


def print_changed() -> None:
    """Print the suites that .ci/run tries, on one line those that run together; others to the standard error."""
    green = read_green()
    known = [
        suite
        for suite in changes.list_bare()
        if suite in green and list_changed(green[suite].commit) is not None
    ]
    chosen, others = changes.choose(changes.find_stale(known, green), green)
    for suites in steps.join_suites(chosen):
        print(suites)
    for suite in others:
        print(f"Not tried, as the time is up: {suite}", file=sys.stderr)


def main(arguments: Sequence[str]) -> int:
    """Run a command of the module's docstring, and return the exit code."""
    parser = ArgumentParser("python -m tools.suites")
    commands = parser.add_subparsers(dest="command", required=True)
    every = commands.add_parser("all", help="run every step of make test-all")
    every.add_argument("--from", dest="start", default="", metavar="STEP")
    every.add_argument("--skip", default="", metavar="SUITES")
    every.add_argument("--seed", default="", help="one is drawn without it")
    every.add_argument("--make", default="make", help="the command for make")
    commands.add_parser("stale", help="name the suites to run before a release")
    commands.add_parser("changed", help="name the suites that .ci/run tries")
    asked = parser.parse_args(arguments)
    if asked.command == "all":
        return run_all(asked.start, asked.skip.split(), asked.seed, asked.make)
    if asked.command == "stale":
        print_stale()
    else:
        print_changed()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
