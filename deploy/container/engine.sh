#!/bin/sh
# Runs a command with the container engine of this machine: docker if its daemon answers, else podman, else buildah.
#
#   engine.sh                 names the engine
#   engine.sh build …         builds as that engine must be told to on a machine without systemd or an image registry
#   engine.sh run …, create …  likewise (not with buildah, which only builds)
#   engine.sh <command> …     is passed on as it is
#
# CONTAINER_ENGINE=docker|podman|buildah chooses one.
set -eu

answers() {
    case $1 in
        docker) docker version ;;
        *) "$1" --version ;;
    esac >/dev/null 2>&1
}

choose() {
    for engine in ${CONTAINER_ENGINE:-docker podman buildah}; do
        if answers "$engine"; then
            echo "$engine"
            return
        fi
    done
    echo "No container engine answers (tried: ${CONTAINER_ENGINE:-docker podman buildah}); deploy/container/install.sh installs one." >&2
    return 1
}

engine=$(choose)
[ $# -gt 0 ] || { echo "$engine"; exit; }
command=$1
shift

case $engine:$command in
    docker:build)
        # Without the buildx plugin only the older builder is there.
        docker buildx version >/dev/null 2>&1 || export DOCKER_BUILDKIT=0
        set -- --network host "$@"
        ;;
    podman:build | buildah:build)
        # The OCI format has no HEALTHCHECK; chroot isolation needs no cgroup of its own.
        set -- --format docker --isolation chroot --network host "$@"
        ;;
esac
if [ "$engine" = podman ] && [ ! -d /run/systemd/system ]; then
    if [ "$command" = run ] || [ "$command" = create ]; then
        # HEALTHCHECK's timer would be systemd's, and a machine this bare may refuse podman's default limits (EPERM).
        set -- --no-healthcheck --ulimit nofile=1024:1024 --ulimit nproc=1000:1000 "$@"
        # When a container runs out of memory, conmon leaves a file "oom" in the directory that it was started from.
        cd "${TMPDIR:-/tmp}"
    fi
    set -- --cgroup-manager cgroupfs "$command" "$@"
    # crun, podman's first choice, fails where both versions of cgroups are mounted.
    ! command -v runc >/dev/null || set -- --runtime runc "$@"
else
    set -- "$command" "$@"
fi
exec "$engine" "$@"
