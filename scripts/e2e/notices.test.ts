/** Soft limits and low balances, from the request that comes to one to who is told. */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Notice } from '@headgate/proto/gen/headgate/events/v1/events';
import { noticeGivenSubject } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';
import { type MailSink, startMailSink } from '@headgate/runtime/testing/mail-sink';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { createPageClient } from './testing/page-client.ts';
import { startWorld, type World } from './testing/world.ts';

/** Each test has a key of its own: ten calls, of which the fifth comes to its soft limit. */
const names = ['once', 'patient', 'quiet'] as const;
const textOf = (name: string): string => `sk-watched-${name}-0123456789abcdef`;
const secretBytes = Buffer.alloc(32, 5);

function watched(receiverUrl: string): string {
  const entries = names.map(
    (name) => `  - { name: ${name}, key: "${textOf(name)}", quota_usd: 0.10, soft_limit_percent: 50 }\n`,
  );
  return `${configuration.trimEnd()}\n${entries.join('')}webhooks:
  - { name: ops, url: "${receiverUrl}", secret: "whsec_${secretBytes.toString('base64')}", events: [soft_limit] }
`;
}

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let world: World;
let sink: MailSink;
let nats: Awaited<ReturnType<typeof connectNats>>;
let heard: Notice[];
let received: Received[];
let status = 204;
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
  response.writeHead(status).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  if (typeof address !== 'object' || !address) throw new Error('the receiver has no port');
  sink = await startMailSink();
  world = await startWorld(watched(`http://127.0.0.1:${address.port}/hook`), {
    env: {
      account: {
        HEADGATE_WEBHOOK_ALLOW: '127.0.0.1/32',
        HEADGATE_WEBHOOK_POLL_MS: '200',
        HEADGATE_WEBHOOK_PAUSE_MS: '20',
        HEADGATE_WEBHOOK_TIMEOUT_MS: '2000',
        HEADGATE_WEBHOOK_TRIES: '12',
        HEADGATE_SMTP_URL: sink.url,
        HEADGATE_SMTP_FROM: 'Gate <gate@example.com>',
      },
    },
  });
  nats = await connectNats({ url: world.nats.url, name: 'test', log: createLog('test', 'silent') });
  nats.subscribe(noticeGivenSubject, {
    callback: (_error, message) => void heard.push(Notice.decode(message.data)),
  });
  await nats.flush();
}, 120_000);
afterAll(async () => {
  await nats.close();
  await world.stop();
  await sink.stop();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  heard = [];
  received = [];
  status = 204;
});

async function call(name: string, times: number, key = textOf(name)): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
  }
}

const idOf = async (name: string): Promise<string> => {
  const [row] = await world.sql('select id from account.keys where name = $1', [name]);
  return String(row?.id);
};

/** Waits until this much of a key is booked. */
async function booked(name: string, units: bigint): Promise<void> {
  const purse = `key:${await idOf(name)}`;
  await waitFor(async () => {
    const [row] = await world.sql('select used from ledger.purse where id = $1', [purse]);
    return row?.used === units;
  }, `${units} units of ${name} are booked`);
}

/** What arrived for a key. */
function arrived(name: string): Received[] {
  return received.filter(({ body }) => JSON.parse(body).data.key?.name === name);
}

