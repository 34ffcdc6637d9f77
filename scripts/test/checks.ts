import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { repository } from '../start/repository.ts';
import type { Say } from '../start/say.ts';
import { add, type Tally } from './tally.ts';

/** A check of the whole repository by a program. Counts as one test. */
interface Check {
  name: string;
  /** The program that must be there, and what it is run with to see that it runs. */
  tool: { path: string; probe: string[] };
  run: string[];
}

const biome = 'scripts/node_modules/.bin/biome';
const tsc = 'scripts/node_modules/.bin/tsc';
const buf = 'proto/node_modules/.bin/buf';
const node = process.execPath;

const checks: readonly Check[] = [
  {
    name: 'lint and format',
    tool: { path: biome, probe: [biome, '--version'] },
    run: [biome, 'ci', '--config-path=scripts/lint.json', '.'],
  },
  {
    name: 'types',
    tool: { path: tsc, probe: [tsc, '--version'] },
    run: [tsc, '--noEmit', '-p', 'scripts/tsconfig.json'],
  },
  {
    name: 'types of the console',
    tool: { path: tsc, probe: [tsc, '--version'] },
    run: [tsc, '--noEmit', '-p', 'scripts/tsconfig.console.json'],
  },
  {
    name: 'pages of the console',
    tool: { path: 'scripts/console/main.ts', probe: [] },
    run: [node, 'scripts/console/main.ts'],
  },
  {
    name: 'programs',
    tool: { path: 'scripts/bundle/main.ts', probe: [] },
    run: [node, 'scripts/bundle/main.ts'],
  },
  {
    name: 'contracts',
    tool: { path: buf, probe: [buf, '--version'] },
    run: [node, 'scripts/proto.ts', '--check'],
  },
  {
    name: 'contracts that a release knows',
    tool: { path: buf, probe: [buf, '--version'] },
    run: [node, 'scripts/proto.ts', '--compare'],
  },
  {
    name: 'types of the API',
    tool: { path: 'scripts/openapi/main.ts', probe: [] },
    run: [node, 'scripts/openapi/main.ts', '--check'],
  },
  {
    name: 'what is written from the code',
    tool: { path: 'scripts/readme/main.ts', probe: [] },
    run: [node, 'scripts/readme/main.ts', '--check'],
  },
  {
    name: 'alert rules',
    tool: { path: 'scripts/prometheus/main.ts', probe: [node, 'scripts/prometheus/main.ts', '--find'] },
    run: [node, 'scripts/prometheus/main.ts'],
  },
  {
    name: 'house rules',
    tool: { path: 'scripts/tidy.ts', probe: [] },
    run: [node, 'scripts/tidy.ts'],
  },
];

/** Far above what they take, also on a machine that is four times as slow as another. */
const timeoutMs = 15 * 60_000;
const shownLines = 100;

/** Each takes one processor most of the time, and none writes what another reads. */
const atOnce = 2;

/** Runs all checks, two at a time, and says how each went as it ends. */
export async function runChecks(
  say: Say,
  options: { env: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<Tally> {
  const waiting = checks.values();
  const lane = async (): Promise<Tally> => {
    const tallies: Tally[] = [];
    for (const check of waiting) tallies.push(await runCheck(check, say, options));
    return add(tallies);
  };
  return add(await Promise.all(Array.from({ length: atOnce }, lane)));
}

async function runCheck(
  { name, tool, run }: Check,
  say: Say,
  options: { env: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<Tally> {
  const missing = await findMissing(tool, options);
  if (missing !== undefined) {
    say(`skip ${name}: ${missing}`);
    return { passed: 0, failures: [], skipped: 1 };
  }
  const { status, output } = await execute(run, options);
  const isGood = status === 0;
  say(`${isGood ? 'ok  ' : 'FAIL'} ${name}`);
  if (!isGood) for (const line of output) say(`  ${line}`);
  return { passed: isGood ? 1 : 0, failures: isGood ? [] : [name], skipped: 0 };
}

async function findMissing(
  tool: Check['tool'],
  options: { env: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  if (!existsSync(join(repository, tool.path))) return `there is no ${tool.path}`;
  if (tool.probe.length === 0) return undefined;
  const { status, output } = await execute(tool.probe, options);
  return status === 0 ? undefined : `${tool.path} does not run here (${output[0] ?? 'it says nothing'})`;
}

async function execute(
  [command = '', ...args]: string[],
  options: { env: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<{ status: number | undefined; output: string[] }> {
  const program = command.startsWith('/') ? command : join(repository, command);
  const { status, stdout, stderr } = await runToEnd(program, args, {
    cwd: repository,
    timeoutMs,
    ...options,
  });
  return { status, output: `${stdout}${stderr}`.trim().split('\n').slice(0, shownLines) };
}
