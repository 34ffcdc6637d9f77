import { createHash } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { open, seal } from '@headgate/runtime/seal';
import type { Knex } from 'knex';
import type { Account } from '../upstreams/upstream.ts';

interface AccountRow {
  id: bigint;
  provider: string;
  base_url: string;
  traits: { region: string; apiVersion: string };
  sealed_key: Buffer | null;
  fingerprint: Buffer;
  is_offered: boolean;
}

/** Keeps how a vendor is reached, the credential sealed anew, and that it was used just now. */
export async function keepAccount(
  knex: Knex,
  masterKey: RotatingSecret,
  channelId: bigint,
  account: Account,
): Promise<bigint> {
  const fingerprint = fingerprintOf(channelId, account);
  const { provider, baseUrl, key, region, apiVersion } = account;
  const sealed = key === undefined ? null : seal(masterKey, placeOf(fingerprint), key);
  const [row] = await rowsOf<{ id: bigint }>(
    knex,
    `insert into account (fingerprint, channel_id, provider, base_url, traits, sealed_key)
     values (?, ?, ?, ?, ?::jsonb, ?)
     on conflict (fingerprint) do update set made_at = now(), sealed_key = excluded.sealed_key returning id`,
    [fingerprint, channelId, provider, baseUrl, JSON.stringify({ region, apiVersion }), sealed],
  );
  if (!row) throw new Error('an account that was just kept is missing');
  return row.id;
}

/** How the vendor of a task is reached. Undefined where the credential was sealed under another master key. */
export async function findAccount(
  knex: Knex,
  masterKey: RotatingSecret,
  id: bigint,
): Promise<Account | undefined> {
  return toAccount(masterKey, await readRow(knex, id));
}

/** The same for what is sent yet: undefined also where its channel is off or has this credential no more. */
export async function findOfferedAccount(
  knex: Knex,
  masterKey: RotatingSecret,
  id: bigint,
): Promise<Account | undefined> {
  const row = await readRow(knex, id);
  return row.is_offered ? toAccount(masterKey, row) : undefined;
}

async function readRow(knex: Knex, id: bigint): Promise<AccountRow> {
  const [row] = await rowsOf<AccountRow>(knex, 'select * from account where id = ?', [id]);
  if (!row) throw new Error('the account of a task is missing');
  return row;
}

/** The other credentials of the same channel, those that were used last first. */
export async function findSiblings(
  knex: Knex,
  masterKey: RotatingSecret,
  id: bigint,
  most: number,
): Promise<{ id: bigint; account: Account }[]> {
  const rows = await rowsOf<AccountRow>(
    knex,
    `select account.* from account
     join account as own on own.channel_id = account.channel_id and own.provider = account.provider
       and own.base_url = account.base_url
     where own.id = ? and account.id <> own.id order by account.made_at desc limit ?`,
    [id, most],
  );
  return rows.flatMap((row) => {
    const account = toAccount(masterKey, row);
    return account ? [{ id: row.id, account }] : [];
  });
}

/**
 * How the channel of an account is reached now, those that were used last first: with other credentials, or at the place that it
 * has got since.
 */
export async function findOffered(
  knex: Knex,
  id: bigint,
  { but, most }: { but: readonly bigint[]; most: number },
): Promise<bigint[]> {
  const rows = await rowsOf<{ id: bigint }>(
    knex,
    `select account.id from account
     join account as own on own.channel_id = account.channel_id and own.provider = account.provider
     where own.id = ? and account.id <> all(?::bigint[]) and account.is_offered
     order by account.made_at desc limit ?`,
    [id, but, most],
  );
  return rows.map((row) => row.id);
}

/** Notes which of those that are kept channels offer now: all of the others are for finding what was made alone. */
export async function noteOffered(
  knex: Knex,
  offered: readonly { channelId: bigint; account: Account }[],
): Promise<void> {
  const fingerprints = offered.map(({ channelId, account }) => fingerprintOf(channelId, account));
  await knex.raw(
    'update account set is_offered = not is_offered where is_offered <> (fingerprint = any(?::bytea[]))',
    [fingerprints],
  );
}

/** Channels that a credential is kept of. */
export async function findUsedChannels(knex: Knex): Promise<bigint[]> {
  const rows = await rowsOf<{ channel_id: bigint }>(knex, 'select distinct channel_id from account', []);
  return rows.map(({ channel_id: id }) => id);
}

function toAccount(masterKey: RotatingSecret, row: AccountRow): Account | undefined {
  const { provider, base_url: baseUrl, traits, sealed_key: sealed, fingerprint } = row;
  const key = sealed === null ? undefined : open(masterKey, placeOf(fingerprint), sealed);
  return sealed !== null && key === undefined ? undefined : { provider, baseUrl, key, ...traits };
}

function fingerprintOf(channelId: bigint, account: Account): Buffer {
  const { provider, baseUrl, key, region, apiVersion } = account;
  const content = JSON.stringify([String(channelId), provider, baseUrl, key ?? null, region, apiVersion]);
  return createHash('sha256').update(content).digest();
}

/** Where the credential of an account belongs: copied to another row it does not open. */
export function placeOf(fingerprint: Buffer): string {
  return `media account ${fingerprint.toString('hex')}`;
}
