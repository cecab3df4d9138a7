# perf script text -> folded stacks: one line per distinct stack, comm first, outermost call first, count last.
/^[^ \t#].*:/ { comm = $0; sub(/ +[0-9\/]+ .*/, "", comm); gsub(/[ ;]/, "_", comm); stack = ""; next }
/^[ \t]+[0-9a-f]+ / {
    sub(/^[ \t]+[0-9a-f]+ /, ""); sub(/ \([^()]*\)$/, ""); sub(/\+0x[0-9a-f]+$/, ""); gsub(/;/, ":")
    stack = ";" $0 stack; next
}
/^$/ && comm != "" { count[comm stack]++; comm = "" }
END { for (line in count) print line, count[line] | "sort" }
