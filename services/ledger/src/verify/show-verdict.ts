import { Gauge, type Registry } from '@headgate/runtime/metrics';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { findNewestVerdict, type NewestVerdict } from './verdicts.ts';

/** Well within the time that whoever reads metrics takes to give up. */
const findDeadlineMs = 2_000;

/** Shows the newest verdict, by the database: the same from every replica. */
export function showVerdict(registry: Registry, knex: Knex, verifyEveryMs: number): void {
  const registers = [registry];
  new Gauge({
    name: 'headgate_ledger_contradictions',
    help: 'Contradictions that the newest verdict found in the books; alert above 0. Absent without a verdict. The same from every replica.',
    registers,
    collect() {
      return show(this, knex, ({ contradictions }) => contradictions);
    },
  });
  new Gauge({
    name: 'headgate_ledger_verdict_age_seconds',
    help: 'How long ago the newest verdict on the books was given. Absent without one. The same from every replica.',
    registers,
    collect() {
      return show(this, knex, ({ ageSeconds }) => ageSeconds);
    },
  });
  new Gauge({
    name: 'headgate_ledger_verify_every_seconds',
    help: 'How old the newest verdict may become before the books are verified again; 0: they never are by themselves',
    registers,
  }).set(verifyEveryMs / 1_000);
}

/** NaN says that the database did not answer. */
async function show(gauge: Gauge, knex: Knex, value: (verdict: NewestVerdict) => number): Promise<void> {
  const found = await findInTime(knex);
  if (found) gauge.set(value(found));
  else if (found === undefined) gauge.remove();
  else gauge.set(Number.NaN);
}

/** Null where the database does not answer. */
async function findInTime(knex: Knex): Promise<NewestVerdict | undefined | null> {
  const over = new AbortController();
  try {
    return await Promise.race([findNewestVerdict(knex), wait(findDeadlineMs, over.signal).then(() => null)]);
  } catch {
    return null;
  } finally {
    over.abort();
  }
}
