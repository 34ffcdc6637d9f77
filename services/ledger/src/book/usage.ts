import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Knex } from 'knex';
import { insertRows, multiRowInsert } from '../postgres/insert-rows.ts';
import { writeMetered } from './metered.ts';
import type { Booking } from './post.ts';

const sources: Record<UsageSource, string> = {
  [UsageSource.UNSPECIFIED]: 'unspecified',
  [UsageSource.UPSTREAM]: 'upstream',
  [UsageSource.MISSING]: 'missing',
  [UsageSource.NONE]: 'none',
  [UsageSource.ESTIMATED]: 'estimated',
};

const endings: Record<Ending, string> = {
  [Ending.UNSPECIFIED]: 'unspecified',
  [Ending.COMPLETED]: 'completed',
  [Ending.CLIENT_GONE]: 'client_gone',
  [Ending.UPSTREAM_FAILED]: 'upstream_failed',
  [Ending.BROKEN]: 'broken',
  [Ending.INTERRUPTED]: 'interrupted',
  [Ending.NOT_SENT]: 'not_sent',
};

const insert = multiRowInsert<Booking>({
  table: 'usage',
  sentAs: 'usage_sent',
  same: { batch_no: 'bigint' },
  columns: [
    { name: 'id', type: 'uuid', of: ({ close }) => close.id },
    { name: 'run', type: 'uuid', of: ({ close }) => close.run || null },
    { name: 'hold_id', type: 'uuid', of: ({ close }) => close.holdId || null },
    { name: 'key_id', type: 'bigint', of: ({ close }) => close.keyId },
    { name: 'user_id', type: 'bigint', of: ({ close }) => close.userId },
    { name: 'model', type: 'text', of: ({ close }) => close.model },
    { name: 'price_model', type: 'text', of: ({ close }) => close.priceModel },
    { name: 'group_name', type: 'text', of: ({ close }) => close.group },
    { name: 'channel_id', type: 'bigint', of: ({ close }) => close.channelId },
    { name: 'input_fresh', type: 'bigint', of: ({ close }) => close.usage?.inputFresh ?? 0n },
    { name: 'input_cache_read', type: 'bigint', of: ({ close }) => close.usage?.inputCacheRead ?? 0n },
    { name: 'input_cache_write', type: 'bigint', of: ({ close }) => close.usage?.inputCacheWrite ?? 0n },
    { name: 'input_cache_write_1h', type: 'bigint', of: ({ close }) => close.usage?.inputCacheWrite1h ?? 0n },
    { name: 'output_visible', type: 'bigint', of: ({ close }) => close.usage?.outputVisible ?? 0n },
    { name: 'output_reasoning', type: 'bigint', of: ({ close }) => close.usage?.outputReasoning ?? 0n },
    { name: 'input_audio', type: 'bigint', of: ({ close }) => close.usage?.inputAudio ?? 0n },
    { name: 'input_image', type: 'bigint', of: ({ close }) => close.usage?.inputImage ?? 0n },
    { name: 'output_audio', type: 'bigint', of: ({ close }) => close.usage?.outputAudio ?? 0n },
    { name: 'calls', type: 'bigint', of: ({ close }) => close.usage?.calls ?? 0n },
    {
      name: 'metered',
      type: 'text',
      cast: 'jsonb',
      of: ({ close }) => writeMetered(close.usage?.metered ?? []),
    },
    { name: 'usage_source', type: 'text', of: ({ close }) => sources[close.usageSource] ?? 'unspecified' },
    { name: 'ending', type: 'text', of: ({ close }) => endings[close.ending] ?? 'unspecified' },
    { name: 'status', type: 'integer', of: ({ close }) => close.status },
    { name: 'stream', type: 'boolean', of: ({ close }) => close.stream },
    { name: 'attempts', type: 'integer', of: ({ close }) => close.attempts },
    { name: 'reserved', type: 'bigint', of: ({ close }) => close.reserved },
    { name: 'consumed', type: 'bigint', of: ({ close }) => close.consumed },
    { name: 'amount', type: 'bigint', of: ({ entry }) => entry.amount },
    { name: 'price_version', type: 'bigint', of: ({ close }) => close.priceVersion },
    { name: 'catalog_version', type: 'bigint', of: ({ close }) => close.catalogVersion },
    {
      name: 'started_at',
      type: 'timestamptz',
      of: ({ close }) => close.startedAtMs,
    },
    { name: 'duration_ms', type: 'integer', of: ({ close }) => close.durationMs },
    { name: 'first_byte_ms', type: 'integer', of: ({ close }) => close.firstByteMs },
  ],
});

/** Writes the usage log of closes that were booked just now, in a batch of that number. */
export async function insertUsage(
  transaction: Knex,
  batchNo: bigint,
  bookings: readonly Booking[],
): Promise<void> {
  if (bookings.length > 0) await insertRows(transaction, insert, bookings, [batchNo]);
}
