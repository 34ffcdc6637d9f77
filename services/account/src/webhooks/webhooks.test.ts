import { randomUUIDv7 } from 'node:crypto';
import { type Notice, NoticeKind } from '@headgate/proto/gen/headgate/events/v1/events';
import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { createMayConnect } from '@headgate/runtime/outbound/may-connect';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NoticeRun, startNotices } from '../notices/run.ts';
import { smallDocument } from '../testing/documents.ts';
import { accept, type Receiver, startReceiver } from '../testing/receiver.ts';
import { createTestAccount, type TestAccount, testMasterKey } from '../testing/test-account.ts';
import { createWebhookCourier } from './courier.ts';
import type { DeliverySettings } from './deliver.ts';

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

let account: TestAccount;
let receiver: Receiver;
let stopping: AbortController;
let senders: NoticeRun[];
/** Where the name `hooks.test` leads. */
let addresses: string[];

beforeAll(async () => {
  account = await createTestAccount();
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.stop();
  await account.stop();
});
beforeEach(async () => {
  stopping = new AbortController();
  senders = [];
  addresses = ['127.0.0.1'];
  receiver.received = [];
  receiver.answer = accept;
  await applyHook(`http://hooks.test:${receiver.port}/hook`);
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(senders.map(({ ended }) => ended));
  await account.context.knex('webhook_deliveries').delete();
});

function applyHook(url: string, more: Record<string, string> = {}): Promise<unknown> {
  const webhooks = Object.entries({ ops: url, ...more }).map(([name, to]) => {
    return { name, url: to, secret, events: ['soft_limit'] };
  });
  return account.apply({ ...smallDocument(), webhooks }, { prune: true });
}

/** As in production, but with short pauses, and a network in which one address counts as public. */
function startSender(
  more: Partial<DeliverySettings> & { webhookPollMs?: number; allow?: string } = {},
): NoticeRun {
  const { allow = '127.0.0.1/32', webhookPollMs: pollMs = 20, ...settings } = more;
  const courier = createWebhookCourier(
    {
      ...account.context,
      masterKey: testMasterKey,
      mayConnect: createMayConnect(readAllowList(allow)),
      resolve: async () => addresses,
      egress: withoutProxy,
      settings: { webhookTimeoutMs: 5_000, webhookPauseMs: 5, webhookTries: 3, ...settings },
    },
    stopping.signal,
  );
  const sender = startNotices({ ...account.context, pollMs }, [courier], stopping.signal);
  senders.push(sender);
  return sender;
}

/** The ledger has one more notice. */
function giveNotice(of: Partial<Notice> = {}): Notice {
  const notice: Notice = {
    seq: BigInt(account.ledger.notices.length + 1),
    id: randomUUIDv7(),
    kind: NoticeKind.SOFT_LIMIT,
    purse: 'key:1',
    used: 4_000_001n,
    granted: 5_000_000n,
    percent: 80,
    below: 0n,
    atMs: 1_795_294_533_303n,
    ...of,
  };
  account.ledger.notices.push(notice);
  return notice;
}

async function stateOf({ id }: Notice): Promise<Record<string, unknown>> {
  const [row] = await account.context
    .knex('webhook_deliveries')
    .where({ notice_id: id })
    .select('state', 'tries', 'problem');
  return row ?? {};
}

function ended(notice: Notice): Promise<Record<string, unknown>> {
  return waitFor(async () => {
    const row = await stateOf(notice);
    return row.state === 'waiting' || row.state === undefined ? undefined : row;
  }, 'the delivery has ended');
}

const lists = (notice: Notice) =>
  receiver.received.filter(({ headers }) => headers['webhook-id'] === notice.id);

test('a last try that a stop breaks off is made again by another process', async () => {
  receiver.answer = () => stopping.abort();
  const notice = giveNotice();
  await startSender({ webhookTries: 1 }).ended;
  expect(await stateOf(notice)).toMatchObject({ state: 'waiting', tries: 1 });
  receiver.answer = accept;
  stopping = new AbortController();
  startSender({ webhookTries: 1 });
  expect(await ended(notice)).toMatchObject({ state: 'delivered', tries: 2 });
});

