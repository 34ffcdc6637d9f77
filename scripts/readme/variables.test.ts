import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variablesOf } from '../image/variables-of.ts';
import { repository } from '../start/repository.ts';
import { withVariables } from './variables.ts';

const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

test('deploy/README.md tells the variables that there are', async () => {
  const readme = read('deploy/README.md');
  expect(await withVariables(readme), 'npm run readme writes the table anew').toBe(readme);
});

test.each([
  ['ingress', 'ingress'],
  ['text-gateway', 'text-gateway'],
  ['media-api', 'media-task'],
  ['media-worker', 'media-task'],
  ['account', 'account'],
  ['ledger', 'ledger'],
  ['console', 'console'],
] as const)('what %s reads is explained in its README', async (name, folder) => {
  const text = read(`services/${folder}/README.md`);
  const { all } = await variablesOf(name);
  expect(all.filter((variable) => !text.includes(`\`${variable}\``))).toEqual([]);
});
