#!/bin/sh -eu
# usage: docs.sh. Builds .docs/pushfunnel.doccarchive of the libraries with DocC; fails at a warning.
# To read it: `docc preview`, or any web server in .docs/pushfunnel.doccarchive.
#
# Symbol graphs need compiler flags, and other flags are another build: it has its own folder,
# without optimization. Nearly all symbols have package access, so these are included.
cd "$(dirname "$0")/.."
# Written when a module is compiled, and kept if it need not be.
graphs=$PWD/.build-docs/graphs
swift=${SWIFT:-swift}
docc=$(dirname "$(readlink -f "$(command -v "$swift")")")/docc
rm -rf .docs
mkdir -p "$graphs"
for target in Reporting Sampling; do
    "$swift" build --scratch-path .build-docs --target "$target" \
        -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs" \
        -Xswiftc -symbol-graph-minimum-access-level -Xswiftc package
done
archives=
for target in NDJSON FCM Delivery Reporting Sampling; do
    mkdir -p ".docs/graphs/$target"
    # Graphs of the module, and of its extensions of other modules' types.
    cp "$graphs/$target".symbols.json ".docs/graphs/$target"
    for graph in "$graphs/$target"@*.symbols.json; do
        [ ! -e "$graph" ] || cp "$graph" ".docs/graphs/$target"
    done
    "$docc" convert "Sources/$target/$target.docc" --warnings-as-errors \
        --fallback-display-name "$target" --fallback-bundle-identifier "pushfunnel.$target" \
        --additional-symbol-graph-dir ".docs/graphs/$target" \
        --output-path ".docs/$target.doccarchive"
    archives="$archives .docs/$target.doccarchive"
done
"$docc" merge $archives --synthesized-landing-page-name pushfunnel \
    --output-path .docs/pushfunnel.doccarchive
echo "made .docs/pushfunnel.doccarchive"
