#!/bin/sh
# sbom.sh CYCLONEDX-PY FILE: write the list of the image's Python packages, as CycloneDX, into FILE.
set -eu

packages=$(mktemp)
trap 'rm -f "$packages"' EXIT
"$(dirname "$0")/engine.sh" run --rm shuffle-and-deal python -c '
from importlib.metadata import distributions

packages = {f"{d.name}=={d.version}" for d in distributions() if d.name != "shuffle-and-deal"}
print(*sorted(packages), sep="\n")
' >"$packages"
mkdir -p "$(dirname "$2")"
"$1" requirements "$packages" --output-reproducible --output-file "$2"
