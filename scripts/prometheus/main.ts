/**
 * Checks alert rules and the questions of dashboards, and runs the tests of rules, with promtool. With `--find` it only looks for one, and fails where there is
 * none to be had.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPromtool } from '../parts/promtool/find-promtool.ts';
import { openHome } from '../start/home/home.ts';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { writePanels } from './write-panels.ts';

const timeoutMs = 5 * 60_000;
const { env } = process;
const signal = AbortSignal.timeout(2 * timeoutMs);
const home = openHome(findHome(env, repository));

async function find(): Promise<string> {
  try {
    return await findPromtool(home, { env, say: () => undefined, signal });
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function run(program: string, args: readonly string[], files: readonly string[]): Promise<boolean> {
  if (files.length === 0) throw new Error(`There is nothing to ${args.join(' ')}`);
  const options = { cwd: repository, env, timeoutMs, signal };
  const { status, stdout, stderr } = await runToEnd(program, [...args, ...files], options);
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
  return status === 0;
}

const program = await find();
if (!process.argv.includes('--find')) {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-panels-'));
  const panels = join(folder, 'panels.yaml');
  writePanels(panels);
  const rules = globSync('deploy/prometheus/rules/*.yaml', { cwd: repository });
  const tests = globSync('deploy/prometheus/tests/*.yaml', { cwd: repository });
  const isValid = await run(program, ['check', 'rules'], [...rules, panels]);
  const isTested = await run(program, ['test', 'rules'], tests);
  rmSync(folder, { recursive: true });
  if (!isValid || !isTested) process.exit(1);
}
