import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyConfiguration } from './apply-configuration.ts';

const configuration = {
  file: '/a/headgate.yaml',
  isDemo: false,
  variables: {},
  apiKey: null,
  admin: null,
  model: null,
};

/** Applies by a command that does no more than this. */
function applyBy(program: string, said: string[] = []): Promise<boolean> {
  const programsDir = mkdtempSync(join(tmpdir(), 'headgate-apply-'));
  writeFileSync(join(programsDir, 'headgate.js'), program);
  return applyConfiguration(configuration, {
    programsDir,
    env: {},
    accountAddress: '127.0.0.1:1',
    say: (line) => said.push(line),
    signal: AbortSignal.timeout(30_000),
  });
}

const printing = (answer: string): string => `process.stdout.write(JSON.stringify(${answer}, null, 2));`;

test('a configuration of twenty thousand keys is applied, and each of them is said', async () => {
  const said: string[] = [];
  const keys = 'Array.from({ length: 20_000 }, (_, index) => "key team-" + index + ": is made")';
  expect(await applyBy(printing(`{ changes: ${keys}, warnings: [] }`), said)).toBe(true);
  expect(said).toHaveLength(20_000);
  expect(said.at(-1)).toBe('  key team-19999: is made');
});

test('one that changes nothing says so', async () => {
  const said: string[] = [];
  expect(await applyBy(printing(`{ changes: [], warnings: ['it is so'] }`), said)).toBe(false);
  expect(said).toEqual(['  warning: it is so', '  nothing to change']);
});

test('one that is refused fails with the words of the command', async () => {
  const refusing = `process.stderr.write('models.x: has no price\\n'); process.exitCode = 1;`;
  await expect(applyBy(refusing)).rejects.toThrow(
    'The configuration /a/headgate.yaml was not applied:\nmodels.x: has no price',
  );
});
