/** What was changed, removed or put in behind the ledger's back is found, however well it hides from the sums. */
import { createHash, randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refund } from '../book/refund.ts';
import { findAfter, findContradictions, openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { verify } from './verify.ts';

let database: LedgerDatabase;
const run = randomUUID();
const closes = [1n, 2n, 3n, 4n].map((seq) =>
  makeClose({ run, seq, path: ['key:"quoted", ü', 'user:c'], inputTokens: 10n * seq }),
);
const [first, second] = closes.map(({ id }) => id);

beforeAll(async () => {
  database = await makeLedgerDatabase();
  const { knex } = database;
  await setTestPrices(knex);
  await openPurses(knex, { 'key:"quoted", ü': 1_000n, 'user:c': null });
  await settle(knex, closes.slice(0, 3));
  await settle(knex, closes);
  await refund(knex, { id: randomUUID(), requestId: first ?? '', units: 4n });
});
afterAll(() => database.drop());

const chain = (lines: readonly string[]) => lines.filter((line) => line.startsWith('chains: '));

test('a grant, two batches of closes and a refund are four batches', async () => {
  const { compared } = await verify(database.knex);
  expect(compared.at(-1)).toEqual({ name: 'chains', compared: 4n, contradictions: 0n, examples: [] });
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('the hash of a batch is the one that the format says', async () => {
  const [batch] = await rowsOf<{ hash: Buffer; previous: string; us: bigint }>(
    database.knex,
    `select hash, encode(previous_hash, 'hex') as previous, (extract(epoch from booked_at) * 1000000)::bigint as us
     from entry_batch where batch_no = 1`,
    [],
  );
  const [grant] = await rowsOf<{ id: string; input: string }>(
    database.knex,
    `select id, encode(input_hash, 'hex') as input from entry where kind = 'grant'`,
    [],
  );
  const text = `headgate-ledger-batch 1
1,calls,1,${'0'.repeat(64)},${batch?.us},1,1000
${grant?.id},grant,"test",["key:\\"quoted\\", ü"],1000,0,0,,${grant?.input}
`;
  expect(batch?.hash.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
});

const tampers: [what: string, statement: string, found: RegExp][] = [
  [
    'an amount that was changed, in the log and the purses too',
    `with one as (update entry set amount = 11 where id = '${first}'), two as (update usage set amount = 11 where id = '${first}')
     update purse set used = used + 1`,
    /^chains: batch 2 adds up to 61, 60 were booked$/,
  ],
  [
    'two amounts that were changed against each other',
    `update entry set amount = 30 - amount where id in ('${first}', '${second}')`,
    /^chains: batch 2 was changed: its hash is another$/,
  ],
  [
    'a path that was changed',
    `update entry set path = array['user:c'] where id = '${first}'`,
    /^chains: batch 2 was changed: its hash is another$/,
  ],
  [
    'an entry that was removed',
    `delete from entry where id = '${second}'`,
    /^chains: batch 2 has 2 entries, 3 were booked$/,
  ],
  [
    'an entry that was put into a batch',
    `insert into entry select (jsonb_populate_record(entry, jsonb_build_object('id', gen_random_uuid()))).*
     from entry where id = '${second}'`,
    /^chains: batch 2 has 4 entries, 3 were booked$/,
  ],
  [
    'an entry that was put outside of all batches',
    `insert into entry (id, kind, path, amount, input_hash) values (gen_random_uuid(), 'adjust', '{user:c}', 0, '')`,
    /^chains: before the chains 1 entries add up to 0, 0 to 0 were booked$/,
  ],
  [
    'an entry that was put beyond the end',
    `insert into entry (id, kind, path, amount, input_hash, batch_no)
     values (gen_random_uuid(), 'adjust', '{user:c}', 0, '', 99)`,
    /^chains: \S+ is of batch 99, which is not there$/,
  ],
  [
    'an entry that was moved in time',
    `update entry set booked_at = booked_at - interval '1 day' where id = '${second}'`,
    /^chains: \S+ was not booked when its batch 2 was$/,
  ],
  [
    'a batch that was removed with its entries',
    `with one as (delete from entry where batch_no = 3) delete from entry_batch where batch_no = 3`,
    /^chains: closes ended with number 2, and number 1 is the last one there$/,
  ],
  [
    'a batch that was removed from the middle',
    `with one as (delete from entry where batch_no = 2) delete from entry_batch where batch_no = 2`,
    /^chains: batch 3 is number 2 of closes and comes after number 0$/,
  ],
  [
    'a batch that was removed without them',
    'delete from entry_batch where batch_no = 3',
    /^chains: \S+ is of batch 3, which is not there$/,
  ],
  [
    'the last batch that was removed with its entries',
    `with one as (delete from entry where batch_no = 4) delete from entry_batch where batch_no = 4`,
    /^chains: calls ended with number 2, and number 1 is the last one there$/,
  ],
  [
    'a hash that was written anew',
    `update entry_batch set hash = sha256('x') where batch_no = 2`,
    /^chains: batch 3 does not carry the hash before it$/,
  ],
];

test.each(tampers)('%s is found', async (_, statement, found) => {
  expect(chain(await findAfter(database.knex, statement))).toContainEqual(expect.stringMatching(found));
});

test('batches that are booked at once follow each other', async () => {
  const { knex } = database;
  const other = database.connect();
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0
        ? openPurses(index % 4 === 0 ? knex : other, { [`user:many:${index}`]: 5n })
        : settle(knex, [makeClose({ run: randomUUID(), seq: 1n, path: ['user:c'], inputTokens: 1n })]),
    ),
  );
  expect(await findContradictions(knex)).toEqual([]);
  const times = await rowsOf<{ isOrdered: boolean }>(
    knex,
    `select bool_and(is_ordered) as "isOrdered" from (
       select booked_at >= lag(booked_at, 1, '-infinity') over (partition by chain order by batch_no) as is_ordered from entry_batch) as pair`,
    [],
  );
  expect(times).toEqual([{ isOrdered: true }]);
});
