import { createHash } from 'node:crypto';
import { open, seal } from '@headgate/runtime/seal';
import type { Knex } from 'knex';
import type { Account } from '../upstreams/upstream.ts';
import { rowsOf } from './rows.ts';

interface AccountRow {
  id: bigint;
  provider: string;
  base_url: string;
  traits: { region: string; apiVersion: string };
  sealed_key: Buffer | null;
  fingerprint: Buffer;
}

/** Keeps how a vendor is reached, the credential sealed; the same for ever after under the same id. */
export async function keepAccount(
  knex: Knex,
  masterKey: Buffer,
  channelId: bigint,
  account: Account,
): Promise<bigint> {
  const fingerprint = fingerprintOf(channelId, account);
  const { provider, baseUrl, key, region, apiVersion } = account;
  const sealed = key === undefined ? null : seal(masterKey, placeOf(fingerprint), key);
  await rowsOf(
    knex,
    `insert into account (fingerprint, channel_id, provider, base_url, traits, sealed_key)
     values (?, ?, ?, ?, ?::jsonb, ?) on conflict (fingerprint) do nothing`,
    [fingerprint, channelId, provider, baseUrl, JSON.stringify({ region, apiVersion }), sealed],
  );
  const [row] = await rowsOf<{ id: bigint }>(knex, 'select id from account where fingerprint = ?', [
    fingerprint,
  ]);
  if (!row) throw new Error('an account that was just kept is missing');
  return row.id;
}

/** How the vendor of a task is reached. Throws where the credential was sealed under another master key. */
export async function findAccount(knex: Knex, masterKey: Buffer, id: bigint): Promise<Account> {
  const [row] = await rowsOf<AccountRow>(knex, 'select * from account where id = ?', [id]);
  if (!row) throw new Error('the account of a task is missing');
  const key = row.sealed_key === null ? undefined : open(masterKey, placeOf(row.fingerprint), row.sealed_key);
  if (row.sealed_key !== null && key === undefined) {
    throw new Error('the credential of a task was sealed under another master key');
  }
  return { provider: row.provider, baseUrl: row.base_url, key, ...row.traits };
}

function fingerprintOf(channelId: bigint, account: Account): Buffer {
  const { provider, baseUrl, key, region, apiVersion } = account;
  const content = JSON.stringify([String(channelId), provider, baseUrl, key ?? null, region, apiVersion]);
  return createHash('sha256').update(content).digest();
}

function placeOf(fingerprint: Buffer): string {
  return `media account ${fingerprint.toString('hex')}`;
}
