import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** A file that a client was told to bring. */
export interface Upload {
  key: string;
  type: string;
  sizeBytes: number;
  sha256: Buffer | null;
  state: 'awaited' | 'arriving' | 'kept';
  isLate: boolean;
}

export interface NewUpload extends Pick<Upload, 'key' | 'type' | 'sizeBytes' | 'sha256'> {
  userId: bigint;
  tokenHash: Buffer;
}

/** What a user may have: uploads begun within a minute, and bytes kept or awaited. */
export interface UploadLimits {
  perMinute: number;
  userBytes: number;
}

/** Takes note of an upload to come; or says which limit of its user is reached. One user's come one after the other. */
export function insertUpload(
  knex: Knex,
  { key, userId, type, sizeBytes, sha256, tokenHash }: NewUpload,
  { lifeMs, graceMs }: { lifeMs: number; graceMs: number },
  { perMinute, userBytes }: UploadLimits,
): Promise<'noted' | 'rate' | 'bytes'> {
  return knex.transaction(async (transaction) => {
    await rowsOf(transaction, `select pg_advisory_xact_lock(hashtextextended('upload ' || ?::text, 0))`, [
      userId,
    ]);
    const [used] = await rowsOf<{ lately: bigint; bytes: string | null }>(
      transaction,
      `select count(*) filter (where made_at > now() - interval '1 minute') as lately, sum(size_bytes)::text as bytes
       from file where user_id = ? and purpose = 'upload'`,
      [userId],
    );
    if (Number(used?.lately ?? 0) >= perMinute) return 'rate';
    if (Number(used?.bytes ?? 0) + sizeBytes > userBytes) return 'bytes';
    await rowsOf(
      transaction,
      `insert into file (key, purpose, user_id, type, size_bytes, sha256, state, token_hash, put_until, drop_at)
       values (?, 'upload', ?, ?, ?, ?, 'awaited', ?, now() + ? * interval '1 ms', now() + ? * interval '1 ms')`,
      [key, userId, type, sizeBytes, sha256, tokenHash, lifeMs, lifeMs + graceMs],
    );
    return 'noted';
  });
}

interface UploadRow {
  key: string;
  type: string;
  size_bytes: bigint;
  sha256: Buffer | null;
  state: Upload['state'];
  is_late: boolean;
}

export async function findUpload(knex: Knex, tokenHash: Buffer): Promise<Upload | undefined> {
  const [row] = await rowsOf<UploadRow>(
    knex,
    'select key, type, size_bytes, sha256, state, put_until <= now() as is_late from file where token_hash = ?',
    [tokenHash],
  );
  if (!row) return undefined;
  const { key, type, size_bytes: size, sha256, state, is_late: isLate } = row;
  return { key, type, sizeBytes: Number(size), sha256, state, isLate };
}

/** Takes an upload for one that brings it; false where another has, or had. It is free again when the lease runs out. */
export async function claimUpload(knex: Knex, key: string, leaseMs: number): Promise<boolean> {
  const rows = await rowsOf(
    knex,
    `update file set state = 'arriving', lease_until = now() + ? * interval '1 ms',
       drop_at = greatest(drop_at, now() + ? * interval '1 ms')
     where key = ? and put_until > now() and (state = 'awaited' or (state = 'arriving' and lease_until <= now()))
     returning key`,
    [leaseMs, leaseMs, key],
  );
  return rows.length > 0;
}

/** What came was not what was announced, or broke off: it may be brought once more. */
export async function awaitUpload(knex: Knex, key: string): Promise<void> {
  await rowsOf(
    knex,
    `update file set state = 'awaited', lease_until = null where key = ? and state = 'arriving'`,
    [key],
  );
}
