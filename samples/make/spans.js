// The same shop seen by OpenTelemetry: three services, traces of orders. Writes the spans as OTLP JSON (by OpenTelemetry's own
// serializer), as Zipkin v2 (by its own exporter, which we answer on a local port) and as the JSON of Jaeger's UI.
// Usage: node spans.js ORDERS NAME   -> NAME.otlp.json NAME.zipkin.json NAME.jaeger.json
const { trace, context, SpanKind, SpanStatusCode } = require('@opentelemetry/api');
const { NodeTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = require('@opentelemetry/sdk-trace-node');
const { resourceFromAttributes } = require('@opentelemetry/resources');
const { ZipkinExporter } = require('@opentelemetry/exporter-zipkin');
const { JsonTraceSerializer } = require('@opentelemetry/otlp-transformer');
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');

const [orders, name] = [Number(process.argv[2]), process.argv[3]];
const memory = new InMemorySpanExporter();
let seed = 7;
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) / 2 ** 24;
}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function tracerOf(service) {
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': '1.4.2' });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor(memory)] });
  if (service === 'gateway') provider.register();
  return provider.getTracer(service);
}
const services = Object.fromEntries(['gateway', 'orders', 'payments'].map((s) => [s, tracerOf(s)]));

function span(service, label, attributes, work, kind = SpanKind.INTERNAL) {
  return services[service].startActiveSpan(label, { attributes, kind }, async (s) => {
    try {
      return await work(s);
    } catch (error) {
      s.recordException(error);
      s.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    } finally {
      s.end();
    }
  });
}

async function charge(total) {
  await span('payments', 'risk score', { model: 'v3' }, () => sleep(3 + random() * 9));
  await span('payments', 'SELECT cards', { 'db.system': 'postgresql' }, () => sleep(2 + random() * 4), SpanKind.CLIENT);
  await sleep(8 + random() * 20);
  if (random() < 0.08) throw new Error('card declined');
  return total;
}

async function placeOrder(id) {
  await Promise.all(['SELECT carts', 'SELECT addresses', 'SELECT prices'].map((sql) =>
    span('orders', sql, { 'db.system': 'mysql' }, () => sleep(3 + random() * 12), SpanKind.CLIENT)));
  await span('orders', 'POST /charges', { 'http.method': 'POST' }, () =>
    span('payments', 'POST /charges', { total: id * 100 }, () => charge(id * 100), SpanKind.SERVER), SpanKind.CLIENT);
  await span('orders', 'INSERT orders', { 'db.system': 'mysql' }, () => sleep(4 + random() * 6), SpanKind.CLIENT);
  await span('orders', 'orders.created publish', { 'messaging.system': 'kafka' }, () => sleep(1 + random() * 3), SpanKind.PRODUCER);
}

function order(id) {
  return span('gateway', 'POST /orders', { 'http.method': 'POST', 'user.id': id }, () =>
    span('orders', 'place order', { 'order.id': id }, () => placeOrder(id), SpanKind.SERVER), SpanKind.SERVER);
}

function toZipkin(spans) {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk)).on('end', () => {
        response.writeHead(202).end();
        server.close(() => resolve(body));
        server.closeAllConnections();
      });
    }).listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${server.address().port}/api/v2/spans`;
      new ZipkinExporter({ url }).export(spans, () => {});
    });
  });
}

const micros = ([s, ns]) => s * 1e6 + Math.round(ns / 1e3);
const tags = (attributes) => Object.entries(attributes).map(([key, value]) =>
  ({ key, type: typeof value === 'number' ? 'int64' : 'string', value }));

function toJaeger(spans) {
  const traces = new Map();
  for (const s of spans) {
    const { traceId: traceID, spanId: spanID } = s.spanContext(), parent = s.parentSpanContext;
    if (!traces.has(traceID)) traces.set(traceID, { traceID, spans: [], processes: {} });
    const process = s.resource.attributes['service.name'], t = traces.get(traceID);
    t.processes[process] = { serviceName: process, tags: [] };
    t.spans.push({
      traceID, spanID, processID: process, operationName: s.name, startTime: micros(s.startTime), duration: micros(s.duration),
      references: parent ? [{ refType: 'CHILD_OF', traceID, spanID: parent.spanId }] : [],
      tags: tags({ ...s.attributes, ...(s.status.code === SpanStatusCode.ERROR ? { error: true } : {}) }), logs: [], warnings: null,
    });
  }
  return JSON.stringify({ data: [...traces.values()], total: 0, limit: 0, offset: 0, errors: null });
}

async function main() {
  const running = [];
  for (let id = 1; id <= orders; id++) {
    running.push(context.with(trace.deleteSpan(context.active()), () => order(id)));
    await sleep(5 + random() * 15);
  }
  await Promise.all(running);
  const spans = memory.getFinishedSpans();
  writeFileSync(`${name}.otlp.json`, Buffer.from(JsonTraceSerializer.serializeRequest(spans)));
  writeFileSync(`${name}.jaeger.json`, toJaeger(spans));
  writeFileSync(`${name}.zipkin.json`, await toZipkin(spans));
  console.log(`${spans.length} spans`);
}
main();
