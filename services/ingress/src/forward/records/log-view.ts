import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { EntryRecord, UsageRecord } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { RecordScope } from '../../routes/route.ts';
import type { NameOf } from './names.ts';
import { serviceTierOf } from './service-tier.ts';

/** The numbers that the log has for what a record is of. */
export const logTypes = { topUp: 1, consumed: 2, failed: 5, refund: 6 } as const;

/** What is not counted in classes of tokens, as the log names it. */
const meteredNames: Readonly<Record<MeteredUnit, string>> = {
  [MeteredUnit.UNSPECIFIED]: 'unspecified',
  [MeteredUnit.SECOND]: 'video_ms',
  [MeteredUnit.IMAGE]: 'images',
  [MeteredUnit.CHARACTER]: 'characters',
  [MeteredUnit.AUDIO_INPUT_MINUTE]: 'audio_input_ms',
  [MeteredUnit.AUDIO_OUTPUT_MINUTE]: 'audio_output_ms',
  [MeteredUnit.TOOL_CALL]: 'tool_calls',
  [MeteredUnit.IMAGE_OUTPUT_TOKEN]: 'image_output',
};

/** A record as users and administrators see it; only the latter see channels. */
export function usageView(record: UsageRecord, nameOf: NameOf, scope: RecordScope) {
  const { id, userId, keyId, channelId } = record;
  const usage = record.usage ?? Usage.fromPartial({});
  return {
    id,
    request_id: id,
    created_at: secondsOf(id),
    type: record.usageSource === 'none' ? logTypes.failed : logTypes.consumed,
    content: '',
    user_id: Number(userId),
    username: nameOf('users', userId),
    token_id: Number(keyId),
    token_name: nameOf('keys', keyId),
    model_name: record.model,
    group: record.group,
    quota: Number(record.amount),
    prompt_tokens: Number(
      usage.inputFresh + usage.inputCacheRead + cacheWriteOf(usage) + usage.inputAudio + usage.inputImage,
    ),
    completion_tokens: Number(
      usage.outputVisible + usage.outputReasoning + usage.outputAudio + imageOutputOf(usage),
    ),
    use_time: Math.round(record.durationMs / 1_000),
    is_stream: record.stream,
    ...(scope === 'all' && { channel: Number(channelId), channel_name: nameOf('channels', channelId) }),
    other: JSON.stringify(otherOf(record, usage, scope)),
  };
}

function cacheWriteOf({ inputCacheWrite, inputCacheWrite1h }: Usage): bigint {
  return inputCacheWrite + inputCacheWrite1h;
}

/** Those that have a price of their own; others are among the visible. */
function imageOutputOf({ metered }: Usage): bigint {
  const tokens = metered.filter(({ unit }) => unit === MeteredUnit.IMAGE_OUTPUT_TOKEN);
  return tokens.reduce((sum, { quantity }) => sum + quantity, 0n);
}

/** How much of each unit, whatever its variant; what there is none of has no member. */
function meteredOf({ metered }: Usage): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { unit, quantity } of metered) {
    const name = meteredNames[unit];
    sums[name] = (sums[name] ?? 0) + Number(quantity);
  }
  return sums;
}

function otherOf(record: UsageRecord, usage: Usage, scope: RecordScope) {
  return {
    cache_tokens: Number(usage.inputCacheRead),
    cache_creation_tokens: Number(cacheWriteOf(usage)),
    ...(usage.inputCacheWrite1h > 0n && { cache_creation_tokens_1h: Number(usage.inputCacheWrite1h) }),
    reasoning_tokens: Number(usage.outputReasoning),
    audio_input: Number(usage.inputAudio),
    audio_output: Number(usage.outputAudio),
    image_input: Number(usage.inputImage),
    ...meteredOf(usage),
    ...(record.sessionId !== '' && { session_id: record.sessionId }),
    usage_source: record.usageSource,
    service_tier: serviceTierOf(record.priceModel),
    frt: record.firstByteMs,
    duration_ms: record.durationMs,
    ending: record.ending,
    status: record.status,
    ...(scope === 'all' && {
      admin_info: {
        price_model: record.priceModel,
        price_version: Number(record.priceVersion),
        catalog_version: Number(record.catalogVersion),
        attempts: record.attempts,
      },
    }),
  };
}

/** A refund or a grant. What a refund gave is shown as above zero, like what a grant gave. */
export function entryView(record: EntryRecord, type: number, nameOf: NameOf) {
  const { id, ref, amount } = record;
  const { userId, keyId } = ownerOf(record);
  const isRefund = type === logTypes.refund;
  return {
    id,
    request_id: isRefund ? ref : '',
    created_at: secondsOf(id),
    type,
    content: isRefund ? '' : ref,
    user_id: Number(userId),
    username: nameOf('users', userId),
    token_id: Number(keyId),
    token_name: nameOf('keys', keyId),
    model_name: '',
    group: '',
    quota: Number(isRefund ? -amount : amount),
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: false,
    other: '{}',
  };
}

/** Whose purses an entry moved; 0 where it moved none of the kind. */
export function ownerOf({ path }: Pick<EntryRecord, 'path'>): { userId: bigint; keyId: bigint } {
  const idIn = (pattern: RegExp): bigint =>
    BigInt(path.map((purse) => pattern.exec(purse)?.[1]).find(Boolean) ?? 0);
  return { userId: idIn(/^user:(\d+)$/), keyId: idIn(/^key:(\d+)(?::|$)/) };
}

/** The first 48 bits of a UUIDv7 are Unix milliseconds. */
function secondsOf(id: string): number {
  return Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / 1_000);
}