test('a notice is posted with its names and exact amounts, signed as Standard Webhooks says', async () => {
  const notice = giveNotice();
  startSender();
  expect(await ended(notice)).toEqual({ state: 'delivered', tries: 1, problem: '' });
  const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = receiver.received;
  expect(path).toBe('/hook');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': notice.id });
  const verified = new Verifier(secret).verify(body, headers as Record<string, string>);
  expect(verified).toEqual({
    type: 'quota.soft_limit',
    timestamp: '2026-11-21T20:55:33.303Z',
    data: {
      of: 'key',
      user: { id: 2, name: 'ada' },
      key: { id: 1, name: 'ci' },
      percent: 80,
      used: { units: '4000001', usd: '8.000002' },
      granted: { units: '5000000', usd: '10' },
    },
  });
  expect(() => new Verifier(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
});

test("a user's notice names no key", async () => {
  const notice = giveNotice({ purse: 'user:2' });
  startSender();
  await ended(notice);
  const { data } = JSON.parse(receiver.received[0]?.body ?? '');
  expect(data).toMatchObject({ of: 'user', user: { id: 2, name: 'ada' } });
  expect(data).not.toHaveProperty('key');
});

describe('a try that fails', () => {
  test('is repeated with the same id and body, and another signature in time', async () => {
    let left = 2;
    receiver.answer = (request, response) => {
      left -= 1;
      if (left < 0) return accept(request, response);
      response.writeHead(left === 0 ? 500 : 302, { location: '/elsewhere' }).end();
    };
    const notice = giveNotice();
    startSender();
    expect(await ended(notice)).toEqual({ state: 'delivered', tries: 3, problem: '' });
    const bodies = lists(notice).map(({ body }) => body);
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  test('is repeated while ledger is away', async () => {
    const { listNotices } = account.ledger;
    receiver.answer = (_request, response) => {
      account.ledger.listNotices = () => Promise.reject(new Error('ledger is away'));
      receiver.answer = accept;
      response.writeHead(503).end();
    };
    const notice = giveNotice();
    startSender();
    try {
      expect(await ended(notice)).toMatchObject({ state: 'delivered', tries: 2 });
    } finally {
      account.ledger.listNotices = listNotices;
    }
  });

  test('is given up in the end, with its last problem', async () => {
    receiver.answer = (_request, response) => response.writeHead(503).end();
    const notice = giveNotice();
    startSender();
    expect(await ended(notice)).toEqual({ state: 'given_up', tries: 3, problem: 'status 503' });
    expect(lists(notice)).toHaveLength(3);
  });

  test('with 410 is the last', async () => {
    receiver.answer = (_request, response) => response.writeHead(410).end();
    const notice = giveNotice();
    startSender();
    expect(await ended(notice)).toEqual({ state: 'given_up', tries: 1, problem: 'status 410' });
  });

  test('by silence ends at its deadline', async () => {
    receiver.answer = () => undefined;
    const notice = giveNotice();
    startSender({ webhookTimeoutMs: 100, webhookTries: 1 });
    expect(await ended(notice)).toMatchObject({ state: 'given_up', problem: 'no answer in time' });
  });
});

test('a receiver that does not answer keeps none of the others waiting', async () => {
  const origin = `http://hooks.test:${receiver.port}`;
  await applyHook(`${origin}/hook`, { silent: `${origin}/silent` });
  receiver.answer = (request, response) => {
    if (request.url !== '/silent') accept(request, response);
  };
  const notices = Array.from({ length: 40 }, () => giveNotice());
  startSender({ webhookTimeoutMs: 60_000 });
  const heard = () => receiver.received.filter(({ path }) => path === '/hook').length;
  await waitFor(() => heard() === notices.length, 'the other receiver has heard of all');
});

test('a redirect is not followed', async () => {
  receiver.answer = (request, response) => {
    if (request.url === '/elsewhere') return accept(request, response);
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  const notice = giveNotice();
  startSender({ webhookTries: 1 });
  expect(await ended(notice)).toMatchObject({ state: 'given_up', problem: 'status 307' });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
});

test.each([['127.0.0.1'], ['169.254.169.254'], ['8.8.8.8', '127.0.0.1']])(
  'a name that leads to %s is not connected to',
  async (...found) => {
    addresses = found;
    const notice = giveNotice();
    startSender({ allow: '', webhookTries: 1 });
    expect(await ended(notice)).toMatchObject({
      state: 'given_up',
      problem: 'the address is not public, or unknown',
    });
    expect(receiver.received).toEqual([]);
  },
);

test('an answer without end is cut, and counts by its status', async () => {
  let isCut = false;
  receiver.answer = (_request, response) => {
    response.writeHead(200).on('close', () => {
      isCut = true;
    });
    const fill = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', fill);
    };
    fill();
  };
  const notice = giveNotice();
  startSender();
  expect(await ended(notice)).toMatchObject({ state: 'delivered' });
  await waitFor(() => isCut, 'the answer is cut');
});

test('two replicas deliver each notice once', async () => {
  startSender();
  startSender();
  const notices = Array.from({ length: 40 }, () => giveNotice());
  for (const { wake } of senders) wake();
  for (const notice of notices) expect(await ended(notice)).toMatchObject({ state: 'delivered', tries: 1 });
  expect(receiver.received).toHaveLength(40);
});

test('a delivery whose process died before it wrote down how it went comes again under its id', async () => {
  const { knex } = account.context;
  const notice = giveNotice();
  startSender({ webhookPollMs: 10_000 });
  await ended(notice);
  // As the table stood when the process sent: claimed, and nothing more.
  await knex('webhook_deliveries').update({
    state: 'waiting',
    ended_at: null,
    next_try_at: knex.raw(`now() + interval '50 milliseconds'`),
  });
  startSender();
  expect(await ended(notice)).toMatchObject({ state: 'delivered', tries: 2 });
  expect(lists(notice)).toHaveLength(2);
});

test('a ledger that went back in time is read from its beginning, and nothing is sent twice', async () => {
  const kept = [giveNotice(), giveNotice()];
  startSender();
  for (const notice of kept) await ended(notice);
  account.ledger.notices = kept.slice(0, 1).map((notice) => ({ ...notice, seq: 1n }));
  const [{ last_seq: seqBefore }] = await account.context.knex('notice_cursor').select('last_seq');
  expect(seqBefore).toBeGreaterThan(1n);
  await waitFor(async () => {
    const [{ last_seq: seq }] = await account.context.knex('notice_cursor').select('last_seq');
    return seq === 1n;
  }, 'the cursor went back');
  const again = giveNotice();
  expect(await ended(again)).toMatchObject({ state: 'delivered', tries: 1 });
  expect(receiver.received).toHaveLength(3);
});
