#!/usr/bin/env bash
# Packs a stripped program and its debug information: scripts/pack.sh FOLDER NAME OUTPUT
# FOLDER has what scripts/strip.mjs left. OUTPUT gets NAME.tar.gz and NAME.debug.tar.gz.
set -euo pipefail
folder=$1 name=$2 output=$3
here=$(cd "$(dirname "$0")/.." && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output" "$work/$name" "$work/$name.debug"
install -m 755 "$folder/pailou" "$work/$name/pailou"
cp "$here"/README.md "$here"/README.zh.md "$here"/CHANGELOG.md "$here"/LICENSE* "$work/$name/"
if [ -d "$folder/pailou.dSYM" ]; then
	cp -R "$folder/pailou.dSYM" "$work/$name.debug/"
else
	cp "$folder/pailou.debug" "$work/$name.debug/"
fi
for part in "$name" "$name.debug"; do
	tar -C "$work" -czf "$output/$part.tar.gz" "$part"
done
