#!/bin/sh
# Builds the image twice, each time from nothing, and says whether every layer is the same, byte for byte. The base and the
# packages are what they were a minute ago: on another base, or from other files of the same packages, they would differ.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
engine=$here/engine.sh
name=shuffle-and-deal
layers() { "$engine" image inspect --format '{{range .RootFS.Layers}}{{println .}}{{end}}' "$name:latest"; }

"$here/build.sh" --no-cache >/dev/null
first=$(layers)
"$here/build.sh" --no-cache >/dev/null
second=$(layers)
if [ "$first" != "$second" ]; then
    printf 'The layers differ:\n%s\n\n%s\n' "$first" "$second" >&2
    exit 1
fi
printf 'The same layers both times:\n%s\n' "$first"
