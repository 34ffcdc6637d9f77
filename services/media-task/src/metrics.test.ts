import { randomUUID } from 'node:crypto';
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

test('a task that nobody takes up grows old, from when it was due or was let go', async () => {
  const { knex } = media.context;
  const registry = createRegistry('media-worker');
  createWorkerMetrics(registry, knex);
  const age = async () => {
    const all = await registry.getMetricsAsJSON();
    return Number(all.find(({ name }) => name === 'headgate_media_oldest_due_seconds')?.values[0]?.value);
  };
  await knex.raw('truncate task cascade');
  expect(await age()).toBe(0);
  const { id } = await media.submitted();
  const ago = (minutes: number) => knex.raw("now() - ? * interval '1 minute'", [minutes]);
  await knex('task')
    .where({ id })
    .update({ due_at: ago(40), lease_until: null });
  expect(await age()).toBeGreaterThanOrEqual(40 * 60);
  await knex('task')
    .where({ id })
    .update({ lease_until: ago(10) });
  expect(await age()).toBeGreaterThanOrEqual(10 * 60);
  expect(await age()).toBeLessThan(11 * 60);
  await knex('task')
    .where({ id })
    .update({ lease_until: ago(-1) });
  expect(await age()).toBe(0);
});

test('an end that the ledger does not confirm grows old', async () => {
  const { knex } = media.context;
  const registry = createRegistry('media-worker');
  createWorkerMetrics(registry, knex);
  const age = async () => {
    const all = await registry.getMetricsAsJSON();
    return all.find(({ name }) => name === 'headgate_media_oldest_untold_seconds')?.values[0]?.value;
  };
  await knex.raw('truncate outbox');
  expect(await age()).toBe(0);
  for (const minutes of [40, 2])
    await knex('outbox').insert({
      close_id: randomUUID(),
      hold_id: randomUUID(),
      kind: 'release',
      made_at: knex.raw("now() - ? * interval '1 minute'", [minutes]),
    });
  expect(await age()).toBeGreaterThanOrEqual(40 * 60);
  expect(await age()).toBeLessThan(41 * 60);
  await knex.raw('truncate outbox');
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
