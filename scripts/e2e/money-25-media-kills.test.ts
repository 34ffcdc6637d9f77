/**
 * SIGKILL of the media service at each line of a task's life: one create at most reaches the vendor, the task ends, and
 * what it held is settled or released, once.
 */
import { billingStream } from '@headgate/proto/subjects';
import { readStreamState } from '@headgate/runtime/testing/stream';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-killedkilledkilledkilledkilledkilled';

const configuration = `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [sora-2]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: killed, key: "${key}", quota_usd: 1000 }
`;

/** 4 x 0.10 x 500,000. */
const price = 200_000n;

/** All waits scaled down alike; a task is given up after a few seconds. */
const quick = {
  HEADGATE_POLL_MS: '50',
  HEADGATE_WORKER_IDLE_MS: '50',
  HEADGATE_RESEND_MS: '100',
  HEADGATE_LONGEST_RESEND_MS: '500',
  HEADGATE_SUBMIT_TIMEOUT_MS: '1000',
  HEADGATE_CONNECT_TIMEOUT_MS: '500',
  HEADGATE_POLL_TIMEOUT_MS: '500',
  HEADGATE_RECALL_WAIT_MS: '200',
  HEADGATE_LEASE_MARGIN_MS: '300',
  HEADGATE_TASK_TIMEOUT_MS: '2500',
};

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': quick, 'media-api': quick, ingress: { HEADGATE_MEDIA_RESEND_MS: '8000' } },
  });
}, 300_000);
afterAll(() => world.stop());

