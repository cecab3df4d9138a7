// The shop under Datadog's sampler, which writes pprof: where the time went, and what lies on the heap. Usage: node heap.js MS NAME
const { time, heap, encode } = require('@datadog/pprof');
const { writeFileSync } = require('node:fs');
const [ms, name] = [process.argv[2], process.argv[3]];
process.argv.splice(2, 2, ms);
heap.start(1024, 128);
time.start({ intervalMicros: 500, lineNumbers: true });
require('./shop/main.js');
setTimeout(async () => {
  writeFileSync(`${name}.time.pb.gz`, await encode(time.stop()));
  writeFileSync(`${name}.heap.pb.gz`, await encode(heap.profile()));
}, Number(ms) - 50);
