import { StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { statusSubject } from '@headgate/proto/subjects';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createHealth } from '../health.ts';
import { createLog } from '../log.ts';
import { createMetrics, Gauge } from '../metrics.ts';
import { identifyProcess } from '../process/identify-process.ts';
import { startTestNatsServer, type TestNatsServer } from '../testing/nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { type AnnouncedStatus, announceStatus } from './announce-status.ts';
import { connectNats } from './connect.ts';

let server: TestNatsServer;
beforeAll(async () => {
  server = await startTestNatsServer();
});
afterAll(() => server.stop());

const log = createLog('bakery', 'silent');

async function prepare() {
  const nats = await connectNats({ url: server.url, name: 'bakery', log });
  const ear = await connectNats({ url: server.url, name: 'ear', log });
  const heard: StatusAnnounced[] = [];
  ear.subscribe(statusSubject, { callback: (_, { data }) => heard.push(StatusAnnounced.decode(data)) });
  await ear.flush();
  const steps: (() => void)[] = [];
  const health = createHealth();
  const metrics = createMetrics('bakery');
  const service = {
    identity: identifyProcess('bakery'),
    health,
    metrics,
    log,
    onStop: (_step: string, run: () => Promise<void> | void) => void steps.push(() => void run()),
  };
  onTestFinished(async () => {
    for (const run of steps) run();
    await Promise.all([nats.close(), ear.close()]);
  });
  return {
    heard,
    health,
    metrics,
    announce: (said?: AnnouncedStatus) => announceStatus(service, nats, said),
  };
}

test('a process says who it is, whether it is ready, and what its gauges show', async () => {
  const { heard, health, metrics, announce } = await prepare();
  const registers = [metrics];
  const oven = new Gauge({ name: 'ovens', help: 'h', labelNames: ['floor'], registers });
  oven.set({ floor: '1' }, 2);
  oven.set({ floor: '2' }, 3);
  const broken = new Gauge({ name: 'broken', help: 'h', registers });
  broken.set(Number.NaN);
  health.started();
  announce({ gauges: { hot_ovens: 'ovens', broken_ovens: 'broken', cold_ovens: 'no such metric' } });
  await waitFor(() => heard.length > 0, 'a status is announced');
  const [status] = heard;
  expect(status).toMatchObject({
    service: 'bakery',
    ready: true,
    version: packageJson.version,
    channels: [],
  });
  expect(status?.gauges).toEqual({ hot_ovens: 5, resident_memory_bytes: expect.any(Number) });
  expect(status?.instance).toMatch(/^[0-9a-f-]{36}$/);
  expect(Number(status?.startedAtMs)).toBeLessThanOrEqual(Date.now());
});

test('it goes on saying so, as it is then, and by one name', async () => {
  const { heard, health, announce } = await prepare();
  announce();
  await waitFor(() => heard.length > 0, 'a first status is announced');
  expect(heard[0]?.ready).toBe(false);
  health.started();
  await waitFor(() => heard.some(({ ready }) => ready), 'a later status says that it is ready');
  expect(new Set(heard.map(({ instance }) => instance)).size).toBe(1);
});

test('a value that does not come in time is left out', async () => {
  const { heard, metrics, announce } = await prepare();
  new Gauge({
    name: 'stuck',
    help: 'h',
    registers: [metrics],
    collect: () => new Promise<void>(() => undefined),
  });
  announce({ gauges: { stuck_ovens: 'stuck' } });
  await waitFor(() => heard.length > 0, 'a status is announced all the same');
  expect(Object.keys(heard[0]?.gauges ?? {})).toEqual(['resident_memory_bytes']);
});

test('what one cannot say of itself does not end the process', async () => {
  const { heard, announce } = await prepare();
  let isBroken = true;
  announce({
    details() {
      if (isBroken) throw new Error('a defect');
      return {};
    },
  });
  isBroken = false;
  await waitFor(() => heard.length > 0, 'the next status is announced');
});

test('while NATS is away nothing is kept for later', async () => {
  const { heard, announce } = await prepare();
  announce();
  await waitFor(() => heard.length > 0, 'a status is announced');
  await server.restart();
  const before = heard.length;
  await waitFor(() => heard.length > before, 'the announcements go on');
  expect(heard.length - before).toBeLessThan(3);
});
