import { expect, test } from 'vitest';
import { createHealth } from './health.ts';
import { createLog } from './log.ts';
import { createMetrics, createRegistry, Gauge } from './metrics.ts';
import { serveOperations } from './operations.ts';

const anyPort = { host: '127.0.0.1', port: 0 };
const log = createLog('test', 'silent');

test('a process is ready once it has started and every condition is met, and never again once it drains', () => {
  const health = createHealth();
  const broker = health.condition('broker');
  expect(health.report()).toEqual({ ready: false, waitingFor: ['starting', 'broker: not yet'] });
  health.started();
  broker.set(true);
  expect(health.report()).toEqual({ ready: true, waitingFor: [] });
  broker.set(false, 'away');
  expect(health.report()).toEqual({ ready: false, waitingFor: ['broker: away'] });
  broker.set(true);
  health.drain();
  health.started();
  expect(health.report()).toEqual({ ready: false, waitingFor: ['draining'] });
});

test('that a process is ready is told once, at whichever comes last', () => {
  let told = 0;
  const health = createHealth(() => {
    told += 1;
  });
  const broker = health.condition('broker');
  health.started();
  expect(told).toBe(0);
  broker.set(true);
  expect([told, health.report().ready]).toEqual([1, true]);
  broker.set(false);
  broker.set(true);
  expect(told).toBe(1);
  const bare = createHealth(() => {
    told += 1;
  });
  bare.started();
  expect(told).toBe(2);
});

test('health, readiness and metrics are served, and the status tells readiness', async () => {
  const health = createHealth();
  const operations = await serveOperations(anyPort, { health, metrics: createMetrics('test'), log });
  const get = (path: string) => fetch(`http://127.0.0.1:${operations.port}${path}`);
  try {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(503);
    health.started();
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('process_cpu_user_seconds_total{service="test"}');
    expect((await get('/else')).status).toBe(404);
  } finally {
    await operations.stop();
  }
});

test('a metric that cannot be read fails its scrape, and not the process', async () => {
  const metrics = createRegistry('test');
  new Gauge({
    name: 'journal_bytes',
    help: 'What a disk holds',
    registers: [metrics],
    collect() {
      throw new Error('EMFILE: too many open files');
    },
  });
  const operations = await serveOperations(anyPort, { health: createHealth(), metrics, log });
  try {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${operations.port}/metrics`, { signal });
    expect(answer.status).toBe(500);
  } finally {
    await operations.stop();
  }
});
