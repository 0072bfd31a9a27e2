#!/bin/sh
# Install from npm what a folder locks into another folder: npm_ci.sh FROM INTO OPTION…
# If that fails, make finds no package-lock.json there, and begins anew.
set -eu
from=$1
into=$2
shift 2
mkdir -p "$into"
cp "$from/package.json" "$from/package-lock.json" "$into"
npm ci --prefix "$into" --no-audit --no-fund --loglevel=error "$@" || {
	rm "$into/package-lock.json"
	exit 1
}
