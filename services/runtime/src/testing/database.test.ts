import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import type { DatabaseTemplate } from './database-template.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('copies of a template are made from one preparation, and know nothing of each other', async () => {
  let prepared = 0;
  const template: DatabaseTemplate = {
    name: `template_test_${randomUUID()}`,
    async prepare(url) {
      prepared += 1;
      await query(url, 'create table word as select 1 as id');
    },
  };
  const copies = await Promise.all([1, 2, 3].map(() => createTestDatabase(template)));
  onTestFinished(async () => {
    await Promise.all(copies.map((copy) => copy.drop()));
    const { HEADGATE_TEST_DATABASE_URL: server = '' } = process.env;
    await query(server, `drop database "${template.name}"`);
  });
  const [first, second] = copies.map(({ url }) => url);
  if (!first || !second) throw new Error('no copies were made');
  await query(first, 'delete from word');
  expect(await query(second, 'select id from word')).toEqual([{ id: 1 }]);
  expect(prepared).toBe(1);
});

test('a preparation that failed is made again', async () => {
  let prepared = 0;
  const template: DatabaseTemplate = {
    name: `template_test_${randomUUID()}`,
    async prepare() {
      prepared += 1;
      if (prepared === 1) throw new Error('not today');
    },
  };
  await expect(createTestDatabase(template)).rejects.toThrow('not today');
  const copy = await createTestDatabase(template);
  onTestFinished(async () => {
    await copy.drop();
    const { HEADGATE_TEST_DATABASE_URL: server = '' } = process.env;
    await query(server, `drop database "${template.name}"`);
  });
  expect(prepared).toBe(2);
});
