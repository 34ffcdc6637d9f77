import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { open, seal } from '@headgate/runtime/seal';
import type { Knex } from 'knex';
import { upsertRows } from '../upsert-rows.ts';

/** What a webhook can be sent. */
export const webhookEvents = ['soft_limit'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Where somebody wants to be told. */
export interface Webhook {
  id: bigint;
  name: string;
  url: string;
  /** In plain text; undefined when the master key does not open it. */
  secret: string | undefined;
  events: WebhookEvent[];
  fromConfig: boolean;
}

interface WebhookRow {
  id: bigint;
  name: string;
  url: string;
  sealed_secret: Buffer;
  events: WebhookEvent[];
  from_config: boolean;
}

export async function listWebhooks(knex: Knex, masterKey: RotatingSecret): Promise<Webhook[]> {
  const rows = await knex<WebhookRow>('webhooks').select().orderBy('id');
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    secret: openSecret(masterKey, row.id, row.sealed_secret),
    events: row.events,
    fromConfig: row.from_config,
  }));
}

/** Writes webhooks whose secrets are known; they are sealed anew each time. */
export async function upsertWebhooks(
  transaction: Knex.Transaction,
  masterKey: RotatingSecret,
  webhooks: readonly Webhook[],
): Promise<void> {
  if (webhooks.length === 0) return;
  const rows = webhooks.map(({ id, name, url, secret = '', events, fromConfig }) => ({
    id,
    name,
    url,
    sealed_secret: seal(masterKey, webhookPlace(id), secret),
    events,
    from_config: fromConfig,
  }));
  await upsertRows(transaction, 'webhooks', 'id', rows);
}

/** Removes webhooks, and what was still to be sent to them. */
export async function deleteWebhooks(
  transaction: Knex.Transaction,
  webhooks: readonly Webhook[],
): Promise<void> {
  if (webhooks.length === 0) return;
  const ids = webhooks.map(({ id }) => id);
  await transaction<WebhookRow>('webhooks').whereIn('id', ids).delete();
}

export function openSecret(masterKey: RotatingSecret, id: bigint, sealed: Buffer): string | undefined {
  return open(masterKey, webhookPlace(id), sealed);
}

/** Where the secret of a webhook is sealed for. */
export function webhookPlace(id: bigint): string {
  return `webhook:${id}`;
}
