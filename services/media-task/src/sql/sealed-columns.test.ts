import { reseal } from '@headgate/runtime/postgres/reseal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia, testMasterKey } from '../testing/test-media.ts';
import { findAccount, keepAccount } from './accounts.ts';
import { sealedColumns } from './sealed-columns.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const account = {
  provider: 'openai',
  baseUrl: 'https://vendor.example',
  key: 'sk-vendor',
  region: '',
  apiVersion: '',
};
const rotating = { current: Buffer.alloc(32, 8), others: [testMasterKey.current] };
const rotated = { current: rotating.current, others: [] };

test('every column that is sealed is listed', async () => {
  const { rows } = await media.context.knex.raw(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'media' and column_name like 'sealed%' order by 1`,
  );
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`),
  );
});

test('credentials of tasks are sealed anew, and one without a key is left alone', async () => {
  const { knex } = media.context;
  const id = await keepAccount(knex, testMasterKey, 7n, account);
  await keepAccount(knex, testMasterKey, 8n, { ...account, key: undefined });
  expect(await findAccount(knex, rotated, id)).toBeUndefined();
  for (const column of sealedColumns)
    expect(await reseal(knex, column, rotating)).toEqual({ rows: 1, unreadable: { ids: [], count: 0 } });
  expect((await findAccount(knex, rotated, id))?.key).toBe('sk-vendor');
});

test('a credential that is used again is sealed under the key of now', async () => {
  const id = await keepAccount(media.context.knex, testMasterKey, 9n, account);
  expect(await keepAccount(media.context.knex, rotating, 9n, account)).toBe(id);
  expect((await findAccount(media.context.knex, rotated, id))?.key).toBe('sk-vendor');
});
