/**
 * The short form of `npm run chaos`: under load, every process but the sandbox is killed once in turn, some in pairs,
 * the broker comes back empty, and the invariants of the money hold afterwards, joined on the sandbox's log.
 */
import { expect, test } from 'vitest';
import { runChaos } from '../chaos/run-chaos.ts';
import { strikes, topUp } from '../chaos/strikes.ts';
import { sayTable } from '../chaos/table.ts';

const seed = 7;
const pace = { brokenMs: 700, wholeMs: 400, hastyPercent: 30 };

test('everything is killed in turn under load, and the books are right to the unit', async () => {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { struck, table, counts, violations } = await runChaos({
    strikes: [...strikes, topUp],
    forMs: 0,
    seed,
    clients: 8,
    pace,
    say,
  });
  for (const [what, count] of counts) say(`${what}: ${count}`);
  say(sayTable(table));
  expect(violations).toEqual([]);
  expect(table).toEqual({
    requestsAsked: expect.any(Number),
    requestsServed: expect.any(Number),
    kills: expect.any(Number),
    missingEntries: 0,
    duplicateEntries: 0,
    openHolds: 0n,
    overspend: 0n,
    unservedEntries: 0,
    billsExplained: 10,
    isReplayEqual: true,
  });
  expect(table.kills).toBeGreaterThanOrEqual(20);
  expect([...struck.times.keys()]).toEqual([...strikes, topUp].map(({ name }) => name));
  expect(counts.get('answered 200, whole')).toBeGreaterThan(100);
  expect(counts.get('entries: settle')).toBeGreaterThan(100);
}, 600_000);
