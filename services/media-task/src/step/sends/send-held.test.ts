import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SendError as Broken, type SendError } from '../../call/send.ts';
import { keepCredentials } from '../../catalog/keep-credentials.ts';
import type { WorkerContext } from '../../context.ts';
import { keepAccount } from '../../sql/accounts.ts';
import { claimTasks } from '../../sql/moves/claim-tasks.ts';
import { takeOver } from '../../sql/moves/take-over.ts';
import { breakingAfter } from '../../testing/breaking-after.ts';
import { breakingNext } from '../../testing/breaking-next.ts';
import { createTestMedia, type TestMedia, testAccount, testMasterKey } from '../../testing/test-media.ts';
import { takeUp } from '../take-up.ts';
import { sendHeld } from './send-held.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(async () => {
  media.vendor.asked = [];
  media.vendor.answer = () => image;
  await media.context.knex('account').update({ is_offered: true });
});

function say(body: object, status = 200): { status: number; body: Buffer } {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

const png = Buffer.from('89504e470d0a1a0a00', 'hex');
const image = say({ data: [{ b64_json: png.toString('base64') }] });

/** Claims as the workers that send do; undefined where it is not to be had. */
async function claim(id: string, errand: 'look' | 'send' = 'send', owner = media.context.owner) {
  const lease = { owner, ms: 60_000 };
  const claimed = await claimTasks(media.context, lease, { limit: 100, perChannel: 100, errand });
  return claimed.find((one) => one.id === id);
}

async function send(id: string, context: WorkerContext = media.context): Promise<void> {
  const task = await claim(id);
  if (!task) throw new Error(`${id} is not to be sent`);
  await sendHeld(context, task);
}

/** The channel of tasks that wait, as a catalog has it. */
function paintersOf(id: bigint, of: Partial<Channel>): Channel {
  const { provider, baseUrl, region, apiVersion } = testAccount;
  return Channel.fromPartial({ id, provider, baseUrl, region, apiVersion, ...of });
}

/** As after the death of whoever had it. */
async function letGo(id: string): Promise<void> {
  await media.context.knex.raw('update task set lease_until = now(), due_at = now() where id = ?', [id]);
}

function outgoing(id: string) {
  return media.context
    .knex('outbox')
    .join('task', 'task.close_id', 'outbox.close_id')
    .where('task.id', id)
    .select('kind');
}

/** A context whose process dies at a line. */
function dyingAt(stage: string): WorkerContext {
  const reach: WorkerContext['reach'] = (reached) => {
    if (reached === stage) throw new Error('killed');
  };
  return { ...media.context, reach };
}

test('a task that waits is sent once, kept, and over', async () => {
  const { id } = await media.deferred();
  await send(id);
  expect(media.vendor.asked.map(({ url }) => url)).toEqual(['http://vendor.test/v1/images/generations']);
  const { state, result, attempts } = await media.read(id);
  expect({ state, attempts }).toEqual({ state: 'succeeded', attempts: 1 });
  expect(result?.media).toMatchObject([{ kind: 'image', key: expect.stringMatching(/^r\/.+\.png$/) }]);
  const stream = await media.context.store.read(result?.media[0]?.key ?? '');
  expect(stream && (await buffer(stream))).toEqual(png);
  expect(await claim(id)).toBeUndefined();
});

test.each([
  [4, 0],
  [50, 0],
  [50, 24],
])(
  'what is made while the store is away for %i minutes is kept when it is back, by a worker whose clock is %i hours ahead',
  async (minutes, hours) => {
    const { id } = await media.deferred();
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    onTestFinished(() => void vi.restoreAllMocks());
    const { store } = media.context;
    const put: typeof store.put = async (...what) => {
      if (aheadMs > 0) return store.put(...what);
      aheadMs = minutes * 60_000;
      throw new Error('the store is away');
    };
    const { archived } = media.context.metrics;
    archived.reset();
    await send(id, { ...media.context, store: { ...store, put } });
    expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
    const { values } = await archived.get();
    expect(values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
      ['retried', 1],
      ['copied', 1],
    ]);
  },
);

