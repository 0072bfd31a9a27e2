#!/bin/sh
# Install the tools that build and run the image on Debian, as root: podman (which needs no daemon) with runc, and mmdebstrap,
# which makes a base image without a registry.
set -eu

export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends \
    podman runc conmon netavark catatonit iptables ca-certificates debian-archive-keyring mmdebstrap >/dev/null
