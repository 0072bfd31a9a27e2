#!/bin/sh
# Makes nginx:stable available, which compose.yaml and the Swarm's stack run: left alone where it is, else pulled, else,
# where no registry answers, made from Debian's packages (mmdebstrap, as root).
set -eu

engine=$(cd "$(dirname "$0")" && pwd)/engine.sh
image=nginx:stable

if [ -n "$("$engine" images --quiet "$image" 2>/dev/null)" ]; then
    echo "$image is here."
elif timeout 120 "$engine" pull --quiet "$image" >/dev/null 2>&1; then
    echo "$image was pulled."
else
    root=$(mktemp)
    trap 'rm -f "$root"' EXIT
    mmdebstrap --quiet --variant=minbase --include=nginx-light --format=tar trixie "$root"
    "$engine" import "$root" "$image" >/dev/null
    echo "$image is made from Debian's packages."
fi