test('what was made is kept by who has it, though another worker took the task up while the lease could not be renewed', async () => {
  const { id } = await media.deferred();
  const { store } = media.context;
  let tries = 0;
  const put: typeof store.put = async (...what) => {
    tries += 1;
    if (tries > 1) return store.put(...what);
    await letGo(id);
    const lease = { owner: randomUUID(), ms: 60_000 };
    const room = { limit: 100, perChannel: 100 };
    const taken = (await claimTasks(media.context, lease, room)).find((one) => one.id === id);
    if (!taken) throw new Error(`${id} is not due`);
    await takeUp({ ...media.context, owner: lease.owner }, taken);
    throw new Error('the store is away');
  };
  await send(id, { ...media.context, store: { ...store, put } });
  expect(media.vendor.asked).toHaveLength(1);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('files that came along are let go of once the vendor has answered, whatever waits for the store', async () => {
  const { id } = await media.deferred();
  const { store, references } = media.context;
  let isHeld = false;
  const open: typeof references.open = (site) => {
    isHeld = true;
    const release = () => {
      isHeld = false;
    };
    return { ...references.open(site), release };
  };
  const wereHeld: boolean[] = [];
  const put: typeof store.put = (...what) => {
    wereHeld.push(isHeld);
    return store.put(...what);
  };
  await send(id, { ...media.context, references: { open }, store: { ...store, put } });
  expect(wereHeld).toEqual([false]);
});

test('whoever looks after tasks leaves it to those that send', async () => {
  const { id } = await media.deferred();
  expect(await claim(id, 'look')).toBeUndefined();
  await send(id);
});

test('a worker that died before it sent leaves the task to the next one', async () => {
  const { id } = await media.deferred();
  expect(await claim(id)).toBeDefined();
  expect(await claim(id, 'send', randomUUID())).toBeUndefined();
  await letGo(id);
  await send(id);
  expect(media.vendor.asked).toHaveLength(1);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test.each(['submitting', 'sent'])('a task whose worker died at %s is never sent again', async (stage) => {
  const { id } = await media.deferred();
  await expect(send(id, dyingAt(stage))).rejects.toThrow('killed');
  const sentOnce = media.vendor.asked.length;
  await letGo(id);
  expect(await claim(id)).toBeUndefined();
  await takeUp(media.context, await media.claim(id));
  expect(await media.read(id)).toMatchObject({ state: 'submitting' });
  await media.context.knex.raw('update task set due_at = now(), deadline_at = now() where id = ?', [id]);
  await takeUp(media.context, await media.claim(id));
  expect(media.vendor.asked).toHaveLength(sentOnce);
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'submission_unknown' } });
  expect(await outgoing(id)).toEqual([{ kind: 'close' }]);
});

test.each<[string, () => object | SendError]>([
  ['nothing', () => new Broken('reset', true)],
  ['status 500', () => say({}, 500)],
  ['HTML', () => ({ status: 200, body: Buffer.from('<html>') })],
  ['an error under status 200', () => say({ error: { message: 'Timed out.', code: 'server_error' } })],
])('a create that was answered with %s is not known, and not sent again', async (_name, answer) => {
  const { id } = await media.deferred({ keys: ['one', 'another'] });
  media.vendor.answer = answer as typeof media.vendor.answer;
  await send(id);
  await letGo(id);
  expect(await claim(id)).toBeUndefined();
  expect(media.vendor.asked).toHaveLength(1);
  // Images that come in the answer alone nobody finds later.
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'submission_unknown' } });
  expect(await outgoing(id)).toEqual([{ kind: 'close' }]);
});

test('a create whose outcome nobody finds out ends the task though the connection broke meanwhile', async () => {
  const { id } = await media.deferred();
  const { knex, breakNext } = breakingNext(media.context.knex);
  media.vendor.answer = () => {
    breakNext();
    return say({}, 500);
  };
  await send(id, { ...media.context, knex });
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'submission_unknown' } });
});

test('what the vendor says names neither its credential nor its place', async () => {
  const { id } = await media.deferred();
  const message = 'The-Key at vendor.test may not.';
  media.vendor.answer = () => say({ error: { message, code: 'moderation_blocked' } }, 400);
  await send(id);
  expect(await media.read(id)).toMatchObject({ failure: { message: '[...] at [...] may not.' } });
});

test('what the vendor refuses for its content ends the task, and its close goes out', async () => {
  const { id } = await media.deferred();
  media.vendor.answer = () => say({ error: { message: 'No.', code: 'moderation_blocked' } }, 400);
  await send(id);
  expect(await media.read(id)).toMatchObject({
    state: 'failed',
    failure: { code: 'content_policy_violation' },
  });
  expect(await outgoing(id)).toEqual([{ kind: 'close' }]);
});

test.each<[string, () => object | SendError]>([
  ['is too busy', () => say({ error: { message: 'Later.' } }, 429)],
  ['cannot be reached', () => new Broken('refused', false)],
])('a vendor that %s is asked again later', async (_name, answer) => {
  const { id } = await media.deferred();
  media.vendor.answer = answer as typeof media.vendor.answer;
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'held', trouble: { count: 1 } });
  await letGo(id);
  media.vendor.answer = () => image;
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
});

test('a vendor that is too busy is asked again later though the connection broke meanwhile', async () => {
  const { id } = await media.deferred();
  const { knex, breakNext } = breakingNext(media.context.knex);
  media.vendor.answer = () => {
    breakNext();
    return say({ error: { message: 'Later.' } }, 429);
  };
  await send(id, { ...media.context, knex });
  expect(await media.read(id)).toMatchObject({ state: 'held', trouble: { count: 1 } });
});

test('another credential sends what the first one may not', async () => {
  const { id } = await media.deferred({ keys: ['old', 'new'] });
  media.vendor.answer = ({ headers }) => (headers.authorization === 'Bearer new' ? image : say({}, 401));
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
});

