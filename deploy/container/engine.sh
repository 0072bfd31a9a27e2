#!/bin/sh
# Run a command of this machine's container engine: docker if its daemon responds, else podman, else buildah.
#
#   engine.sh                 prints the name of the engine
#   engine.sh build …         adds the options that a machine without systemd or an image registry needs
#   engine.sh run …, create …  likewise (not with buildah, which only builds)
#   engine.sh <command> …     runs any other command unchanged
#
# CONTAINER_ENGINE=docker|podman|buildah chooses one.
set -eu

responds() {
    case $1 in
        docker) docker version ;;
        *) "$1" --version ;;
    esac >/dev/null 2>&1
}

choose() {
    for engine in ${CONTAINER_ENGINE:-docker podman buildah}; do
        if responds "$engine"; then
            echo "$engine"
            return
        fi
    done
    echo "No container engine responds (tried: ${CONTAINER_ENGINE:-docker podman buildah}); deploy/container/install.sh installs one." >&2
    return 1
}

engine=$(choose)
[ $# -gt 0 ] || { echo "$engine"; exit; }
command=$1
shift

case $engine:$command in
    docker:build)
        # Without the buildx plugin, docker has its older builder only.
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
        # podman needs systemd for the timer of HEALTHCHECK, and such a machine may refuse podman's default limits (EPERM).
        set -- --no-healthcheck --ulimit nofile=1024:1024 --ulimit nproc=1000:1000 "$@"
        # When a container runs out of memory, conmon writes a file "oom" into its working directory.
        cd "${TMPDIR:-/tmp}"
    fi
    set -- --cgroup-manager cgroupfs "$command" "$@"
    # crun, podman's default, fails if both versions of cgroups are mounted.
    ! command -v runc >/dev/null || set -- --runtime runc "$@"
else
    set -- "$command" "$@"
fi
exec "$engine" "$@"
