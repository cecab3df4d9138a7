// A browser's trace without what is not about the page: keeps the renderer of the page, the GPU process and the browser's main
// thread, threads with at least 20 calls, the page first; drops `metadata` (constants of the browser). Usage: node trim.js IN OUT PAGE
const { readFileSync, writeFileSync } = require('node:fs');
const [input, output, page] = process.argv.slice(2);
const { traceEvents } = JSON.parse(readFileSync(input, 'utf8'));

const names = new Map(), calls = new Map();
for (const e of traceEvents) {
  if (e.name === 'process_name') names.set(e.pid, e.args.name);
  if (e.ph === 'X') calls.set(`${e.pid} ${e.tid}`, (calls.get(`${e.pid} ${e.tid}`) || 0) + 1);
}
const renderer = traceEvents.find((e) => e.name === 'ParseHTML' && JSON.stringify(e.args).includes(page)).pid;
const main = traceEvents.find((e) => e.name === 'thread_name' && e.args.name === 'CrBrowserMain');

function isKept(e) {
  if (e.name === 'process_sort_index') return false;
  if (e.pid === main.pid) return e.name === 'process_name' || e.tid === main.tid;
  if (e.pid !== renderer && names.get(e.pid) !== 'GPU Process') return false;
  return e.ph === 'M' ? e.name === 'process_name' || calls.get(`${e.pid} ${e.tid}`) >= 20 : e.ph !== 'X' || calls.get(`${e.pid} ${e.tid}`) >= 20;
}
const order = [renderer, main.pid];
const sort = order.map((pid, i) => ({ name: 'process_sort_index', ph: 'M', pid, tid: 0, ts: 0, args: { sort_index: i - 9 } }));
writeFileSync(output, JSON.stringify({ traceEvents: [...sort, ...traceEvents.filter(isKept)] }));
