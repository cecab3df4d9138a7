// A shop's backend that takes orders: express -> redis, mysql, kafka, each a small stand-in with real timers, told apart by
// diagnostics channels. Writes what the channels said as async operations; with a third argument each also says which async
// resource it is and which one caused it. Usage: node orders.js REQUESTS OUT.json [ids]
const { tracingChannel } = require('node:diagnostics_channel');
const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const { writeFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');

const [requests, out, ids] = [Number(process.argv[2]), process.argv[3], process.argv[4]];
const events = [], current = new AsyncLocalStorage();
const lost = { 'mysql:query': 71 }; // each 71st query never answers before the program ends
let seed = 20260101, operations = 0;

function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) / 2 ** 24;
}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function record(channel, eventType, operationId, context, error) {
  const timestamp = Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000;
  const event = { channel, eventType, timestamp, context: { ...context }, operationId };
  if (error) event.error = { name: error.name, message: error.message };
  events.push(event);
}

function channelOf(name) {
  const channel = tracingChannel(name);
  channel.subscribe({
    start: (c) => record(name, 'start', c.operationId, c.context),
    asyncStart: (c) => record(name, 'asyncStart', c.operationId, c.context),
    asyncEnd: (c) => record(name, c.error ? 'error' : 'end', c.operationId, { ...c.context, ...c.result }, c.error),
  });
  return (context, work) => {
    const operationId = `${name}:${++operations}`, cause = current.getStore();
    const resource = new AsyncResource(name, cause ? { triggerAsyncId: cause.asyncId() } : {});
    const async = ids ? { asyncId: resource.asyncId(), triggerAsyncId: resource.triggerAsyncId() } : {};
    return channel.tracePromise(() => current.run(resource, async () => work()), { operationId, context: { ...context, ...async } });
  };
}

const express = channelOf('express:request'), redis = channelOf('redis:command');
const mysql = channelOf('mysql:query'), kafka = channelOf('kafka:produce'), http = channelOf('http:client');

const get = (key) => redis({ command: 'GET', key, 'server.address': 'cache-1' }, () => sleep(1 + random() * 3));
const set = (key) => redis({ command: 'SET', key, 'server.address': 'cache-1' }, () => sleep(1 + random() * 2));
const query = (sql, ms) => mysql({ query: sql, 'server.address': 'db-primary', 'db.name': 'shop' }, async () => {
  if (operations % lost['mysql:query'] === 70) await new Promise(() => {});
  await sleep(ms * (0.6 + random()));
  if (random() < 0.02) throw Object.assign(new Error('Deadlock found when trying to get lock'), { name: 'ER_LOCK_DEADLOCK' });
});
const produce = (topic) => kafka({ topic, acks: 1 }, () => sleep(2 + random() * 6));

async function payment(total) {
  return http({ 'http.method': 'POST', 'http.url': 'https://payments.example/v1/charges', total }, async () => {
    await sleep(20 + random() * 40);
    if (random() < 0.03) throw new Error('402: card declined');
  });
}

async function order(id) {
  await get(`session:${id}`);
  await Promise.all([query('SELECT * FROM carts WHERE user_id = ?', 12), query('SELECT * FROM addresses WHERE user_id = ?', 8), get(`prices:${id % 20}`)]);
  for (let item = 0; item < 1 + id % 3; item++) await query('UPDATE stock SET reserved = reserved + 1 WHERE sku = ?', 5);
  await payment(1999 + id);
  await query('INSERT INTO orders (user_id, total) VALUES (?, ?)', 9);
  await Promise.all([produce('orders.created'), set(`session:${id}`)]);
}

function handle(id) {
  const timeout = sleep(400).then(() => { throw new Error('504: upstream timed out'); });
  timeout.catch(() => {});
  return express({ 'http.method': 'POST', 'http.route': '/orders', user: id }, () => Promise.race([order(id), timeout])).catch(() => {});
}

async function main() {
  const running = [];
  for (let id = 1; id <= requests; id++) {
    running.push(handle(id));
    await sleep(6 + random() * 18);
  }
  await Promise.all(running);
  writeFileSync(out, `[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]\n`);
  console.log(`${events.length} events`);
}
main();
