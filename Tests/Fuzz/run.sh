#!/bin/sh
# run.sh BINARY SECONDS [TARGET...]: runs libFuzzer over each target in turn (all, without names),
# and says how often each ran and what it found. What it learns stays in .build-fuzz.
# run.sh BINARY merge [TARGET...]: keeps in Corpus the few inputs that reach all that was reached.
# libFuzzer reads folders, so each corpus is unpacked in .build-fuzz/kept.
set -eu
# Values that Swift makes once are found by pointers with tags, which the sanitizer cannot follow.
export ASAN_OPTIONS=detect_leaks=0
here=$(cd "$(dirname "$0")" && pwd)
binary=$1 seconds=$2
shift 2
work=$here/../../.build-fuzz
[ $# -gt 0 ] || set -- $(ls "$here/Corpus" | sed 's/\.json$//')
pack() { python3 -B "$here/../Tools/pack.py" "$@"; }
found=0
for target; do
    learned=$work/corpus/$target kept=$work/kept/$target crashes=$work/crashes/$target
    packed=$here/Corpus/$target.json
    rm -rf "$kept"
    mkdir -p "$learned" "$crashes"
    pack unpack "$packed" "$kept"
    if [ "$seconds" = merge ]; then
        rm -rf "$work/merged" && mkdir "$work/merged"
        "$binary" --"$target" -merge=1 -set_cover_merge=1 -max_len=2048 \
            "$work/merged" "$kept" "$learned" > "$work/$target.log" 2>&1
        rm "$packed"
        pack add "$packed" "$work/merged"/*
        echo "$target: $(ls "$work/merged" | wc -l) inputs kept"
        continue
    fi
    code=0
    "$binary" --"$target" -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
        -dict="$here/words.dict" -artifact_prefix="$crashes/" "$learned" "$kept" \
        > "$work/$target.log" 2>&1 || code=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$target.log")
    if [ $code = 0 ]; then
        echo "$target: $runs runs, nothing found"
    else
        found=1
        echo "$target: $runs runs, and one that fails:"
        grep -E "^$target: |ERROR: |Test unit written" "$work/$target.log" | cut -c1-500
    fi
done
exit $found
