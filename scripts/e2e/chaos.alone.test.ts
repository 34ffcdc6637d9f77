/**
 * The short form of `npm run chaos`: under load, every process but the sandbox is killed once in turn, some in pairs,
 * the broker comes back empty, and the invariants of the money hold afterwards, joined on the sandbox's log.
 */
import { expect, test } from 'vitest';
import { runChaos } from '../chaos/run-chaos.ts';
import { strikes } from '../chaos/strikes.ts';

test('everything is killed in turn under load, and the books are right to the unit', async () => {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { struck, counts, violations } = await runChaos({ forMs: 0, seed: 7, clients: 8, say });
  for (const [what, count] of counts) say(`${what}: ${count}`);
  expect(violations).toEqual([]);
  expect([...struck.keys()]).toEqual(strikes.map(({ name }) => name));
  expect(counts.get('answered 200, whole')).toBeGreaterThan(100);
  expect(counts.get('entries: settle')).toBeGreaterThan(100);
  expect(counts.get('entries: interrupted of 0')).toBeGreaterThan(0);
}, 240_000);
