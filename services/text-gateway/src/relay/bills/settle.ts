import {
  type Usage as BilledUsage,
  Close,
  Ending,
  Kind,
  MeteredUnit,
  UsageSource,
} from '@headgate/proto/gen/headgate/events/v1/events';
import type { Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { activeSpan } from '@headgate/runtime/tracing/begin-span';
import { inputOf, noUsage, outputOf, type Usage } from '../../canon/usage.ts';
import { costBound } from '../../catalog/bounds.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { priceRowOf } from '../../catalog/price-row.ts';
import type { GatewayContext } from '../../context.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import type { Gone } from '../../gone.ts';
import type { WrittenClose } from '../../journal/journal.ts';
import type { OpenRequest } from '../../journal/segment.ts';
import type { Admission } from '../admit.ts';
import { type Bill, unserved } from './bill.ts';
import { billSearches } from './bill-searches.ts';
import { billSoundOnce } from './bill-sound-once.ts';
import { capEstimate } from './cap-estimate.ts';

/** How a request ended, and what it is billed for. */
export interface Outcome extends Bill {
  ending: Ending;
  /** HTTP status of the answer; 0 when none was given. */
  status: number;
  /** The service tier that the upstream was asked for, or began at, which holds where it has not come to its counts. */
  askedTier?: string | undefined;
  /** Calls that it is billed for, where those are not what its usage says for what was served and none for what was not. */
  calls?: bigint;
}

/** A request between its open and its close in the journal. */
export interface Settlement {
  /** Notes the upstream call that is about to be made. */
  attempt(candidate: Candidate): void;
  /** Notes the first byte of the answer. */
  firstByte(): void;
  /** Closes the request. Only the first call counts. Returns the tokens that were used. */
  settle(outcome: Outcome): bigint;
  /** Closes a request that nobody served, with the status that its client was given, if that has not `gone`. */
  fail(status: number, gone: Gone): void;
  /** What it is billed for; undefined before it is settled. */
  used(): Usage | undefined;
}

/** The close that recovery writes should this process die: amount 0, interrupted. */
export function interruptedClose(
  open: Open,
  request: ClientRequest,
  admission: Admission,
  run: string,
  startedAtMs: number,
): Close {
  return {
    ...interrupted,
    id: open.requestId,
    run,
    path: admission.path,
    reserved: admission.reserved,
    model: request.model,
    priceModel: admission.candidates[0]?.priceModel ?? request.model,
    group: admission.group,
    priceVersion: admission.bounds.version,
    catalogVersion: admission.catalogVersion,
    keyId: open.caller?.keyId ?? 0n,
    userId: open.caller?.userId ?? 0n,
    stream: request.stream,
    startedAtMs: BigInt(startedAtMs),
  };
}

/** What all such closes say. */
const interrupted = Close.create({
  kind: Kind.INTERRUPTED,
  usage: toClasses(noUsage, 0n),
  usageSource: UsageSource.NONE,
  ending: Ending.INTERRUPTED,
});

/** Follows one opened request to its close: journal, slice, event, log line and metrics, once. */
export function createSettlement(
  context: GatewayContext,
  admission: Admission,
  ticket: OpenRequest,
  opened: Close,
): Settlement {
  const begunAt = performance.now();
  const span = activeSpan();
  let candidate: Candidate | undefined;
  let attempts = 0;
  let firstByteMs = 0;
  let settledTokens: bigint | undefined;
  let billed: Usage | undefined;

  /** By what the upstream says of the service tier, or by what was asked for where it broke off before it did. */
  function rowFor({ serviceTier }: Usage, { source, askedTier }: Outcome): string {
    const tier = serviceTier ?? (source === UsageSource.ESTIMATED ? askedTier : undefined);
    const ownRow = candidate?.priceModel ?? opened.priceModel;
    return priceRowOf(admission.bounds, opened.group, ownRow, tier);
  }

  function settle(outcome: Outcome): bigint {
    if (settledTokens !== undefined) return settledTokens;
    const priceModel = rowFor(outcome.usage, outcome);
    const bound = admission.bounds.of(priceModel, opened.group);
    const { usage: known, source, counted } = billSearches(outcome, bound);
    const worstCase = candidate && admission.worstCaseOf?.(candidate);
    const isCapped = source === UsageSource.ESTIMATED && worstCase !== undefined;
    const used = isCapped ? capEstimate(known, worstCase, counted) : known;
    const bill = billSoundOnce({ usage: used, source }, bound);
    billed = bill.usage;
    const { calls = source === UsageSource.NONE ? 0n : BigInt(billed.calls ?? 1) } = outcome;
    const usage = toClasses(billed, calls);
    const outputTokens = BigInt(outputOf(billed));
    const inputTokens = BigInt(inputOf(billed));
    settledTokens = inputTokens + outputTokens;
    const cost = bound ? costBound(bound, { ...usage, inputTokens, outputTokens }) : 0n;
    const consumed = cost < admission.reserved ? cost : admission.reserved;
    const written = writeClose(context, ticket, {
      ...opened,
      kind: Kind.SETTLE,
      // A session's changes with every response.
      reserved: admission.reserved,
      consumed,
      usage,
      usageSource: bill.source,
      priceModel,
      channelId: candidate?.channel.id ?? 0n,
      attempts,
      status: outcome.status,
      ending: outcome.ending,
      durationMs: Math.round(performance.now() - begunAt),
      firstByteMs,
    });
    if (!written) return settledTokens;
    context.reach('after-close');
    if (admission.reserved > 0n) context.slices.settle(admission.path, admission.reserved, consumed);
    context.publisher.publish(written, span.context);
    context.observe(written.close, span);
    return settledTokens;
  }

  return {
    attempt(chosen) {
      candidate = chosen;
      attempts += 1;
      // What was said before was no answer.
      firstByteMs = 0;
    },
    firstByte() {
      if (firstByteMs === 0) firstByteMs = Math.max(1, Math.round(performance.now() - begunAt));
    },
    settle,
    fail(status, gone) {
      const ofNobody = attempts === 0 ? Ending.NOT_SENT : Ending.UPSTREAM_FAILED;
      settle({ ending: gone.aborted ? Ending.CLIENT_GONE : ofNobody, status, ...unserved });
    },
    used: () => billed,
  };
}

/** The classes that are billed. */
function toClasses(usage: Usage, calls: bigint): BilledUsage {
  const toolCalls = Object.entries(usage.toolCalls ?? {}).map(([variant, count]) => {
    return { unit: MeteredUnit.TOOL_CALL, variant, quantity: BigInt(count) };
  });
  return {
    inputFresh: BigInt(usage.inputFresh),
    inputAudio: BigInt(usage.inputAudio),
    inputImage: BigInt(usage.inputImage ?? 0),
    inputCacheRead: BigInt(usage.inputCacheRead),
    inputCacheWrite: BigInt(usage.inputCacheWrite),
    inputCacheWrite1h: BigInt(usage.inputCacheWrite1h ?? 0),
    outputVisible: BigInt(usage.outputVisible),
    outputAudio: BigInt(usage.outputAudio),
    outputReasoning: BigInt(usage.outputReasoning),
    calls,
    metered: [...(usage.metered ?? []), ...toolCalls],
  };
}

/**
 * Writes the close record. A disk that refuses it ends this process: the next one finds the request open and
 * closes it as interrupted.
 */
function writeClose(context: GatewayContext, ticket: OpenRequest, close: Close): WrittenClose | undefined {
  try {
    return context.journal.close(ticket, close);
  } catch (error) {
    context.log.fatal({ err: error, requestId: close.id }, 'a close could not be written');
    context.giveUp('the journal cannot be written');
    return undefined;
  }
}
