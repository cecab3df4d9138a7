#!/bin/sh
# Holds tests/layers.txt against every #include of src/ and include/, and malloc to src/base/arena.c.
cd "$(dirname "$0")/../.." || exit 1
grep -rnE '^ *# *include' src include | awk '
    NR == FNR { sub(/#.*/, ""); sub(/:/, " ")
                if (NF) { seen[$1] = 1; for (i = 2; i <= NF; i++) { may[$1, $i] = 1
                          if ($1 !~ /</ && !seen[$i]) fail("tests/layers.txt", $1 " before " $i ": not in the order of the flow") } }
                next }
    { split($0, part, "/"); layer = part[2]; at = $0; sub(/:[^:]*$/, "", at); what = tolower($NF)
      if (!(layer in seen)) fail(at, layer " is not in tests/layers.txt")
      if (what ~ /^"[^"]+\//) { sub(/^"/, "", what); sub(/\/.*/, "", what)
          if (what != layer && !may[layer, what]) fail(at, layer " may not include " what) }
      else for (lib in seen) if (lib ~ /</ && index(what, tolower(lib)) && !may[lib, layer]) fail(at, layer " may not include " what) }
    function fail(at, why) { print at ": " why; bad = 1 }
    END { exit bad }' tests/layers.txt -
bad=$?
grep -rnE '(^|[^A-Za-z0-9_.>])(malloc|calloc|realloc|free|strdup)\(' src include --include='*.[ch]' | grep -v '^src/base/arena.c' && bad=1
exit $bad
