#!/bin/sh
# Provide the image nginx:stable, which compose.yaml and the Swarm's stack run: kept if present; else pulled; else, without a
# registry, made from Debian's packages (mmdebstrap, as root).
set -eu

engine=$(cd "$(dirname "$0")" && pwd)/engine.sh
image=nginx:stable

if [ -n "$("$engine" images --quiet "$image" 2>/dev/null)" ]; then
    echo "$image is present."
elif timeout 120 "$engine" pull --quiet "$image" >/dev/null 2>&1; then
    echo "$image was pulled."
else
    root=$(mktemp)
    trap 'rm -f "$root"' EXIT
    mmdebstrap --quiet --variant=minbase --include=nginx-light --format=tar trixie "$root"
    "$engine" import "$root" "$image" >/dev/null
    echo "$image is made from Debian's packages."
fi
