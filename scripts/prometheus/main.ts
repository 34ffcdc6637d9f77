/**
 * Checks the alert rules and runs their tests with promtool. With `--find` it only looks for one, and fails where there is
 * none to be had.
 */
import { globSync } from 'node:fs';
import { findPromtool } from '../parts/promtool/find-promtool.ts';
import { openHome } from '../start/home.ts';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import { findHome } from '../toolchain/find-home.mjs';

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

async function run(program: string, args: readonly string[], pattern: string): Promise<boolean> {
  const files = globSync(pattern, { cwd: repository });
  if (files.length === 0) throw new Error(`There is no ${pattern}`);
  const options = { cwd: repository, env, timeoutMs, signal };
  const { status, stdout, stderr } = await runToEnd(program, [...args, ...files], options);
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
  return status === 0;
}

const program = await find();
if (!process.argv.includes('--find')) {
  const isValid = await run(program, ['check', 'rules'], 'deploy/prometheus/rules/*.yaml');
  const isTested = await run(program, ['test', 'rules'], 'deploy/prometheus/tests/*.yaml');
  if (!isValid || !isTested) process.exit(1);
}
