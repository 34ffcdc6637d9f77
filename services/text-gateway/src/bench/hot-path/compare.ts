/**
 * Lets the service of this clone and that of another take turns at one lane, on a machine whose noise neither can be blamed for:
 * `node src/bench/hot-path/compare.ts OTHER_CLONE whole mapped`. Writes the least, the first quarter and the median of both,
 * and the ratios of these.
 */
import { spawn } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const turns = 24;
const [other = '', ...words] = process.argv.slice(2);
const here = resolve(import.meta.dirname, '../../../../..');
const program = relative(here, join(import.meta.dirname, 'main.ts'));

interface Side {
  turn(): Promise<number>;
  end(): void;
}

async function start(clone: string): Promise<Side> {
  const args = [join(clone, program), '--turns', ...words];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  if ((await lines.next()).value !== 'ready') throw new Error(`${clone}: ${await text(child.stderr)}`);
  return {
    async turn() {
      child.stdin.write('\n');
      return Number((await lines.next()).value);
    },
    end: () => child.stdin.end(),
  };
}

const quantiles = [0, 0.25, 0.5];

function quantilesOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return quantiles.map((part) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
}

function show(name: string, values: readonly number[]): void {
  const shown = values.map((value) => value.toFixed(2).padStart(10)).join('');
  process.stdout.write(`${name.padEnd(14)}${shown}\n`);
}

const sides = [await start(resolve(other)), await start(here)] as const;
const costs: [number[], number[]] = [[], []];
for (let turn = 0; turn < turns; turn += 1) {
  for (const index of [0, 1] as const) costs[index].push(await sides[index].turn());
}
for (const side of sides) side.end();
const [before, after] = costs.map(quantilesOf);
show('other', before ?? []);
show('here', after ?? []);
show(
  'here / other',
  (after ?? []).map((cost, index) => cost / (before?.[index] ?? Number.NaN)),
);
