import { describe, expect, it } from 'vitest';
import { readRouteTable } from '../e2e/testing/route-table.ts';
import { rowsOf } from './api-document.ts';
import { readDocument, readOperations } from './read-document.ts';

const rows = rowsOf(readDocument());
const operations = readOperations();
const proofs = { anyone: 'none', user: 'session', admin: 'admin', root: 'root' } as const;

it('has every row of the route table', async () => {
  const table = await readRouteTable();
  // One that is missing names an operation that account does not have.
  expect(rows).toHaveLength(table.length);
});

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    const row = rows.find(({ route }) => route.operationId === name);

    it('has a row in services/ingress/src/routes/session/, with the proof of its role', () => {
      expect(row?.route['x-proof']).toBe(proofs[operation.role]);
    });

    it('reads of its path what the row names', () => {
      const read = Object.keys(operation.path?.properties ?? {});
      const named = row?.route.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      expect(named.map((parameter) => parameter.name).sort()).toEqual(read.sort());
    });
  },
);
