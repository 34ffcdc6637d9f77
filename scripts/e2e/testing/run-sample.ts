import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inherited } from './service-process.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const withinMs = 120_000;
const maxOutputBytes = 64 << 20;

/**
 * Does with a copied sample what a person would, in a folder that has the SDK, and gives what it printed; undefined where
 * this machine lacks what it needs, or where it can be compiled alone. Rejects with what went wrong.
 */
export async function runSample(language: string, text: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'headgate-sample-'));
  try {
    await symlink(modules, join(folder, 'node_modules'));
    return await runners[language]?.(folder, text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const runners: Record<string, (folder: string, text: string) => Promise<string | undefined>> = {
  async curl(folder, text) {
    return (await isHere('curl'))
      ? run(folder, 'sh', ['-c', `${text} --silent --show-error --fail-with-body`])
      : undefined;
  },
  async Python(folder, text) {
    await writeFile(join(folder, 'sample.py'), text);
    if (await isHere('python3')) await run(folder, 'python3', ['-m', 'py_compile', 'sample.py']);
    return undefined;
  },
  async TypeScript(folder, text) {
    await writeFile(join(folder, 'sample.mts'), text);
    await run(folder, process.execPath, [join(modules, 'typescript/bin/tsc'), ...strictly, 'sample.mts']);
    return run(folder, process.execPath, ['sample.mts']);
  },
};

const strictly = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck'],
  ...['--module', 'nodenext', '--target', 'esnext', '--types', 'node'],
];

async function isHere(program: string): Promise<boolean> {
  return run(tmpdir(), 'sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}

async function run(folder: string, program: string, words: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: inherited(), timeout: withinMs, maxBuffer: maxOutputBytes };
  try {
    return (await promisify(execFile)(program, words, options)).stdout;
  } catch (cause) {
    throw new Error(`${program} ended with: ${Reflect.get(Object(cause), 'stdout')}`, { cause });
  }
}
