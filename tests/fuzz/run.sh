#!/bin/sh
# run.sh FUZZER FINDS SECONDS: gathers the seeds, fuzzes on two processes, and says what was found.
set -eu
fuzzer=$1 finds=$2 seconds=$3
seeds=$finds/seeds
mkdir -p "$seeds"
for file in samples/*.* tests/cases/*/input.* tests/golden/*/*[0-9a-z].json tests/fuzz/finds/*; do
    if [ ! -f "$file" ] || [ "$(wc -c <"$file")" -ge 65536 ]; then continue; fi
    name=$(echo "$file" | tr / _)
    cp "$file" "$seeds/$name"
    case $file in *.gz) gzip -dc "$file" 2>/dev/null | head -c 65536 >"$seeds/$name.plain" || true ;; esac
done
echo "$(find "$seeds" -type f | wc -l) seeds, $seconds s on two processes"
if ! "$fuzzer" -max_total_time="$seconds" -fork=2 -max_len=65536 -timeout=20 -rss_limit_mb=3000 -dict=tests/fuzz/words.dict \
    -artifact_prefix="$finds/" "$seeds" >"$finds/log" 2>&1; then
    tail -n 40 "$finds/log"
    echo "fuzz: something was found, see $finds" >&2
    exit 1
fi
grep -E 'cov:' "$finds/log" | tail -n 1
