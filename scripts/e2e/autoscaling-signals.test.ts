/** What autoscalers and alerts go by moves with the load: open streams, due tasks, and what the ledger has yet to book. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { keys, configuration as textConfiguration } from './testing/configuration.ts';
import { createSql } from './testing/sql.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

const film = 'sora-2: { family: V1, price: { second: 0.10 } }';
const channel = `- name: films
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["films-upstream-secret"]
    models: [sora-2]`;
const configuration = textConfiguration
  .replace('models:\n', `models:\n  ${film}\n`)
  .replace('channels:\n', `channels:\n  ${channel}\n`);

let world: World;
beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_EARLY_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { ledger: { HEADGATE_STREAM_CHECK_MS: '100' }, 'media-api': quick, 'media-worker': quick },
  });
}, 300_000);
afterAll(() => world.stop());

const metric = (service: string, name: string): Promise<number> => readMetric(world.service(service), name);

function ask(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.unlimited}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

function chat(content: string, stream: boolean, signal?: AbortSignal): Promise<Response> {
  const body = { model: 'gpt-4o-mini', stream, messages: [{ role: 'user', content }] };
  return ask('/v1/chat/completions', body, signal);
}

test('open streams are counted by the ingress and by the gateway, and no more once they have ended', async () => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const opening = Array.from({ length: 30 }, () => chat('[[chunks=100000 delay=20]]', true, leaving.signal));
  expect((await Promise.all(opening)).every(({ ok }) => ok)).toBe(true);
  const counts = () =>
    Promise.all([
      metric('ingress', 'headgate_ingress_open_requests'),
      metric('text-gateway', 'headgate_text_open_requests'),
    ]);
  expect(await counts()).toEqual([30, 30]);
  leaving.abort();
  await waitFor(async () => (await counts()).every((count) => count === 0), 'nothing is open');
});

test('tasks that no worker takes are due, and are not once one takes them', async () => {
  const due = () => metric('media-api', 'headgate_media_due_tasks');
  expect(await due()).toBe(0);
  await world.service('media-worker').kill();
  const film = () => ask('/v1/videos', { model: 'sora-2', prompt: 'a gate', seconds: '4' });
  const made = await Promise.all(Array.from({ length: 8 }, film));
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await waitFor(async () => (await due()) === 8, 'all are due');
  await world.service('media-worker').start();
  await waitFor(async () => (await due()) === 0, 'none is due');
});

test('closes that the ledger cannot book are a lag, and none once it can', async () => {
  const lag = () => metric('ledger', 'headgate_ledger_stream_lag_messages');
  const blocking = createSql(world.databaseUrl);
  onTestFinished(() => blocking.end());
  await blocking.query('begin');
  await blocking.query('lock table ledger.entry in exclusive mode');
  for (let count = 0; count < 10; count += 1) expect((await chat('hello', false)).ok).toBe(true);
  await waitFor(async () => (await lag()) > 0, 'the ledger is behind');
  await blocking.query('rollback');
  await waitFor(async () => (await lag()) === 0, 'the ledger has caught up');
});
