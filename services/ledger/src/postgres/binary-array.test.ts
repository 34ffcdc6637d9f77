import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { binaryArray, binaryRows, type Element, type ElementType, type Member } from './binary-array.ts';
import { findOid, knownOid } from './row-types.ts';
import { runStatement } from './statement.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
});
afterAll(() => database.drop());

/** The elements as PostgreSQL writes them, once it has read them. */
function readBack(type: ElementType, values: readonly Element[]): Promise<unknown[]> {
  return database.knex.transaction(async (transaction) => {
    const { rows } = await runStatement<{ text: string | null }>(
      transaction,
      { name: `read-${type}`, text: `select element::text as text from unnest($1::${type}[]) as element` },
      [binaryArray(type, values)],
    );
    return rows.map(({ text }) => text);
  });
}

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

test.each<[ElementType, Element[], (string | null)[]]>([
  ['uuid', [id, null, id.toUpperCase()], [id, null, id]],
  [
    'text',
    ['', 'plain', 'a"b\\c,{}', 'größer 文 🙂', null],
    ['', 'plain', 'a"b\\c,{}', 'größer 文 🙂', null],
  ],
  ['bigint', [0n, -1n, least, most, null], ['0', '-1', String(least), String(most), null]],
  ['integer', [0, -1, 2 ** 31 - 1, -(2 ** 31)], ['0', '-1', '2147483647', '-2147483648']],
  ['boolean', [true, false, null], ['true', 'false', null]],
  ['bytea', ['', '00ff10'], ['\\x', '\\x00ff10']],
  ['uuid', [], []],
])('PostgreSQL reads %s as it was written', async (type, values, texts) => {
  expect(await readBack(type, values)).toEqual(texts);
});

test('a timestamp is the millisecond that it was', async () => {
  const times = [0n, 946_684_799_999n, 1_763_700_000_123n, 253_402_300_799_999n];
  const texts = await readBack('timestamptz', times);
  expect(texts.map((text) => BigInt(Date.parse(`${String(text).replace(' ', 'T')}:00`)))).toEqual(times);
});

test.each<[ElementType, Element]>([
  ['bigint', most + 1n],
  ['bigint', least - 1n],
  ['integer', 2 ** 31],
  ['integer', 0.5],
  ['timestamptz', most],
])('a %s of %s is refused, as PostgreSQL would', (type, value) => {
  expect(() => binaryArray(type, [value])).toThrow(expect.objectContaining({ code: '22003' }));
});

test.each(['', 'x', `${id}0`, id.replace('0', 'g'), id.replace('0', 'ő'), id.slice(1)])(
  '%s is no uuid',
  (text) => {
    expect(() => binaryArray('uuid', [text])).toThrow(expect.objectContaining({ code: '22P02' }));
  },
);

test('PostgreSQL reads rows as they were written, however long their texts', async () => {
  interface Row {
    id: string;
    text: string | null;
    count: bigint;
    bytes: string | null;
  }
  const members: Member<Row>[] = [
    { type: 'uuid', of: (row) => row.id },
    { type: 'text', of: (row) => row.text },
    { type: 'bigint', of: (row) => row.count },
    { type: 'bytea', of: (row) => row.bytes },
  ];
  const rows: Row[] = [
    { id, text: '', count: least, bytes: null },
    { id, text: null, count: most, bytes: '00ff10' },
    { id, text: '文'.repeat(20_000), count: 0n, bytes: 'ab'.repeat(5_000) },
    { id, text: 'a"b\\c,(){}', count: 1n, bytes: '' },
  ];
  const read = await database.knex.transaction(async (transaction) => {
    await transaction.raw('create type row_of_test as (id uuid, text text, count bigint, bytes bytea)');
    expect(knownOid(transaction, 'row_of_test')).toBeUndefined();
    const oid = await findOid(transaction, 'row_of_test');
    expect(knownOid(transaction, 'row_of_test')).toBe(oid);
    const text = `select id, text, count, encode(bytes, 'hex') as bytes from unnest($1::row_of_test[])`;
    const statement = { name: 'read-rows', text };
    const ofNone = await runStatement<Row>(transaction, statement, [binaryRows(oid, members, [])]);
    const ofAll = await runStatement<Row>(transaction, statement, [binaryRows(oid, members, rows)]);
    return [ofNone.rows, ofAll.rows];
  });
  expect(read).toEqual([[], rows]);
});
