/**
 * Requests share a stream to each gateway. None is in another's way: neither a client that does not read, nor a large upload,
 * nor a gateway that drains, is added, or dies.
 */
import { request as sendRequest } from 'node:http';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { shareWorld } from './testing/share-world.ts';
import { readMetric } from './testing/world.ts';

const world = shareWorld(configuration, {
  textGateways: 2,
  env: {
    'text-gateway': { HEADGATE_HEARTBEAT_MS: '200' },
    'text-gateway-2': { HEADGATE_HEARTBEAT_MS: '200' },
  },
});
const isLinked = process.env.HEADGATE_TEST_TEXT_LINK !== 'false';
const headers = { authorization: `Bearer ${keys.unlimited}`, 'content-type': 'application/json' };
const chat = (content: string, stream = false): string =>
  JSON.stringify({ model: 'gpt-4o-mini', stream, messages: [{ role: 'user', content }] });

async function ask(content: string): Promise<number> {
  const answer = await fetch(`${world().baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: chat(content),
  });
  await answer.text();
  return answer.status;
}

/** Asks for a stream and reads nothing of it until it is told to. */
async function beginUnread(content: string): Promise<{ readAll(): Promise<string> }> {
  const { hostname, port } = new URL(world().baseUrl);
  const asked = sendRequest({ hostname, port, path: '/v1/chat/completions', method: 'POST', headers });
  const begun = new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  asked.end(chat(content, true));
  const response = await begun;
  return {
    async readAll() {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    },
  };
}

const linkCount = (): Promise<number> =>
  readMetric(world().service('ingress'), 'headgate_ingress_text_links');
const awaitLinks = (count: number) =>
  waitFor(async () => (await linkCount()) === count, `${count} gateways are linked`);

describe.runIf(isLinked)('links', () => {
  test('lead to every gateway', () => awaitLinks(2));
});

test('a stalled client and a large upload are in nobody’s way', async () => {
  const stalled = await beginUnread('[[chunks=2000 size=20KB]]');
  const large = ask(`${'x'.repeat(20 * 1024 * 1024)}`);
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let count = 0; count < 50; count += 1) statuses.push(await ask('quick'));
    }),
  );
  expect(statuses).toEqual(new Array(1_000).fill(200));
  expect(await large).toBe(200);
  const text = await stalled.readAll();
  expect(text.length).toBeGreaterThan(2_000 * 20_000);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
}, 240_000);

test('a gateway that is asked to stop ends what it has, and nobody notices', async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, () => beginUnread('[[chunks=60 delay=50]]')));
  let isOver = false;
  const statuses: number[] = [];
  const asking = Array.from({ length: 4 }, async () => {
    while (!isOver) statuses.push(await ask('quick'));
  });
  await world().service('text-gateway').kill('SIGTERM');
  const texts = await Promise.all(slow.map(({ readAll }) => readAll()));
  await world().service('text-gateway').start();
  if (isLinked) await awaitLinks(2);
  isOver = true;
  await Promise.all(asking);
  for (const text of texts) expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(new Set(statuses)).toEqual(new Set([200]));
}, 120_000);

test('a gateway that dies takes its own along, and is found again', async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, () => beginUnread('[[chunks=100 delay=50]]')));
  await world().service('text-gateway').kill();
  const ends = await Promise.all(
    slow.map(({ readAll }) =>
      readAll().then(
        () => 'whole',
        () => 'broken',
      ),
    ),
  );
  // Calls may all have gone to the other, while this one was being looked for.
  if (isLinked) expect(new Set(ends)).toEqual(new Set(['whole', 'broken']));
  await world().service('text-gateway').start();
  if (isLinked) await awaitLinks(2);
  expect(await ask('quick')).toBe(200);
}, 120_000);

test('every request has one entry', async () => {
  await awaitClosedBooks(world());
});