test('a task whose key was renewed while it waited is sent with the newer one', async () => {
  const { id, channelId } = await media.deferred({ keys: ['revoked'] });
  const { knex } = media.context;
  await keepAccount(knex, testMasterKey, channelId, { ...testAccount, key: 'renewed' });
  media.vendor.answer = ({ headers }) => (headers.authorization === 'Bearer renewed' ? image : say({}, 401));
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
});

test('a task that waits for a channel that is off is sent when it is on again', async () => {
  const { id, channelId } = await media.deferred();
  await keepCredentials(media.context, []);
  await send(id);
  expect(media.vendor.asked).toEqual([]);
  expect(await media.read(id)).toMatchObject({ state: 'held', attempts: 0 });
  await letGo(id);
  await keepCredentials(media.context, [paintersOf(channelId, { keys: ['the-key'] })]);
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('a task is not sent with a key that was taken from its channel, and with one that it has at another place', async () => {
  const { id, channelId } = await media.deferred({ keys: ['taken'] });
  const moved = paintersOf(channelId, { keys: ['its-own'], baseUrl: 'http://moved.test/v1' });
  await keepCredentials(media.context, [moved]);
  await send(id);
  const asked = media.vendor.asked.map(({ url, headers }) => [url, headers.authorization]);
  expect(asked).toEqual([['http://moved.test/v1/images/generations', 'Bearer its-own']]);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('a key that is a way by itself is not asked in the place of another one', async () => {
  const { id } = await media.deferred({ keys: ['revoked', 'busy'] });
  media.vendor.answer = ({ headers }) => say({}, headers.authorization === 'Bearer busy' ? 429 : 401);
  await send(id);
  const keys = media.vendor.asked.map(({ headers }) => headers.authorization);
  expect(keys.filter((key) => key === 'Bearer busy')).toHaveLength(1);
});

test('a task is sent again as soon as one of its ways may take it', async () => {
  const { id } = await media.deferred({ keys: ['soon', 'old', 'later'] });
  const waits: Record<string, Record<string, string>> = {
    soon: { 'retry-after': '100' },
    later: { 'retry-after': '500' },
  };
  media.vendor.answer = ({ headers }) => {
    const retry = waits[String(headers.authorization).slice('Bearer '.length)];
    return { ...say({ error: { message: 'No.' } }, retry ? 429 : 401), headers: retry ?? {} };
  };
  await send(id);
  const { rows } = await media.context.knex.raw(
    `select due_at between now() + interval '30 seconds' and now() + interval '101 seconds' as is_soon from task where id = ?`,
    [id],
  );
  expect(rows).toEqual([{ is_soon: true }]);
});

test('a task is sent though the connection broke as it was noted that it would be', async () => {
  const { id } = await media.deferred();
  await send(id, { ...media.context, knex: breakingAfter(media.context.knex, 'attempts = ') });
  expect(media.vendor.asked).toHaveLength(1);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
});

test('a worker waits longer for its database than a client waits for an answer', async () => {
  const { timeout } = AbortSignal;
  const aClientsMs = 60_000;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms < aClientsMs ? AbortSignal.abort() : timeout.call(AbortSignal, ms),
  );
  onTestFinished(() => void vi.restoreAllMocks());
  const busy = await media.deferred();
  media.vendor.answer = () => say({ error: { message: 'too busy' } }, 429);
  await send(busy.id);
  expect(await media.read(busy.id)).toMatchObject({ state: 'held' });
  const { id } = await media.deferred();
  media.vendor.answer = () => image;
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('a task whose time is up before anybody took it is not sent', async () => {
  const { id } = await media.deferred();
  await media.context.knex.raw('update task set deadline_at = now() where id = ?', [id]);
  await send(id);
  expect(media.vendor.asked).toEqual([]);
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
  expect(await outgoing(id)).toEqual([{ kind: 'close' }]);
});

test('a worker whose clock is a day ahead sends what waits, now or later', async () => {
  const { id } = await media.deferred();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  media.vendor.answer = () => say({ error: { message: 'Later.' } }, 429);
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'held', trouble: { count: 1 } });
  await letGo(id);
  media.vendor.answer = () => image;
  await send(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('a held task without ways is its api’s: it is not sent', async () => {
  const { id } = await media.deferred();
  await media.context.knex.raw('update task set ways = null where id = ?', [id]);
  expect(await claim(id)).toBeUndefined();
  await takeUp(media.context, await media.claim(id));
  expect(media.vendor.asked).toEqual([]);
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'internal_error' } });
  expect(await outgoing(id)).toEqual([{ kind: 'release' }]);
});

test('no api takes a task over that is a worker’s to send', async () => {
  const { id } = await media.deferred();
  const taken = await takeOver(media.context.knex, id, { owner: randomUUID(), ms: 60_000 });
  expect(taken).toBeUndefined();
});
