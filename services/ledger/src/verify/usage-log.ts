import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { readKept } from '../partitions/usage-kept.ts';
import { type Compared, compare } from './comparison.ts';
import type { ReplayedEntry } from './replay-entry.ts';

const maxExamples = 20;

/** Compares the usage log with the entries as they are replayed. */
export interface UsageComparison {
  add(entry: ReplayedEntry): void;
  finish(): Promise<Compared>;
}

/** Each close has one line in what is kept of the log, which says the same amount; and no line is without a close. */
export async function compareUsage(transaction: Knex): Promise<UsageComparison> {
  const kept = await readKept(transaction);
  const compared: Compared = { name: 'usage log', compared: 0n, contradictions: 0n, examples: [] };
  let logged = 0n;
  return {
    add({ id, kind, amount, loggedAmount }) {
      if (loggedAmount !== null) logged += 1n;
      if (kind !== 'settle' && kind !== 'interrupted') return;
      if (loggedAmount === null && id < kept.firstId) return;
      compared.compared += 1n;
      if (loggedAmount === amount) return;
      compared.contradictions += 1n;
      if (compared.examples.length === maxExamples) return;
      const problem = `costs ${amount}, its usage says ${loggedAmount ?? 'nothing'}`;
      compared.examples.push({ id, problem });
    },
    async finish() {
      const [usage] = await rowsOf<{ count: bigint }>(transaction, 'select count(*) from usage', []);
      if (usage?.count === logged) return compared;
      // Only now is it worth looking at each line.
      const lost = await compare(transaction, {
        name: '',
        count: 'select 0::bigint',
        find: `select id::text, 'has usage and no entry' as problem from usage
               where not exists (select from entry where entry.id = usage.id)`,
      });
      compared.contradictions += lost.contradictions;
      compared.examples.push(...lost.examples);
      return compared;
    },
  };
}
