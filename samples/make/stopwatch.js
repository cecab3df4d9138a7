// The shop with a stopwatch round its functions, in two worker threads, written as a speedscope file: one evented profile a
// thread. Usage: node stopwatch.js MS OUT.json
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');

const frames = [], events = [];
const now = () => Math.round((performance.timeOrigin + performance.now() - workerData.zero) * 1000);

function timed(f, file) {
  const frame = frames.push({ name: f.name, file }) - 1;
  return (...args) => {
    events.push({ type: 'O', frame, at: now() });
    try {
      return f(...args);
    } finally {
      events.push({ type: 'C', frame, at: now() });
    }
  };
}

function shopWithStopwatch() {
  const shop = {};
  for (const file of ['catalog', 'price', 'render', 'store'])
    for (const [name, f] of Object.entries(require(`./shop/${file}`)))
      shop[name] = typeof f === 'function' ? timed(f, `shop/${file}.js`) : f;
  return shop;
}

function work() {
  const { makeCatalog, buildIndex, search, priceCart, renderPage, appendOrder, reportOf, archive, words } = shopWithStopwatch();
  let seed = workerData.seed;
  const random = () => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) / 2 ** 24;
  const catalog = makeCatalog(random, 2000), index = buildIndex(catalog), log = [];
  const answer = timed(function answerRequest() {
    const found = search(index, words[Math.floor(random() * words.length)]).map((id) => catalog[id]);
    const priced = priceCart(found.slice(0, 8));
    appendOrder(log, { lines: priced.lines });
    return renderPage('found', found, priced.signature);
  }, 'stopwatch.js');
  const report = timed(function reportOrders() { return reportOf(log).length + archive(log); }, 'stopwatch.js');
  for (let i = 1, end = Date.now() + workerData.ms; Date.now() < end; i++) (i % 25 ? answer : report)();
  parentPort.postMessage({ frames, events });
}

function profileOf(name, { events }, offset) {
  const all = events.map((e) => ({ ...e, frame: e.frame + offset }));
  return { type: 'evented', name, unit: 'microseconds', startValue: all[0].at, endValue: all.at(-1).at, events: all };
}

async function main([ms, out]) {
  const zero = performance.timeOrigin + performance.now();
  const runs = await Promise.all([1, 2].map((seed) => new Promise((resolve) =>
    new Worker(__filename, { workerData: { seed, ms: Number(ms) / seed, zero } }).on('message', resolve))));
  const shared = { frames: runs.flatMap((r) => r.frames) };
  const profiles = runs.map((r, i) => profileOf(`worker ${i + 1}`, r, i * runs[0].frames.length));
  const $schema = 'https://www.speedscope.app/file-format-schema.json';
  writeFileSync(out, JSON.stringify({ $schema, name: 'shop', activeProfileIndex: 0, exporter: 'stopwatch.js', shared, profiles }));
}
isMainThread ? main(process.argv.slice(2)) : work();
