import { waitFor } from '@headgate/runtime/testing/wait-for';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listGroups } from '../groups/store.ts';
import { readKeyChanges } from '../keys/changes.ts';
import { smallDocument } from '../testing/documents.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { readVersions } from '../versions/store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

/** Breaks the transaction of the rows, after everything that comes before it. */
async function breakCommit(): Promise<() => Promise<void>> {
  const { knex } = account.context;
  await knex.raw(`create function break_commit() returns trigger language plpgsql
                  as $$ begin raise exception 'the process died'; end $$`);
  await knex.raw('create trigger break_commit before insert on keys execute function break_commit()');
  return async () => {
    await knex.raw('drop function break_commit cascade');
  };
}

test('a crash between purse and commit leaves orphan purses, and applying again succeeds', async () => {
  const repair = await breakCommit();
  await expect(account.apply(smallDocument())).rejects.toThrow('the process died');
  expect(account.ledger.granted('key:1')).toBe(5_000_000n);
  expect(await account.context.knex('users').select()).toEqual([]);
  expect(await readVersions(account.context.knex)).toEqual({ keysVersion: 1n, catalogVersion: 1n });
  expect(account.announced).toEqual([]);

  await repair();
  const { changes } = await account.apply(smallDocument());
  expect(changes).toContain('key ci: added');
  const ci = await account.context.knex('keys').where({ name: 'ci' }).first();
  expect(ci.id).not.toBe(1n);
  expect(account.ledger.granted(`key:${ci.id}`)).toBe(5_000_000n);
  expect((await account.apply(smallDocument())).changes).toEqual([]);
});

test('a grant of a change that never committed is taken back by the next apply', async () => {
  await account.apply(smallDocument());
  const more = smallDocument();
  for (const key of more.keys) if (key.name === 'ci') key.quota_usd = 99;
  for (const user of more.users) if (user.username === 'ada') user.quota_usd = 21;
  const repair = await breakCommit();
  await expect(account.apply(more)).rejects.toThrow('the process died');
  expect(account.ledger.granted('key:1')).toBe(49_500_000n);
  await repair();
  const { changes } = await account.apply(smallDocument());
  expect(changes).toEqual([
    'user ada: grant corrected by -500000 units',
    'key ci: grant corrected by -44500000 units',
  ]);
  expect(account.ledger.granted('key:1')).toBe(5_000_000n);
  expect(account.ledger.granted('user:2')).toBe(10_000_000n);
});

test('a ledger that refuses stops everything before the rows', async () => {
  account.ledger.before = () => {
    throw new Error('the ledger died');
  };
  await expect(account.apply(smallDocument())).rejects.toThrow('the ledger died');
  expect(await listGroups(account.context.knex)).toEqual([]);
});

test('changes at the same time are all made, each on what the others left', async () => {
  await account.apply({ users: smallDocument().users });
  const documents = Array.from({ length: 6 }, (_, index) => ({
    keys: [{ name: `key-${index}`, key: `sk-concurrent-key-number-${index}` }],
  }));
  let isDone = false;
  const seen = new Map<bigint, bigint>();
  const follow = async (): Promise<void> => {
    for (let version = 1n; ; ) {
      const wasDone = isDone;
      const answer = await readKeyChanges(account.context.knex, version);
      for (const id of answer.keyIds) if (!seen.has(id)) seen.set(id, answer.version);
      version = answer.version;
      if (wasDone) return;
    }
  };
  const following = follow();
  await Promise.all(documents.map((document) => account.apply(document)));
  isDone = true;
  await following;
  const rows = await account.context.knex('keys').select('id', 'changed_version');
  expect(rows).toHaveLength(documents.length);
  expect(new Set(rows.map(({ changed_version }) => changed_version)).size).toBe(documents.length);
  // Had a lower version been committed after a higher one, the follower would have missed it.
  expect([...seen.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
});

test('the versions row keeps a second change waiting until the first has committed', async () => {
  await account.apply(smallDocument());
  const { knex } = account.context;
  const holder = await knex.transaction();
  await holder('versions').select().forUpdate();
  const observer = new Client({ connectionString: account.ownerUrl });
  await observer.connect();
  const document = smallDocument();
  for (const key of document.keys) key.key = `${key.key}-changed`;
  let isWritten = false;
  const applying = account.apply(document).then(() => {
    isWritten = true;
  });
  await waitFor(async () => {
    const { rowCount } = await observer.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rowCount;
  }, 'the second change waits for the lock');
  expect(isWritten).toBe(false);
  await holder.commit();
  await applying;
  expect(isWritten).toBe(true);
  await observer.end();
});

test('whoever keeps being overtaken is told so', async () => {
  await account.apply(smallDocument());
  account.ledger.before = async () => {
    await account.context.knex('versions').increment('keys_version', 1);
  };
  const document = smallDocument();
  for (const user of document.users) user.password = 'yet another one';
  const { code, message } = await faultFrom(account.apply({ users: document.users.slice(0, 1) }));
  expect(code).toBe('service_unavailable');
  expect(message).toContain('Apply again');
});
