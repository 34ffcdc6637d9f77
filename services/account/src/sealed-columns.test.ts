import { createLog } from '@headgate/runtime/log';
import { keepSealed } from '@headgate/runtime/postgres/keep-sealed';
import { reseal } from '@headgate/runtime/postgres/reseal';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { keyIdOf, open, seal } from '@headgate/runtime/seal';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealedColumns } from './sealed-columns.ts';
import { smallDocument } from './testing/documents.ts';
import { createTestAccount, type TestAccount, testMasterKey } from './testing/test-account.ts';
import { listWebhooks, webhookPlace } from './webhooks/store.ts';

const newKey = Buffer.alloc(32, 8);
const rotating: RotatingSecret = { current: newKey, others: [testMasterKey.current] };
const rotated: RotatingSecret = { current: newKey, others: [] };
const webhooksColumn = sealedColumns.find(({ table }) => table === 'webhooks');

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
});
afterEach(() => account.stop());

/** More than a batch of them. */
const webhookCount = 250;

async function addWebhooks(): Promise<void> {
  const rows = Array.from({ length: webhookCount }, (_, index) => ({
    id: index + 1,
    name: `hook-${index}`,
    url: 'https://hooks.example',
    sealed_secret: seal(testMasterKey, webhookPlace(BigInt(index + 1)), `secret-${index}`),
    events: ['soft_limit'],
    from_config: false,
  }));
  await account.context.knex('webhooks').insert(rows);
}

async function resealWebhooks(secret: RotatingSecret, signal?: AbortSignal) {
  if (!webhooksColumn) throw new Error('webhooks are sealed');
  return reseal(account.context.knex, webhooksColumn, secret, signal);
}

const countReadable = async (secret: RotatingSecret) =>
  (await listWebhooks(account.context.knex, secret)).filter(
    (hook) => hook.secret === `secret-${hook.id - 1n}`,
  ).length;

test('every column that is sealed is listed', async () => {
  const { rows } = await account.context.knex.raw(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'account' and column_name like 'sealed%' order by 1`,
  );
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`),
  );
});

test('all is sealed anew, and the previous key is needed no more', async () => {
  const { knex } = account.context;
  await addWebhooks();
  await knex('keys').limit(1).update({ sealed_text: null });
  const results = new Map<string, number>();
  for (const column of sealedColumns) {
    const { rows, unreadable } = await reseal(knex, column, rotating);
    expect(unreadable.count).toBe(0);
    results.set(column.table, rows);
  }
  expect(results.get('channels')).toBe(1);
  expect(results.get('webhooks')).toBe(webhookCount);
  expect(await countReadable(rotated)).toBe(webhookCount);
  const [channel] = await knex('channels').select('id', 'sealed_keys');
  expect(open(rotated, `channel:${channel.id}`, channel.sealed_keys[0])).toBe('sk-upstream-secret-one');
  expect(await resealWebhooks(rotating)).toMatchObject({ rows: 0 });
});

test('it is broken off between batches, every secret opens meanwhile, and is gone on with', async () => {
  await addWebhooks();
  const abort = new AbortController();
  account.context.knex.on('query', ({ sql }: { sql: string }) => {
    if (sql.startsWith('update "webhooks"')) abort.abort();
  });
  const begun = await resealWebhooks(rotating, abort.signal);
  expect(begun.rows).toBeGreaterThan(0);
  expect(begun.rows).toBeLessThan(webhookCount);
  expect(await countReadable(rotating)).toBe(webhookCount);
  expect(await countReadable(rotated)).toBe(begun.rows);
  expect((await resealWebhooks(rotating)).rows).toBe(webhookCount - begun.rows);
  expect(await countReadable(rotated)).toBe(webhookCount);
});

test('a batch whose process is killed leaves its rows as they were', async () => {
  await addWebhooks();
  const { knex } = account.context;
  const { pool } = knex.client;
  let isCut = false;
  knex.on('query', ({ sql, __knexUid: uid }: { sql: string; __knexUid: string }) => {
    if (isCut || !sql.startsWith('update "webhooks"')) return;
    isCut = true;
    const used = pool.used.find(
      ({ resource }: { resource: { __knexUid: string } }) => resource.__knexUid === uid,
    );
    used.resource.connection.stream.destroy();
  });
  await expect(resealWebhooks(rotating)).rejects.toThrow();
  expect(await countReadable(testMasterKey)).toBe(webhookCount);
  expect((await resealWebhooks(rotating)).rows).toBe(webhookCount);
});

test('replicas that seal at once seal each row once', async () => {
  await addWebhooks();
  const results = await Promise.all([1, 2, 3].map(() => resealWebhooks(rotating)));
  expect(results.reduce((sum, { rows }) => sum + rows, 0)).toBe(webhookCount);
  expect(await countReadable(rotated)).toBe(webhookCount);
});

test('what no key opens is named, and left as it is', async () => {
  await addWebhooks();
  const wrong: RotatingSecret = { current: newKey, others: [Buffer.alloc(32, 3)] };
  expect(await resealWebhooks(wrong)).toEqual({
    rows: 0,
    unreadable: { ids: Array.from({ length: 10 }, (_, index) => String(index + 1)), count: webhookCount },
  });
  expect(await countReadable(testMasterKey)).toBe(webhookCount);
});

test('a process with one key says what it cannot open, and looks until it is given anew', async () => {
  const { knex, metrics } = account.context;
  const said: unknown[] = [];
  const log = createLog('account', 'silent');
  log.info = (text: unknown) => void said.push(text);
  log.error = (members: unknown, text?: unknown) => void said.push([members, text]);
  const everyMs = 20;
  const signal = new AbortController().signal;
  const secrets = { knex, columns: sealedColumns, log, metrics, everyMs, signal };
  const unreadable = async () => (await metrics.unreadable.get()).values[0]?.value;
  const keeping = keepSealed({ ...secrets, masterKey: rotated });
  await waitFor(async () => (await unreadable()) === 1, 'it is counted');
  await wait(5 * everyMs);
  expect(said).toEqual([
    [
      expect.objectContaining({ table: 'channels', count: 1 }),
      expect.stringContaining('HEADGATE_MASTER_KEY_PREVIOUS'),
    ],
  ]);
  await knex('channels').update({ sealed_keys: [] });
  await keeping;
  expect(await unreadable()).toBe(0);
});

test('whoever exchanges the key sees under which one everything is sealed, before the other is forgotten', async () => {
  const { knex, metrics } = account.context;
  const told: RotatingSecret = { current: testMasterKey.current, others: [newKey] };
  const said = async (masterKey: RotatingSecret): Promise<unknown> => {
    const over = new AbortController();
    const log = createLog('account', 'silent');
    const saying = new Promise((resolve) => {
      log.info = (members: unknown, text?: unknown) => {
        if (String(text).startsWith('nothing is sealed under another key')) resolve(members);
      };
    });
    const secrets = { knex, columns: sealedColumns, log, metrics, everyMs: 20, signal: over.signal };
    const keeping = keepSealed({ ...secrets, masterKey });
    const members = await saying;
    over.abort();
    await keeping;
    return members;
  };
  expect(await said(told)).toEqual({ masterKeyId: keyIdOf(testMasterKey.current) });
  expect(await said(rotating)).toEqual({ masterKeyId: keyIdOf(newKey) });
  expect(keyIdOf(newKey)).not.toBe(keyIdOf(testMasterKey.current));
});
