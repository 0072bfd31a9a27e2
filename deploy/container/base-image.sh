#!/bin/sh
# Provide the base images of the Dockerfile on this machine:
#
#   python:3.13-slim              kept if present; else pulled; else, without a registry, made from Debian's packages
#                                 (mmdebstrap, as root; trixie's python3 is 3.13)
#   shuffle-and-deal-builder      the same with this machine's CA bundle and pip configuration, for the build stage only;
#                                 neither reaches the final image
#
# BASE_IMAGE names another base, such as python:3.13-slim@sha256:…, which is present or pulled and never made.
#
# To make the base anew, remove it first: engine.sh rmi python:3.13-slim
set -eu

here=$(cd "$(dirname "$0")" && pwd)
engine=$here/engine.sh
base=${BASE_IMAGE:-python:3.13-slim}
builder=shuffle-and-deal-builder
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

make_base() {
    mmdebstrap --quiet --variant=minbase --include=python3,python3-venv,ca-certificates \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        trixie "$work/root.tar"
    cat >"$work/Dockerfile" <<'END'
FROM scratch
ADD root.tar /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
CMD ["python3"]
END
    "$engine" build --quiet --tag "$base" "$work" >/dev/null
    rm "$work/root.tar"
}

# Print this machine's settings for finding packages as a pip.conf, without paths of its own disk.
pip_settings() {
    python3 -m pip config list | awk -F= '
        BEGIN { print "[global]" }
        {
            key = $1
            sub(/^.*\./, "", key)
            if (key !~ /^(index-url|extra-index-url|find-links|trusted-host|proxy|timeout|default-timeout|retries)$/) next
            rank = ($1 ~ /^:env:/) ? 3 : ($1 ~ /^global/) ? 1 : 2
            if (rank < ranks[key]) next
            value = substr($0, length($1) + 2)
            gsub(/\\n/, " ", value)
            gsub(/^.|.$/, "", value)
            kept = ""
            count = split(value, words, " ")
            for (i = 1; i <= count; i++)
                if (words[i] !~ /^(file:|\/|\.)/) kept = kept " " words[i]
            ranks[key] = rank
            values[key] = kept
        }
        END { for (key in values) if (values[key] != "") print key " =" values[key] }'
}

make_builder() {
    for bundle in "${PIP_CERT:-}" "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt; do
        [ ! -r "$bundle" ] || break
    done
    pip_settings >"$work/pip.conf"
    if [ -r "$bundle" ]; then
        cp "$bundle" "$work/ca.crt"
        echo "cert = /etc/pip-ca.crt" >>"$work/pip.conf"
    else
        : >"$work/ca.crt"
    fi
    cat >"$work/Dockerfile" <<END
FROM $base
COPY ca.crt /etc/pip-ca.crt
COPY pip.conf /etc/pip.conf
END
    "$engine" build --quiet --tag "$builder" "$work" >/dev/null
}

if "$engine" inspect --type image "$base" >/dev/null 2>&1; then
    echo "$base is present."
elif timeout 120 "$engine" pull --quiet "$base" >/dev/null 2>&1; then
    echo "$base was pulled."
elif [ -n "${BASE_IMAGE:-}" ]; then
    echo "$base is not here and cannot be pulled." >&2
    exit 1
else
    echo "$base cannot be pulled: making it from Debian's packages."
    make_base
fi
make_builder
echo "$builder is made."
