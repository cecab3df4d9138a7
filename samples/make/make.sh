#!/bin/bash
# Makes every sample anew, with real tools: samples/make/make.sh. Needs node and npm, chromium, firefox-esr, clang, gcc, perf,
# valgrind. Works in /srv/demo, so that the paths inside the files are the same on every machine.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
samples=$(dirname "$here")
rm -rf /srv/demo && mkdir -p /srv/demo && cp -r "$here"/* /srv/demo && cd /srv/demo
npm install --silent --no-save @opentelemetry/api @opentelemetry/sdk-trace-node @opentelemetry/resources \
    @opentelemetry/exporter-zipkin @opentelemetry/otlp-transformer @datadog/pprof pprof-format

v8() { # .cpuprofile, .heapprofile
    node --cpu-prof --cpu-prof-name=shop.cpuprofile shop/main.js 200
    node --cpu-prof --cpu-prof-name=shop-long.cpuprofile --cpu-prof-interval 100 shop/main.js 5000
    node --heap-prof --heap-prof-name=shop.heapprofile --heap-prof-interval 4096 shop/main.js 1000
}

chrome() { # traces of a browser and of a compiler
    timeout -s INT 14 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$(mktemp -d)" --remote-debugging-port=0 --window-size=1200,800 \
        --trace-startup=devtools.timeline,disabled-by-default-devtools.timeline,v8.execute,blink.user_timing,disabled-by-default-v8.cpu_profiler \
        --trace-startup-format=json --trace-startup-file=/srv/demo/trace.json --trace-startup-duration=3 \
        file:///srv/demo/checkout.html >/dev/null 2>&1 || true
    node trim.js trace.json checkout.json checkout.html
    clang -O2 -ftime-trace -ftime-trace-granularity=200 -c wordmill.c -o wordmill.o && mv wordmill.json compile.json
}

native() { # perf script, folded, callgrind
    gcc -O1 -g -fno-inline -fno-omit-frame-pointer -o wordmill wordmill.c -lz -pthread
    perf record -q -e cpu-clock -F 499 -g -o small.data ./wordmill 20
    perf script -i small.data >wordmill.perf.txt 2>/dev/null
    perf record -q -e cpu-clock -F 1499 -g -o long.data node --perf-basic-prof --interpreted-frames-native-stack shop/main.js 1500
    perf script -i long.data >node.perf.txt 2>/dev/null
    awk -f fold.awk wordmill.perf.txt >wordmill.folded.txt
    awk -f fold.awk node.perf.txt >node.folded.txt
    valgrind -q --tool=callgrind --callgrind-out-file=wordmill.callgrind.out ./wordmill 1
    valgrind -q --tool=callgrind --cache-sim=yes --branch-sim=yes --dump-instr=yes --collect-jumps=yes \
        --callgrind-out-file=wordmill-cache.callgrind.out ./wordmill 2
}

programs() { # what our own programs write
    node heap.js 200 shop && node perf2pprof.js node.pb.gz <node.perf.txt
    node stopwatch.js 60 shop.speedscope.json && node stopwatch.js 1200 shop-long.speedscope.json
    node orders.js 3 order.operations.json && node orders.js 250 orders.operations.json ids
    node spans.js 1 order && node spans.js 120 orders
    node tree.js node_modules/pprof-format package.tree.json && node tree.js node_modules modules.tree.json
}

firefox_profile() {
    HOME=/tmp/checkout MOZ_PROFILER_STARTUP=1 MOZ_PROFILER_STARTUP_FEATURES=js,stackwalk,cpu \
        MOZ_PROFILER_STARTUP_FILTERS=GeckoMain,Compositor MOZ_PROFILER_STARTUP_INTERVAL=2 MOZ_PROFILER_SHUTDOWN=/srv/demo/firefox.json \
        timeout 60 firefox-esr --headless --profile "$(mktemp -d)" --screenshot /tmp/checkout2.png file:///srv/demo/checkout.html
}

v8 && chrome && native && programs && firefox_profile
gzip -9fn shop-long.* checkout.json node.folded.txt node.perf.txt wordmill-cache.callgrind.out orders.*.json \
    modules.tree.json firefox.json
cp shop*.cpuprofile* shop.heapprofile shop*.speedscope* checkout.json.gz compile.json wordmill.*.txt wordmill*.out* node.*.txt.gz \
    ./*.pb.gz order*.operations* order*.otlp* order*.jaeger* order*.zipkin* ./*.tree.json* firefox.json.gz "$samples" && chmod 644 "$samples"/*.*
