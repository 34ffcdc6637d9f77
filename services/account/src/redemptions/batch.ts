import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';

/** Codes that are made together. */
export interface Batch {
  /** By which they are made once; a UUID. */
  id: string;
  name: string;
  /** Quota units, of each. */
  units: bigint;
  count: number;
  /** Null: never. */
  expiresAt: Date | null;
}

interface BatchRow {
  id_hash: Buffer;
  salt: Buffer;
  name: string;
  units: bigint;
  count: number;
  expires_at: Date | null;
}

const saltBytes = 32;

/**
 * Writes down what an administrator asked for, and gives the salt of its codes, with whether that is news; undefined where they
 * used the id for something else. Of two at once the later one waits for the end of the other's transaction.
 */
export async function recordBatch(
  transaction: Knex.Transaction,
  actorId: bigint,
  { id, name, units, count, expiresAt }: Batch,
): Promise<{ salt: Buffer; isNew: boolean } | undefined> {
  const idHash = createHash('sha256').update(`${actorId} ${id}`, 'utf8').digest();
  const salt = randomBytes(saltBytes);
  const made = await transaction<BatchRow>('redemption_batches')
    .insert({ id_hash: idHash, salt, name, units, count, expires_at: expiresAt })
    .onConflict('id_hash')
    .ignore()
    .returning('id_hash');
  if (made.length > 0) return { salt, isNew: true };
  const found = await transaction<BatchRow>('redemption_batches').where({ id_hash: idHash }).first();
  const isSame =
    found?.name === name &&
    found.units === units &&
    found.count === count &&
    found.expires_at?.getTime() === expiresAt?.getTime();
  return isSame ? { salt: found.salt, isNew: false } : undefined;
}
