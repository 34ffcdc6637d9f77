import { randomUUIDv7 } from 'node:crypto';
import { type Close, Ending, Kind, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';

/** A close that bills `inputTokens` at one unit each by the test prices, and consumed as much. */
export function makeClose(
  of: { run: string; seq: bigint; path: string[]; inputTokens?: bigint } & Partial<Close>,
): Close {
  const { inputTokens = 0n, ...rest } = of;
  return {
    id: randomUUIDv7(),
    kind: Kind.SETTLE,
    reserved: inputTokens,
    consumed: inputTokens,
    usage: {
      inputFresh: inputTokens,
      inputCacheRead: 0n,
      inputCacheWrite: 0n,
      outputVisible: 0n,
      outputReasoning: 0n,
      inputAudio: 0n,
      inputImage: 0n,
      outputAudio: 0n,
      calls: 0n,
      inputCacheWrite1h: 0n,
      metered: [],
    },
    usageSource: UsageSource.UPSTREAM,
    model: 'plain',
    priceModel: 'plain',
    group: 'default',
    priceVersion: 1n,
    catalogVersion: 1n,
    keyId: 7n,
    userId: 3n,
    channelId: 1n,
    attempts: 1,
    stream: false,
    status: 200,
    ending: Ending.COMPLETED,
    startedAtMs: 1_763_700_000_000n,
    durationMs: 12,
    firstByteMs: 5,
    ref: '',
    holdId: '',
    ...rest,
  };
}

/** A close of a media task, which ends a hold. */
export function makeHoldClose(
  of: { holdId: string; path: string[]; inputTokens?: bigint } & Partial<Close>,
): Close {
  return makeClose({ run: '', seq: 0n, ...of });
}
