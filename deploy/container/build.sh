#!/bin/sh
# Builds the image shuffle-and-deal, tagged with the project's version and as latest. Arguments go to the engine's build.
# The build stage uses shuffle-and-deal-builder where base-image.sh has made it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
engine=$here/engine.sh
cd "$here/../.."

name=shuffle-and-deal
builder=$name-builder
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
revision=$(git rev-parse --verify HEAD 2>/dev/null || echo unknown)

[ -z "$("$engine" images --quiet "$builder" 2>/dev/null)" ] || set -- --build-arg "BUILDER_IMAGE=$builder" "$@"
"$engine" build --tag "$name:$version" --tag "$name:latest" \
    --build-arg "VERSION=$version" --build-arg "REVISION=$revision" "$@" .
