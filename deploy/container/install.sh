#!/bin/sh
# Installs what building and running the image needs on a bare Debian machine, as root: podman (it needs no daemon) with
# runc, and mmdebstrap for a base image without a registry.
set -eu

export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends \
    podman runc conmon netavark catatonit iptables ca-certificates debian-archive-keyring mmdebstrap >/dev/null