test('a key that comes to its soft limit is told about once, on NATS and signed to the webhook', async () => {
  await call('once', 4);
  await booked('once', 20_000n);
  expect(arrived('once')).toEqual([]);
  await call('once', 1);
  const [first] = await waitFor(() => (arrived('once').length > 0 ? arrived('once') : undefined), 'a notice');
  const { headers, body } = first ?? { headers: {}, body: '' };
  const id = await idOf('once');
  expect(JSON.parse(body)).toMatchObject({
    type: 'quota.soft_limit',
    data: {
      of: 'key',
      user: { name: 'root' },
      key: { id: Number(id), name: 'once' },
      percent: 50,
      used: { units: '25000', usd: '0.05' },
      granted: { units: '50000', usd: '0.1' },
    },
  });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', secretBytes).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);

  await waitFor(() => heard.some(({ purse }) => purse === `key:${id}`), 'the notice on NATS');
  expect(heard).toMatchObject([{ id: headers['webhook-id'], used: 25_000n, granted: 50_000n, percent: 50 }]);

  await call('once', 2);
  await booked('once', 35_000n);
  expect(await world.sql('select count(*) from ledger.notice where purse = $1', [`key:${id}`])).toEqual([
    { count: 1n },
  ]);
});

test('a top-up arms the notice again', async () => {
  await call('quiet', 5);
  await waitFor(() => arrived('quiet').length === 1, 'the first notice');
  const login = await fetch(`${world.baseUrl}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'root', password: rootPassword }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const topUp = await fetch(`${world.baseUrl}/api/token/${await idOf('quiet')}/quota`, {
    method: 'POST',
    headers: { cookie },
    body: JSON.stringify({ id: randomUUID(), usd: '0.04', reason: 'a test' }),
  });
  expect(await topUp.json()).toMatchObject({ success: true, data: { total_granted: 70_000 } });
  await call('quiet', 2);
  await waitFor(() => arrived('quiet').length === 2, 'the second notice');
  expect(JSON.parse(arrived('quiet')[1]?.body ?? '').data.used.units).toBe('35000');
});

test('a receiver that fails is told in the end, though account is killed meanwhile', async () => {
  status = 500;
  await call('patient', 5);
  await waitFor(() => arrived('patient').length >= 2, 'two tries');
  await world.service('account').kill();
  status = 204;
  await world.service('account').start();
  await waitFor(async () => {
    const [row] = await world.sql(
      `select state from account.webhook_deliveries where body like '%"name":"patient"%'`,
    );
    return row?.state === 'delivered';
  }, 'the delivery');
  expect(new Set(arrived('patient').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a user whose balance falls under what they want is sent one letter, though account is killed meanwhile', async () => {
  const [root, thrifty] = [createPageClient(world.baseUrl), createPageClient(world.baseUrl)];
  const login = { username: 'root', password: rootPassword };
  // Account was killed before.
  await waitFor(async () => (await root.post('/api/user/login', login)).success, 'root has signed in');
  const credentials = { username: 'thrifty', password: 'thrifty password' };
  expect(await root.post('/api/user', { ...credentials, remain_quota: 50_000 })).toMatchObject({
    success: true,
  });
  await thrifty.post('/api/user/login', credentials);
  const threshold = { quota_warning_threshold: 30_000 };
  expect(await thrifty.put('/api/user/setting', threshold)).toMatchObject({ success: false });
  await world.sql(`update account.users set email = 'thrifty@example.com' where username = 'thrifty'`);
  expect(await thrifty.put('/api/user/setting', threshold)).toMatchObject({ success: true });
  const made = await thrifty.post('/api/token', { name: 'thrifty', unlimited_quota: true });
  const { key } = Object(made.data);

  const warnings = () => world.sql('select state, tries from account.warnings');
  sink.refusals = 3;
  await call('thrifty', 6, key);
  await waitFor(async () => (await warnings()).some(({ tries }) => Number(tries) >= 2), 'two tries');
  await world.service('account').kill();
  await world.service('account').start();
  // Nobody waits here until what the dead one had begun is anybody's again.
  await world.sql('update account.warnings set next_try_at = now()');
  await sink.letterTo('thrifty@example.com', 1);
  await waitFor(async () => (await warnings())[0]?.state === 'sent', 'it is written down');
  await call('thrifty', 2, key);
  await booked('thrifty', 40_000n);
  expect(await warnings()).toHaveLength(1);
  expect(sink.letters.map(({ to }) => to)).toEqual([['thrifty@example.com']]);
});
