#!/bin/sh
# Print the first of some commands that is a Python of version 3.11 or newer; print nothing if none is.
for python in "$@"; do
	if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
		echo "$python"
		break
	fi
done
