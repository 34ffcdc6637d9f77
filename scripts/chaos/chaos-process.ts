/** Runs chaos and prints what was found; ends with 1 when an invariant does not hold. */
import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos.ts';
import { sayTable } from './table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    clients: { type: 'string', default: '12' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(`seed ${values.seed}`);
const { struck, elapsedMs, table, counts, violations } = await runChaos({
  forMs: Number(values.minutes) * 60_000,
  seed: Number(values.seed),
  clients: Number(values.clients),
  pace: { brokenMs: 1_500, wholeMs: 3_000, hastyPercent: 40 },
  say,
});
say(`\n${Math.round(elapsedMs / 1_000)} s, seed ${values.seed}`);
for (const [name, times] of struck.times) say(`${times} x ${name}`);
for (const [what, count] of counts) say(`${what}: ${count}`);
say(`\n${sayTable(table)}\n`);
for (const violation of violations) say(`VIOLATION ${violation}`);
say(violations.length === 0 ? 'all invariants hold' : `${violations.length} violations, seed ${values.seed}`);
process.exit(violations.length === 0 ? 0 : 1);
