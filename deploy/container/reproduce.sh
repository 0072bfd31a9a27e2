#!/bin/sh
# Build the image twice without a cache, and compare the layers byte for byte. Fails if one differs. Both builds have the same base
# and package files; with others the layers would differ.
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
