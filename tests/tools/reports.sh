#!/bin/sh
# Makes the golden reports of all samples anew, with the build that is there.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p tests/golden/reports
rm -f tests/golden/reports/*.md
for sample in samples/*; do
    if [ ! -f "$sample" ] || [ "$sample" = samples/README.md ]; then continue; fi
    build/cresset hotspots "$sample" --format md --top 10 --callers 2 >"tests/golden/reports/$(basename "$sample").md" 2>/dev/null
done
