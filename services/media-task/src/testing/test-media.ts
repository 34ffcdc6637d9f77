import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createAnswerRoom } from '@headgate/runtime/bodies/answer-room';
import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { connectPostgres } from '@headgate/runtime/postgres/connect';
import {
  type DatabaseLocation,
  databaseUrl,
  preparedDatabaseUrl,
} from '@headgate/runtime/postgres/database-url';
import { migrate } from '@headgate/runtime/postgres/migrate';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { takeTestDatabase } from '@headgate/runtime/testing/database';
import { templateOf } from '@headgate/runtime/testing/database-template';
import type { Send, VendorAnswer, VendorRequest } from '../call/send.ts';
import { readWorkerConfig, schema } from '../config.ts';
import type { WorkerContext } from '../context.ts';
import { createWorkerMetrics } from '../metrics.ts';
import { migrations } from '../migrations/index.ts';
import { keepAccount } from '../sql/accounts.ts';
import { claimTasks } from '../sql/moves/claim-tasks.ts';
import { moveTask } from '../sql/moves/move-task.ts';
import { findTask } from '../sql/tasks/find-task.ts';
import { insertTask, type NewTask } from '../sql/tasks/insert-task.ts';
import { passBy } from '../stage.ts';
import { createPendingNotes } from '../step/sends/pending-notes.ts';
import { createLocalStore } from '../store/local-store.ts';
import { drawTaskId } from '../task/ids.ts';
import type { Task } from '../task/task.ts';
import type { Account } from '../upstreams/upstream.ts';

export const testMasterKey: RotatingSecret = { current: Buffer.alloc(32, 7), others: [] };
export const testUser = 7n;

const template = templateOf('media', [join(import.meta.dirname, '../migrations')], async (url) => {
  await migrate(await preparedDatabaseUrl(locate(url)), schema, migrations);
});

function locate(ownerUrl: string): DatabaseLocation {
  return { serviceUrl: '', ownerUrl, schema };
}

/** A worker's insides on a database of their own, without the process around them. */
export interface TestMedia {
  context: WorkerContext;
  /** What the vendor answers, and what it was asked. */
  vendor: { answer: (request: VendorRequest) => Partial<VendorAnswer> | Error; asked: VendorRequest[] };
  /** A task that a vendor has accepted, due now. */
  submitted(of?: Partial<NewTask & { account: Partial<Account>; deadlineMs: number }>): Promise<Task>;
  /** A task of images that waits for a worker to send it, with each of these keys. */
  deferred(of?: { keys?: readonly string[] }): Promise<Task>;
  /** Takes the task as a worker does; throws where it is not to be had. */
  claim(id: string): Promise<Task>;
  /** The credential that made it cannot be opened from now on, as where the master key was lost. */
  sealAway(id: string): Promise<void>;
  /** It has ended, and did so a day ago from now on. */
  endedLongAgo(id: string): Promise<void>;
  /** For how long it is still held; 0 where nobody holds it. */
  leaseLeftMs(id: string): Promise<number>;
  read(id: string): Promise<Task>;
  stop(): Promise<void>;
}

export const testAccount: Account = {
  provider: 'openai',
  baseUrl: 'http://vendor.test/v1',
  key: 'the-key',
  region: '',
  apiVersion: '',
};

const channelId = 3n;

const onePixel = Buffer.from('89504e470d0a1a0a', 'hex');

