import { createRegistry } from '@headgate/runtime/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkerMetrics } from './metrics.ts';
import { createTestMedia, type TestMedia } from './testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('workers show what they are behind with', async () => {
  const registry = createRegistry('media-worker');
  createWorkerMetrics(registry, media.context.knex);
  const due = async () =>
    (await registry.getMetricsAsJSON()).find(({ name }) => name === 'headgate_media_due_tasks');
  expect(await due()).toMatchObject({ values: [{ value: 0 }] });
  const { id } = await media.submitted();
  expect(await due()).toMatchObject({ values: [{ value: 1 }] });
  await media.claim(id);
  expect(await due()).toMatchObject({ values: [{ value: 0 }] });
});

test('a database that is away takes no other metric with it', async () => {
  const registry = createRegistry('media-worker');
  const knex = { raw: () => Promise.reject(new Error('away')) };
  createWorkerMetrics(registry, knex as never).polls.inc({ found: 'running' });
  const text = await registry.metrics();
  expect(text).toContain('headgate_media_polls_total{found="running",service="media-worker"} 1');
  expect(text).toMatch(/headgate_media_due_tasks\{[^}]*\} Nan/i);
});

test('nor does one that does not answer', async () => {
  const registry = createRegistry('media-worker');
  const knex = { raw: () => new Promise(() => undefined) };
  createWorkerMetrics(registry, knex as never).polls.inc({ found: 'running' });
  const text = await registry.metrics();
  expect(text).toContain('headgate_media_polls_total{found="running",service="media-worker"} 1');
  expect(text).toMatch(/headgate_media_due_tasks\{[^}]*\} Nan/i);
  expect(text).toMatch(/headgate_media_open_tasks\{[^}]*state="queued"[^}]*\} Nan/i);
});
