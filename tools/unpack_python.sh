#!/bin/sh
# Unpack Debian 13's Python 3.13 into a folder: tools/unpack_python.sh FOLDER. Its own loader and libraries run it, whatever
# system the machine has, and it finds its pip in the folder.
set -eu
folder=$(realpath -m "$1")
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
mmdebstrap --quiet --variant=extract --include=python3.13-venv trixie "$folder"
sed -i "s|'WHEEL_PKG_DIR': '|&$folder|" "$folder"/usr/lib/python3.13/_sysconfigdata_*.py
mv "$folder/usr/bin/python3.13" "$folder/usr/bin/python3.13.elf"
libraries="$folder/usr/lib/$(uname -m)-linux-gnu"
loader=$(echo "$libraries"/ld-linux-*.so.*)
cat > "$folder/usr/bin/python3.13" <<END
#!/bin/sh
exec "$loader" --argv0 "\$0" --library-path "$libraries" "$folder/usr/bin/python3.13.elf" "\$@"
END
chmod +x "$folder/usr/bin/python3.13"
