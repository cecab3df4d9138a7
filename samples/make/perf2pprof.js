// perf script text -> pprof, with pprof-format (the schema of Google's pprof). Usage: perf script | node perf2pprof.js OUT.pb.gz
const { Profile, Sample, Function, Line, Location, Mapping, StringTable, ValueType } = require('pprof-format');
const { readFileSync, writeFileSync } = require('node:fs');
const { gzipSync } = require('node:zlib');

const strings = new StringTable(), samples = new Map();
const tables = { function: new Map(), location: new Map(), mapping: new Map() };
const type = (name, unit) => new ValueType({ type: strings.dedup(name), unit: strings.dedup(unit) });

function once(table, key, make) {
  if (!tables[table].has(key)) tables[table].set(key, make(tables[table].size + 1));
  return tables[table].get(key).id;
}

function locationOf(line) {
  const [, address, symbol, file] = line.match(/^\s+([0-9a-f]+) (.*?)(?:\+0x[0-9a-f]+)? \((.*)\)$/);
  return once('location', `${address} ${file}`, (id) => {
    const mappingId = once('mapping', file, (m) => new Mapping({ id: m, filename: strings.dedup(file), hasFunctions: true }));
    const functionId = once('function', symbol, (f) => new Function({ id: f, name: strings.dedup(symbol), systemName: strings.dedup(symbol) }));
    return new Location({ id, mappingId, address: BigInt(`0x${address}`), line: [new Line({ functionId })] });
  });
}

for (const block of readFileSync(0, 'utf8').split('\n\n')) {
  const [head, ...stack] = block.trim().split('\n').filter((line) => !line.startsWith('#'));
  if (!stack.length) continue;
  const locationId = stack.map((line) => locationOf(`\t${line.trim()}`)), key = locationId.join();
  const period = Number(head.match(/(\d+) \S+:\s*$/)?.[1] || 1);
  const sample = samples.get(key) || { locationId, value: [0, 0] };
  samples.set(key, { locationId, value: [sample.value[0] + 1, sample.value[1] + period] });
}
writeFileSync(process.argv[2], gzipSync(new Profile({
  sampleType: [type('samples', 'count'), type('cpu', 'nanoseconds')],
  sample: [...samples.values()].map((s) => new Sample(s)),
  mapping: [...tables.mapping.values()], location: [...tables.location.values()], function: [...tables.function.values()],
  stringTable: strings, periodType: type('cpu', 'nanoseconds'), period: 667111,
}).encode(), { level: 9 }));
