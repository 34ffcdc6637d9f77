/** Runs chaos and prints what was found; ends with 1 when an invariant does not hold. */
import { parseArgs } from 'node:util';
import { sayMediaTable } from './media/check.ts';
import { runMediaChaos } from './media/run-media.ts';
import { mediaStrikes } from './media/strikes.ts';
import { runRealtimeChaos } from './realtime/run-realtime.ts';
import { runChaos } from './run-chaos.ts';
import type { Struck } from './strike-on.ts';
import { freezes, type Strike, strikes, topUp } from './strikes.ts';
import { sayTable } from './table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    clients: { type: 'string', default: '12' },
    /** Tasks instead of text, each process and part struck so often. */
    media: { type: 'boolean', default: false },
    /** Realtime sessions instead of text. */
    realtime: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    /** Of what may be struck, only what has this in its name. */
    only: { type: 'string', default: '' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = Number(values.seed);
const clients = Number(values.clients);

say(`seed ${values.seed}`);
const violations = await (values.media ? strikeTasks() : values.realtime ? strikeSessions() : strikeText());
for (const violation of violations) say(`VIOLATION ${violation}`);
say(violations.length === 0 ? 'all invariants hold' : `${violations.length} violations, seed ${values.seed}`);
process.exit(violations.length === 0 ? 0 : 1);

async function strikeText(): Promise<string[]> {
  const { struck, elapsedMs, table, counts, violations } = await runChaos({
    strikes: choose([...strikes, topUp, ...freezes]),
    forMs: Number(values.minutes) * 60_000,
    seed,
    clients,
    pace: { brokenMs: 1_500, wholeMs: 3_000, hastyPercent: 40 },
    say,
  });
  sayStruck(struck, elapsedMs);
  for (const [what, count] of counts) say(`${what}: ${count}`);
  say(`\n${sayTable(table)}\n`);
  return violations;
}

async function strikeTasks(): Promise<string[]> {
  const { struck, elapsedMs, table, violations } = await runMediaChaos({
    strikes: choose(mediaStrikes),
    rounds: Number(values.rounds),
    seed,
    clients,
    pace: { brokenMs: 800, wholeMs: 600, hastyPercent: 50 },
    say,
  });
  sayStruck(struck, elapsedMs);
  say(`\n${sayMediaTable(table)}\n`);
  return violations;
}

async function strikeSessions(): Promise<string[]> {
  const { struck, elapsedMs, counts, violations } = await runRealtimeChaos({
    strikes: choose([...strikes, ...freezes]),
    forMs: Number(values.minutes) * 60_000,
    seed,
    clients,
    pace: { brokenMs: 1_500, wholeMs: 3_000, hastyPercent: 40 },
    say,
  });
  sayStruck(struck, elapsedMs);
  for (const [what, count] of counts) say(`${what}: ${count}`);
  return violations;
}

function choose(all: readonly Strike[]): [Strike, ...Strike[]] {
  const [first, ...others] = all.filter(({ name }) => name.includes(values.only));
  if (!first)
    throw new Error(
      `--only ${values.only}: nothing is called that of ${all.map(({ name }) => name).join('; ')}`,
    );
  return [first, ...others];
}

function sayStruck({ times }: Struck, elapsedMs: number): void {
  say(`\n${Math.round(elapsedMs / 1_000)} s, seed ${values.seed}`);
  for (const [name, count] of times) say(`${count} x ${name}`);
}
