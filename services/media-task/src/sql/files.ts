import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

export interface NewFile {
  key: string;
  purpose: 'reference' | 'result';
  userId: bigint;
  type: string;
}

/** Takes note of a file that is about to be written; where its writer dies it is removed when the lease runs out. */
export async function insertFile(
  knex: Knex,
  { key, purpose, userId, type }: NewFile,
  leaseMs: number,
): Promise<void> {
  await rowsOf(
    knex,
    `insert into file (key, purpose, user_id, type, size_bytes, state, drop_at)
     values (?, ?, ?, ?, 0, 'arriving', now() + ? * interval '1 ms')`,
    [key, purpose, userId, type, leaseMs],
  );
}

/** The file is there: it stays for so long from when it was first heard of. False where it is forgotten already. */
export async function keepFile(
  knex: Knex,
  key: string,
  { sizeBytes, retentionMs }: { sizeBytes: number; retentionMs: number },
): Promise<boolean> {
  const rows = await rowsOf(
    knex,
    `update file set state = 'kept', size_bytes = ?, lease_until = null, drop_at = made_at + ? * interval '1 ms'
     where key = ? returning key`,
    [sizeBytes, retentionMs, key],
  );
  return rows.length > 0;
}

export interface DueFile {
  key: string;
  purpose: 'upload' | 'reference' | 'result';
  state: 'awaited' | 'arriving' | 'kept';
}

/** Takes files whose time is over, oldest first; nobody else does before the lease runs out. */
export function claimDueFiles(
  knex: Knex,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<DueFile[]> {
  return rowsOf<DueFile>(
    knex,
    `with due as (
       select key from file where drop_at <= now() order by drop_at limit ? for update skip locked
     )
     update file set drop_at = now() + ? * interval '1 ms' from due where file.key = due.key
     returning file.key, purpose, state`,
    [limit, leaseMs],
  );
}

export async function postponeFile(knex: Knex, key: string, ms: number): Promise<void> {
  await rowsOf(knex, `update file set drop_at = now() + ? * interval '1 ms' where key = ?`, [ms, key]);
}

export async function forgetFile(knex: Knex, key: string): Promise<void> {
  await rowsOf(knex, 'delete from file where key = ?', [key]);
}
