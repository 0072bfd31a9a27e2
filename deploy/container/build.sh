#!/bin/sh
# Build the image shuffle-and-deal, tagged with the project's version and `latest`. Arguments go to the engine's build command.
# BASE_IMAGE is the base, if not the Dockerfile's, and may have a digest; the last line printed has the digest of the base, and so has a
# label of the image. SOURCE_URL is the value of the image's label for its source.
# Two builds of one commit on one base have the same layers (reproduce.sh): every time stamp is SOURCE_DATE_EPOCH, by default
# the time of the commit. docker's older builder, without buildx, cannot do that.
# The build stage uses shuffle-and-deal-builder if base-image.sh has made it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
engine=$here/engine.sh
cd "$here/../.."

name=shuffle-and-deal
builder=$name-builder
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
revision=$(git rev-parse --verify HEAD 2>/dev/null || echo unknown)
base=${BASE_IMAGE:-$(sed -n 's/^ARG BASE_IMAGE=//p' Dockerfile)}
case $base in
    *@*) digest=${base#*@} base=${base%@*} ;;
    *) digest=$("$engine" images --digests --format '{{.Digest}}' "$base" 2>/dev/null | head -n 1) ;;
esac
case $digest in
    sha256:*) ;;
    *) digest=unknown ;;  # docker knows none of a base that was made on this machine, or that only its builder has pulled
esac
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH="$epoch"

case $("$engine") in
    podman | buildah) set -- --timestamp "$epoch" "$@" ;;
esac
[ -z "${BASE_IMAGE:-}" ] || set -- --build-arg "BASE_IMAGE=$BASE_IMAGE" "$@"
[ -z "$("$engine" images --quiet "$builder" 2>/dev/null)" ] || set -- --build-arg "BUILDER_IMAGE=$builder" "$@"
"$engine" build --tag "$name:$version" --tag "$name:latest" \
    --build-arg "VERSION=$version" --build-arg "REVISION=$revision" \
    --build-arg "CREATED=$(date --utc --date="@$epoch" +%Y-%m-%dT%H:%M:%SZ)" --build-arg "SOURCE=${SOURCE_URL:-unknown}" \
    --build-arg "BASE_DIGEST=$digest" "$@" .
echo "$name:$version is built on $base@$digest"
