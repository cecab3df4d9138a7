// Orders are kept as text, parsed again for each report, and sorted: the honest kind of slow.
const { gzipSync } = require('node:zlib');

function appendOrder(log, order) {
  log.push(JSON.stringify(order));
}

function parseOrders(log) {
  return log.map((line) => JSON.parse(line));
}

function byRevenue(a, b) {
  return b.revenue - a.revenue || a.id - b.id;
}

function reportOf(log) {
  const sums = new Map();
  for (const order of parseOrders(log))
    for (const line of order.lines) sums.set(line.id, (sums.get(line.id) || 0) + line.net);
  return [...sums].map(([id, revenue]) => ({ id, revenue })).sort(byRevenue);
}

function archive(log) {
  return gzipSync(log.join('\n'), { level: 6 }).length;
}

module.exports = { appendOrder, reportOf, archive };
