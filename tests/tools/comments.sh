#!/bin/sh
# The headers are the manual: each opens with a comment, and every public function or type stands in a block
# (lines without a blank line between) that has one; x_new and x_free need none.
cd "$(dirname "$0")/../.." || exit 1
# shellcheck disable=SC2016 # awk's own $0
find include -name '*.h' | sort | xargs awk '
    FNR == 1 { block = 0; if ($0 !~ /^\/\*/) fail("does not open with a comment") }
    /^$/ { block = 0 }
    /\/\*/ { block = 1 }
    /^[A-Za-z].*[a-z_]\(.*\).*;/ && !/^typedef/ && !/_(new|free)\(/ && !block { fail("no comment tells what this does: " $0) }
    function fail(why) { print FILENAME ":" FNR ": " why; bad = 1 }
    END { exit bad }'
