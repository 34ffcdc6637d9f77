/** Runs a rollout and prints what was seen; ends with 1 when something was cut, failed or does not add up. */
import { parseArgs } from 'node:util';
import { findHaproxy } from '../parts/haproxy/find-haproxy.ts';
import { openHome } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import { findHome } from '../toolchain/find-home.mjs';
import { type RolledService, rolledServices } from './cluster/services.ts';
import { runRollout } from './run-rollout.ts';
import { sayReplaced, sayTable } from './table.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '2' },
    /** Between commas; all by default. */
    services: { type: 'string', default: rolledServices.join(',') },
    /** All at once, instead of one after the other. */
    together: { type: 'boolean', default: false },
    /** Connections between services are mutual TLS. */
    tls: { type: 'boolean', default: false },
    /** A commit whose programs the pods begin with: old and new run side by side, on tables of the new. */
    from: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const found = await findHaproxy(openHome(findHome(process.env, repository)), {
  env: process.env,
  say,
  signal: new AbortController().signal,
});
if ('reason' in found) {
  say(`There is no HAProxy: ${found.reason}`);
  process.exit(1);
}

const { table, violations, elapsedMs } = await runRollout({
  haproxy: found.program,
  services: values.services.split(',').map(readService),
  rounds: Number(values.rounds),
  areTogether: values.together,
  load: {
    streams: Number(values.streams),
    sessions: 10,
    requests: 6,
    tasks: 6,
    pace: { pieces: 40, delayMs: 500 },
  },
  hasTls: values.tls,
  ...(values.from !== undefined && { from: values.from }),
  times: { pauseMs: 5_000, graceMs: 120_000 },
  minReadyMs: 3_000,
  film: { makingMs: 10_000, bytes: 5_000_000, bytesPerSecond: 500_000 },
  say,
});
say(`\n${Math.round(elapsedMs / 1_000)} s\n\n${sayTable(table)}\n\n${sayReplaced(table.replaced)}\n`);
for (const violation of violations.slice(0, 100)) say(`VIOLATION ${violation}`);
say(violations.length === 0 ? 'nothing was cut, and the books are right' : `${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);

function readService(name: string): RolledService {
  const service = rolledServices.find((known) => known === name);
  if (service === undefined) throw new Error(`There is no service ${name}: ${rolledServices.join(', ')}`);
  return service;
}
