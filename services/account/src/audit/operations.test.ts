import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

interface Line {
  id: number;
  username: string;
  operation: string;
  target_name: string;
}

let account: TestAccount;
let root: SessionClient;
let ada: SessionClient;
beforeAll(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  [root, ada] = [await signInAs(account, 'root'), await signInAs(account, 'ada')];
  for (const name of ['one', 'two', 'three']) await ada.ask('keys.create', { body: { name } });
  await root.ask('keys.create', { body: { name: 'four' } });
});
afterAll(() => account.stop());

const list = async (query: Record<string, string> = {}, client = root, operation = 'audit.list') =>
  (await client.ask(operation, { query })) as { items: Line[]; total: number };
const targets = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ target_name }) => target_name);

describe('the audit log', () => {
  it('is read by pages and by cursor, the newest first', async () => {
    const first = await list({ page_size: '2' });
    expect(first).toMatchObject({ total: 5, items: [{ target_name: 'four' }, { target_name: 'three' }] });
    expect(first.items[0]).toMatchObject({
      username: 'root',
      user_id: 1,
      operation: 'keys.create',
      target_kind: 'key',
      changes: { made: [null, expect.objectContaining({ name: 'four' })] },
      ip: '10.0.0.1',
      request_id: 'a request',
    });
    expect(await targets({ page_size: '2', p: '2' })).toEqual(['two', 'one']);
    const last = first.items[1]?.id ?? 0;
    // A line that comes in between moves pages, and no cursor.
    await root.ask('keys.delete-many', { body: { ids: [4] } });
    expect(await targets({ page_size: '2', before_id: String(last) })).toEqual(['two', 'one']);
  });

  it('is searched by who, what, on what and when', async () => {
    expect(await targets({ username: 'ada' })).toEqual(['three', 'two', 'one']);
    expect(await targets({ operation: 'keys.create', username: 'root' })).toEqual(['four']);
    const { id } = await account.context.knex('keys').where({ name: 'two' }).first('id');
    expect(await targets({ target_kind: 'key', target_id: String(id) })).toEqual(['two']);
    // Lines are written in the order of their times: those before it are as old.
    const { knex } = account.context;
    const one = await knex('audit').where({ target_name: 'one' }).first('id');
    await knex('audit')
      .where('id', '<=', one.id)
      .update({ at: new Date(5_000_000) });
    const operation = 'keys.create';
    expect(await targets({ operation, start_timestamp: '5000', end_timestamp: '5000' })).toEqual(['one']);
    expect(await targets({ end_timestamp: '4999' })).toEqual([]);
  });

  it('shows users what they did themselves', async () => {
    const own = await list({}, ada, 'audit.list-own');
    expect(own.items.map(({ username }) => username)).toEqual(['ada', 'ada', 'ada']);
    // A filter that is not theirs is not read.
    expect(await list({ username: 'root' }, ada, 'audit.list-own')).toMatchObject({ total: 3 });
    expect(await faultFrom(list({}, ada))).toMatchObject({ status: 403 });
  });
});

describe('a configuration file', () => {
  // New passwords end the sessions of before.
  const applied = async () =>
    (await list({ operation: 'configuration.apply' }, await signInAs(account, 'root'))).items;

  it('leaves what it changed, without a secret, and nothing where it changed nothing', async () => {
    expect(await applied()).toMatchObject([
      {
        username: 'configuration',
        user_id: null,
        target_kind: 'configuration',
        changes: { lines: [null, expect.arrayContaining(['user ada: added', 'key ci: added'])] },
      },
    ]);
    await account.apply(smallDocument());
    expect(await applied()).toHaveLength(1);
    const document = smallDocument();
    for (const user of document.users) user.password = 'another secret of theirs';
    await account.apply(document, { dryRun: true });
    expect(await applied()).toHaveLength(1);
    await account.apply(document);
    const [line] = await applied();
    expect(JSON.stringify(line)).toContain('user ada: password changed');
    expect(JSON.stringify(line)).not.toContain('another secret');
  });

  it('leaves what it changed in the ledger alone', async () => {
    const before = (await applied()).length;
    const document = smallDocument();
    document.models['call-model'].price.call = 0.02;
    await account.apply(document);
    const [line, ...earlier] = await applied();
    expect(earlier).toHaveLength(before);
    expect(JSON.stringify(line)).toContain('prices: changed');
  });

  it('leaves no more than a bounded number of lines', async () => {
    const keys = Array.from({ length: 230 }, (_, index) => ({
      name: `many-${index}`,
      key: `sk-many-keys-of-one-file-${index}`,
      unlimited: true,
    }));
    await account.apply({ keys });
    const [line] = (await applied()) as unknown as { changes: Record<string, unknown[]> }[];
    expect(line?.changes.lines?.[1]).toHaveLength(200);
    expect(line?.changes.lines_in_all).toEqual([null, 230]);
  });
});
