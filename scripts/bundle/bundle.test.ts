import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { version } from '@headgate/runtime/version';
import { afterAll, expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { bundle } from './bundle.ts';

const directory = mkdtempSync(join(tmpdir(), 'headgate-bundle-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function bundleText(text: string): Promise<string> {
  mkdirSync(join(directory, 'source'), { recursive: true });
  const source = join(directory, 'source', 'program.ts');
  writeFileSync(source, text);
  await bundle({ program: relative(repository, source) }, join(directory, 'out'));
  return join(directory, 'out', 'program.js');
}

test('a program needs nothing but Node, also for what it loads late, and its stacks name lines of the source', async () => {
  const program = await bundleText(`
    import { createRequire } from 'node:module';
    import { mapStacks } from ${JSON.stringify(join(repository, 'services/runtime/src/log/map-stacks.ts'))};
    mapStacks();
    const name: string = 'gpt-tokenizer/encoding/o200k_base';
    console.log(createRequire(import.meta.url)(name).countTokens('Hello world'));
    console.log(new Error('late').stack);
  `);
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: '/' });
  expect(stdout).toMatch(/^2\nError: late\n {4}at \S*\/source\/program\.ts:7\n/);
  expect(existsSync(`${program}.map`)).toBe(true);
});

test('a program that serves HTTP does not load the client that Node has for it', async () => {
  const program = await bundleText(`
    import http, { createServer } from 'node:http';
    const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
    console.log(createServer === http.createServer, moduleLoadList.filter((name) => name.includes('undici')));
  `);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toBe('true []\n');
});

test('a program is ASCII, and says the same', async () => {
  const text = '„naïve“ 你好 🎉 \u0301';
  const program = await bundleText(`
    const name = 'ï';
    console.log(JSON.stringify(['${text}', \`${text} \${name}\`, /^[^你-好]🎉$/u.test('你🎉'), /^.🎉$/u.test('ï🎉')]));
  `);
  expect(readFileSync(program, 'utf8')).not.toMatch(/[\u0080-\uffff]/);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(JSON.parse(stdout)).toEqual([text, `${text} ï`, false, true]);
});

test.each(['console.log(/\\ï/);', 'console.log(String.raw`ï`);'])(
  '%s would say something else in ASCII, and is refused',
  async (text) => {
    await expect(bundleText(text)).rejects.toThrow('would mean something else in ASCII');
  },
);

test('an import that finds nothing is refused', async () => {
  await expect(bundleText("import './nowhere.ts';")).rejects.toThrow('nowhere');
});

test('every program says the version of the whole product', () => {
  const text = readFileSync(join(repository, 'package.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version });
});
