/**
 * Streams that outlast the grace of a stop, of the text-gateway or of the ingress that they go through: each ends with the
 * error of its dialect and without its good end, and what was produced is billed.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsOf } from './testing/units-of.ts';

const world = shareWorld(configuration, {
  env: {
    'text-gateway': {
      HEADGATE_STOP_GRACE_MS: '1500',
      HEADGATE_ABANDONED_DRAIN_MS: '500',
      HEADGATE_HEARTBEAT_MS: '200',
    },
    ingress: { HEADGATE_STOP_GRACE_MS: '1500' },
  },
});

const content = 'a long story [[chunks=100000 delay=20]]';
const messages = [{ role: 'user', content }];
const model = 'gpt-4o-mini';

const dialects = [
  {
    path: '/v1/chat/completions',
    body: { model, stream: true, messages },
    goodEnd: 'data: [DONE]',
    error: /data: \{"error":/,
  },
  {
    path: '/v1/messages',
    body: { model, stream: true, messages, max_tokens: 8_000 },
    goodEnd: 'message_stop',
    error: /event: error\ndata: \{"type":"error"/,
  },
  {
    path: '/v1/responses',
    body: { model, stream: true, input: content },
    goodEnd: 'response.completed',
    error: /"type":"(?:error|response\.failed)"/,
  },
];

/** Reads to where it breaks off; resolves when it has begun. */
async function begin({ path, body }: (typeof dialects)[number]) {
  // The ingress may not have found the restarted gateway yet: nothing was sent then.
  const answer = await waitFor(async () => {
    const sent = await fetch(world().baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.limited}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return sent.status === 200 ? sent : undefined;
  }, 'it is answered');
  const seen = { id: answer.headers.get('x-request-id'), text: '', isCut: false };
  const decoder = new TextDecoder();
  const over = (async () => {
    for await (const bytes of answer.body ?? []) seen.text += decoder.decode(bytes, { stream: true });
  })().catch(() => {
    seen.isCut = true;
  });
  await waitFor(() => seen.text.length > 500, 'it runs');
  return { seen, over };
}

test.each(['text-gateway', 'ingress'])('of the %s', async (stops) => {
  const streams = await Promise.all(dialects.map(begin));
  world().service(stops).signal('SIGTERM');
  await Promise.all(streams.map(({ over }) => over));
  for (const [index, { seen }] of streams.entries()) {
    const { goodEnd, error } = dialects[index] ?? {};
    expect(seen.text.slice(-2_000)).toMatch(error ?? '');
    expect(seen.text).not.toContain(goodEnd);
    expect(seen.isCut).toBe(true);
  }
  await world().service(stops).ended();
  await world().service(stops).start();
  const ids = streams.map(({ seen }) => seen.id);
  const entries = await waitFor(async () => {
    const rows = await world().sql('select kind, amount > 0 as costs from ledger.entry where id = any ($1)', [
      ids,
    ]);
    return rows.length === ids.length && rows;
  }, 'each is billed');
  expect(entries).toEqual(ids.map(() => ({ kind: 'settle', costs: true })));
  await awaitClosedBooks({ ...world(), unitsOf });
});