export async function createTestMedia(): Promise<TestMedia> {
  readInt8AsBigint();
  const database = await takeTestDatabase(template);
  const knex = connectPostgres(databaseUrl(locate(database.url)));
  const folder = mkdtempSync(join(tmpdir(), 'headgate-media-'));
  const config = readWorkerConfig({
    DATABASE_URL: database.url,
    NATS_URL: 'nats://nowhere',
    HEADGATE_LEDGER_ADDRESS: 'nowhere',
    HEADGATE_MASTER_KEY: testMasterKey.current.toString('base64'),
  });
  const vendor: TestMedia['vendor'] = { answer: () => new Error('nothing was scripted'), asked: [] };
  const send: Send = async (request) => {
    vendor.asked.push(request);
    const answer = vendor.answer(request);
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, body: Buffer.alloc(0), ...answer };
  };
  const context: WorkerContext = {
    config,
    log: createLog('media-worker', 'silent'),
    knex,
    owner: randomUUID(),
    // What looks after tasks asks the ledger nothing; telling it is a step of its own.
    ledger: {} as LedgerClient,
    send,
    sendImages: send,
    answerRoom: createAnswerRoom(1_000_000),
    references: {
      open: () => ({
        bring: async () => ({ bytes: onePixel, type: 'image/png' }),
        publish: async () => ({ url: 'https://files.test/one.png' }),
        release: () => {},
      }),
    },
    metrics: createWorkerMetrics(createRegistry('media-worker'), knex),
    store: createLocalStore(folder),
    notes: createPendingNotes(),
    reach: passBy,
    stopping: new AbortController().signal,
    tellSoon: () => undefined,
  };

  async function read(id: string): Promise<Task> {
    const task = await findTask(knex, id, {
      userId: testUser,
      surfaces: ['video', 'image', 'image-async', 'mj', 'kling'],
    });
    if (!task) throw new Error(`there is no task ${id}`);
    return task;
  }

  return {
    context,
    vendor,
    read,
    async sealAway(id) {
      await knex.raw(
        `update account set sealed_key = 'nonsense'::bytea from task where task.id = ? and account.id = account_id`,
        [id],
      );
    },
    async leaseLeftMs(id) {
      const [row] = await rowsOf<{ ms: number }>(
        knex,
        'select (extract(epoch from lease_until - now()) * 1000)::float8 as ms from task where id = ?',
        [id],
      );
      return row?.ms ?? 0;
    },
    async endedLongAgo(id) {
      await knex.raw(`update task set finished_at = finished_at - interval '1 day' where id = ?`, [id]);
    },
    async submitted({ account, deadlineMs = 3_600_000, ...of } = {}) {
      const lease = { owner: context.owner, ms: 60_000 };
      const task = await insertTask(knex, { ...newTask(), ...of }, { lease, deadlineMs });
      if (!task) throw new Error('the task is not new');
      await moveTask(knex, { id: task.id, owner: context.owner }, 'held');
      const accountId = await keepAccount(knex, testMasterKey, channelId, { ...testAccount, ...account });
      await moveTask(knex, { id: task.id, owner: context.owner }, 'submitting', {
        accountId,
        channelId,
        attempts: 1,
      });
      await moveTask(knex, { id: task.id, owner: context.owner }, 'queued', {
        upstreamId: `upstream-${task.seq}`,
        isSubmitted: true,
        dueInMs: 0,
        isFree: true,
      });
      return read(task.id);
    },
    async deferred({ keys = ['the-key'] } = {}) {
      const lease = { owner: context.owner, ms: 60_000 };
      const image = { surface: 'image-async', wish: { ...newTask().wish, imageCount: 1 } } as const;
      const task = await insertTask(knex, { ...newTask(), ...image }, { lease, deadlineMs: 3_600_000 });
      if (!task) throw new Error('the task is not new');
      const ways = keys.map(async (key) => ({
        accountId: String(await keepAccount(knex, testMasterKey, channelId, { ...testAccount, key })),
        channelId: String(channelId),
        channel: 'painters',
        upstreamModel: 'gpt-image-1',
        sendsRequestId: true,
        baseUrl: '',
        wish: task.wish,
      }));
      const held = { ways: await Promise.all(ways), channelId, dueInMs: 0, isFree: true } as const;
      await moveTask(knex, { id: task.id, owner: context.owner }, 'held', held);
      return read(task.id);
    },
    async claim(id) {
      const lease = { owner: context.owner, ms: 60_000 };
      const claimed = await claimTasks(context, lease, { limit: 100, perChannel: 100 });
      const task = claimed.find((one) => one.id === id);
      if (!task) throw new Error(`${id} is not due`);
      return task;
    },
    async stop() {
      await knex.destroy();
      rmSync(folder, { recursive: true });
      await database.drop();
    },
  };
}

function newTask(): NewTask {
  return {
    id: drawTaskId('video'),
    closeId: randomUUID(),
    holdId: randomUUID(),
    surface: 'video',
    action: 'generate',
    keyId: 1n,
    userId: testUser,
    group: 'default',
    path: ['key:1'],
    model: 'a-model',
    priceModel: 'a-model',
    catalogVersion: 1n,
    priceVersion: 1n,
    amount: 100n,
    usage: Usage.fromPartial({ calls: 1n }),
    wish: { prompt: 'a mill', references: [], options: {} },
    remixedFrom: null,
    idempotency: undefined,
  };
}
