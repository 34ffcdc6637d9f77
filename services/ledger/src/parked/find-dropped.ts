import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { inputHash } from '../book/input-hash.ts';
import { binaryColumn } from '../postgres/binary-array.ts';
import { runStatement, type Statement } from '../postgres/statement.ts';

const find: Statement = {
  name: 'find-dropped',
  text: `select parked.id, payload from parked_act join parked on parked.seq = parked_act.parked
         where parked_act.kind = 'dropped' and parked.reason <> 'undecodable' and parked.id = any ($1::uuid[])`,
};

/**
 * Closes that somebody gave up while they were parked, and that come again: a worker sends a task's end until it hears of it,
 * and a broker that was set back sends everything.
 */
export async function findDropped(transaction: Knex, closes: readonly Close[]): Promise<Set<Close>> {
  const ids = binaryColumn('uuid', closes, ({ id }) => id);
  const { rows } = await runStatement<{ id: string; payload: Buffer }>(transaction, find, [ids]);
  // Something else under the same id was not given up.
  const given = new Set(rows.map(({ payload }) => fingerprint(Close.decode(payload))));
  return new Set(given.size === 0 ? [] : closes.filter((close) => given.has(fingerprint(close))));
}

const fingerprint = (close: Close): string => `${close.id} ${inputHash(close)}`;
