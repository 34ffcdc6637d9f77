/**
 * Lets the service of this clone and that of another take turns at one lane, on a machine whose noise neither can be blamed for:
 * `node src/bench/hot-path/compare.ts OTHER_CLONE whole mapped`. Writes the least and the median of both, and the median of
 * their ratios within a turn.
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
  const args = [join(clone, program), '--turns', '--seconds=0.5', ...words];
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

function middle(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toFixed(2);
}

const sides = [await start(resolve(other)), await start(here)] as const;
const costs: [number, number][] = [];
for (let turn = 0; turn < turns; turn += 1) costs.push([await sides[0].turn(), await sides[1].turn()]);
for (const side of sides) side.end();
for (const [index, name] of ['other', 'here'].entries()) {
  const own = costs.map((pair) => pair[index] ?? Number.NaN);
  process.stdout.write(`${name.padEnd(6)} least ${Math.min(...own).toFixed(2)}  median ${middle(own)}\n`);
}
process.stdout.write(`here / other, median of turns: ${middle(costs.map(([before, after]) => after / before))}\n`);
