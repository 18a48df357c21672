#!/usr/bin/env bash
# Packs a stripped program and its debug information: scripts/pack.sh FOLDER NAME OUTPUT
# FOLDER contains the output of scripts/strip.mjs. Writes NAME.tar.gz and NAME.debug.tar.gz (Windows: .zip) to OUTPUT.
set -euo pipefail
folder=$1 name=$2 output=$3
here=$(cd "$(dirname "$0")/.." && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output" "$work/$name" "$work/$name.debug"
program=pailou
[ ! -e "$folder/pailou.exe" ] || program=pailou.exe
install -m 755 "$folder/$program" "$work/$name/$program"
cp "$here"/README.md "$here"/README.zh.md "$here"/CHANGELOG.md "$here"/LICENSE* "$work/$name/"
if [ -d "$folder/pailou.dSYM" ]; then
	cp -R "$folder/pailou.dSYM" "$work/$name.debug/"
else
	cp "$folder/$program.debug" "$work/$name.debug/"
fi
output=$(cd "$output" && pwd)
for part in "$name" "$name.debug"; do
	if [ "$program" = pailou.exe ]; then
		(cd "$work" && zip -qr "$output/$part.zip" "$part")
	else
		tar -C "$work" -czf "$output/$part.tar.gz" "$part"
	fi
done
