/** The console has words for the operations that leave lines in the audit log. Account has the list of them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';

/** What a module of another package exports. */
const read = <Exports>(path: string): Promise<Exports> => import(join(repository, path));

const { operations } = await read<{ operations: Record<string, { isChange?: true }> }>(
  'services/account/src/operations/list.ts',
);
const { operationNames: named } = await read<{ operationNames: string[] }>(
  'services/console/src/words/name-operation.ts',
);

test('every operation that changes something has words in the console', () => {
  const changes = Object.keys(operations).filter((name) => operations[name]?.isChange);
  expect(changes.filter((name) => !named.includes(name))).toEqual([]);
});

test('what has words there is an operation, or the command that applies configuration files', () => {
  expect(named.filter((name) => !(name in operations))).toEqual(['configuration.apply']);
});
