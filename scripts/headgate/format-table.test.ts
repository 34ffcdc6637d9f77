import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';

test('columns are as wide as their widest cell, numbers stand to the right', () => {
  expect(
    formatTable(
      ['id', 'name'],
      [
        [7n, 'a'],
        [123n, 'bc'],
      ],
    ),
  ).toBe(' id  name\n  7  a\n123  bc\n');
});

test('a table may have hundreds of thousands of rows', () => {
  const rows = Array.from({ length: 300_000 }, (_, at) => [BigInt(at), 'x']);
  expect(formatTable(['id', 'name'], rows).split('\n')).toHaveLength(300_002);
});