/** Asks for a video; gives the id of the request, which is that of its bill. */
async function ask(prompt: string): Promise<{ status: number; id: string }> {
  const answer = await fetch(`${world.baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sora-2', prompt }),
  });
  await answer.text();
  return { status: answer.status, id: answer.headers.get('x-request-id') ?? '' };
}

/** Starts it anew: to be killed at a stage, or with other settings. */
async function restart(name: string, stage?: string, env = {}): Promise<void> {
  const service = world.service(name);
  await service.kill();
  await service.start(
    stage === undefined ? { env } : { isKillable: true, env: { ...env, HEADGATE_KILL_AT: stage } },
  );
  // The ingress has to find it again.
  const headers = { authorization: `Bearer ${key}` };
  const isServed = async () => (await fetch(`${world.baseUrl}/v1/videos?limit=1`, { headers })).ok;
  if (name === 'media-api') await waitFor(isServed, 'tasks are served again');
}

interface Row {
  state: string;
  failure: { code: string } | null;
}

/** The task of a request once it has ended and the ledger has said that its hold has. */
function awaitEnd(closeId: string): Promise<Row> {
  return waitFor(
    async () => {
      const [row] = await world.sql(
        `select state, failure from media.task
         where close_id = $1 and finished_at is not null and not exists (select from media.outbox where close_id = $1)`,
        [closeId],
      );
      return row as Row | undefined;
    },
    `the task of ${closeId} has ended`,
    { timeoutMs: 60_000 },
  );
}

async function creates(closeId: string): Promise<number> {
  const answer = await fetch(`${world.sandboxUrl}/media/log?on=create&requestId=${closeId}`);
  return ((await answer.json()) as unknown[]).length;
}

async function booked(closeId: string): Promise<{ amount: bigint }[]> {
  return (await world.sql('select amount from ledger.entry where id = $1', [closeId])) as {
    amount: bigint;
  }[];
}

function awaitBooked(closeId: string): Promise<{ amount: bigint }[]> {
  const find = async () => {
    const entries = await booked(closeId);
    return entries.length > 0 ? entries : undefined;
  };
  return waitFor(find, `${closeId} is booked`);
}

/** Until the ledger keeps no units for a task any more. */
async function awaitUnheld(closeId: string): Promise<void> {
  const isUnheld = async (): Promise<boolean> => {
    const held = await world.sql(
      `select from ledger.hold join media.task on task.hold_id = hold.id where close_id = $1 and hold.state = 'held'`,
      [closeId],
    );
    return held.length === 0;
  };
  await waitFor(isUnheld, `nothing is held for ${closeId}`);
}

/** A task that is to go on is neither given up nor taken up by a worker while its process starts anew. */
const unhurried = { HEADGATE_TASK_TIMEOUT_MS: '60000', HEADGATE_LEASE_MARGIN_MS: '15000' };

/** Asks a media-api that dies at a stage, and that is there again while the client still waits. */
async function askWhileKilled(stage: string, env = {}): Promise<{ status: number; id: string }> {
  await restart('media-api', stage, env);
  const asked = ask(`killed at ${stage}`);
  await world.service('media-api').ended();
  await restart('media-api');
  return asked;
}

const nothingWasSent = ['intended', 'hold-taken', 'held'] as const;
const maybeSent = [
  { stage: 'submitting', rendered: 0 },
  { stage: 'sent', rendered: 1 },
] as const;

describe('the process that a client asked is killed', () => {
  test.each(nothingWasSent)(
    'money 25: at %s: another goes on with the task, which is rendered and paid for once',
    async (stage) => {
      const { status, id } = await askWhileKilled(stage, unhurried);
      expect(status).toBe(200);
      expect(await awaitEnd(id)).toMatchObject({ state: 'succeeded' });
      expect(await creates(id)).toBe(1);
      expect(await awaitBooked(id)).toEqual([{ amount: price }]);
      await awaitUnheld(id);
    },
  );

  test.each(maybeSent)(
    'money 25: at $stage: it is answered as queued, not sent again, and ends as unknown, at no cost',
    async ({ stage, rendered }) => {
      const { status, id } = await askWhileKilled(stage);
      expect(status).toBe(200);
      expect((await awaitEnd(id)).failure).toMatchObject({ code: 'submission_unknown' });
      expect(await creates(id)).toBe(rendered);
      expect(await awaitBooked(id)).toEqual([{ amount: 0n }]);
      await awaitUnheld(id);
    },
  );

  test('money 25: once it is written down: it is answered, rendered and paid for once', async () => {
    const { status, id } = await askWhileKilled('submitted', unhurried);
    expect(status).toBe(200);
    expect(await awaitEnd(id)).toMatchObject({ state: 'succeeded' });
    expect(await creates(id)).toBe(1);
    expect(await awaitBooked(id)).toEqual([{ amount: price }]);
  });

  test('money 25: for good: nothing is rendered, nothing is billed, nothing stays held', async () => {
    await restart('media-api', 'held');
    const { status, id } = await ask('killed for good');
    expect(status).toBe(503);
    await restart('media-api');
    expect(await awaitEnd(id)).toMatchObject({ state: 'failed' });
    expect(await creates(id)).toBe(0);
    expect((await booked(id)).filter(({ amount }) => amount > 0n)).toEqual([]);
    await awaitUnheld(id);
  });
});

describe('the worker is killed', () => {
  beforeAll(() => restart('media-api', undefined, unhurried));

  test.each(['polled', 'finished', 'told'])(
    'money 25: at %s: the task ends once and is paid for once',
    async (stage) => {
      await restart('media-worker', stage);
      const { status, id } = await ask(`worker killed at ${stage}`);
      expect(status).toBe(200);
      await world.service('media-worker').ended();
      await restart('media-worker');
      expect(await awaitEnd(id)).toMatchObject({ state: 'succeeded' });
      expect(await creates(id)).toBe(1);
      expect(await awaitBooked(id)).toEqual([{ amount: price }]);
      await awaitUnheld(id);
    },
  );
});

/** What the broker was told so far. */
const told = async () => (await readStreamState(world.nats.url, billingStream.name)).messages;

test('money 26: what the broker took and lost is told again, until the ledger has booked it', async () => {
  await restart('media-api', undefined, { HEADGATE_TASK_TIMEOUT_MS: '60000' });
  const { status, id } = await ask('told to a broker that forgets [[hold]]');
  expect(status).toBe(200);
  await world.service('ledger').kill();
  const before = await told();
  await fetch(`${world.sandboxUrl}/media/steps`, { method: 'POST', body: '{}' });
  await waitFor(async () => (await told()) > before, 'the broker has taken it');
  await world.nats.kill();
  await world.nats.restart({ wiped: true });
  await world.service('ledger').start();
  expect(await awaitEnd(id)).toMatchObject({ state: 'succeeded' });
  expect(await awaitBooked(id)).toEqual([{ amount: price }]);
});
