import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'headgate-stacks-'));
afterAll(() => rmSync(directory, { recursive: true }));

const mapStacks = new URL('./map-stacks.ts', import.meta.url).href;

/** The stack that a program prints of an error that `bake`, on its third line, throws. */
async function stackOf(name: string, lines?: object): Promise<string> {
  const file = join(directory, `${name}.js`);
  writeFileSync(
    file,
    `import { mapStacks } from '${mapStacks}'; mapStacks();
     console.log(new URL(import.meta.url).pathname.length > 0);
     function bake() { throw new TypeError('burnt'); }
     try { bake(); } catch (error) { console.log(error.stack); }`,
  );
  if (lines) writeFileSync(`${file}.lines.json`, JSON.stringify(lines));
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return stdout;
}

/** The third line is the twelfth of a source. */
const lines = { sources: ['services/bakery/src/oven.ts'], lines: [-1, -1, -1, -1, 0, 11] };

test('a stack names lines of the source where these are known', async () => {
  const stack = await stackOf('known', lines);
  expect(stack).toMatch(
    /TypeError: burnt\n {4}at bake \(services\/bakery\/src\/oven\.ts:12\)\n {4}at file:\/\/\S*\/known\.js:4:/,
  );
});

test('where they are not, or cannot be read, a stack is as Node has it', async () => {
  for (const stack of [await stackOf('plain'), await stackOf('broken', { sources: [] })]) {
    expect(stack).toMatch(/TypeError: burnt\n {4}at bake \(file:\/\/\S*\.js:3:\d+\)\n {4}at file:/);
  }
});
