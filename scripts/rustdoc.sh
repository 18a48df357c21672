#!/usr/bin/env bash
# Runs rustdoc for one crate of `just lint`, which sets RUSTDOC to this file. By default, rustdoc merges the search
# index of each crate into the index of all crates in the output folder. That takes 20 times as long as documenting the
# crate. Here each crate is written to an empty folder and then moved, so the documentation has no search.
set -euo pipefail
args=("$@")
output=""
for i in "${!args[@]}"; do
    case ${args[i]} in -o | --out-dir) output=${args[i + 1]} at=$((i + 1)) ;; esac
done
if [ -z "$output" ]; then exec rustdoc "$@"; fi
folder=$(mktemp -d "$output.XXXXXX")
trap 'rm -rf "$folder"' EXIT
args[at]=$folder
rustdoc "${args[@]}"
rm -rf "$folder/search.index"
# Cargo looks for the documentation of the crate in the output folder that it has passed to rustdoc.
mkdir -p "$output"
cp -R "$folder/." "$output"
