import { fault, platformType } from '@headgate/proto/faults';
import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  type HoldRequest,
  type LedgerClient,
  HoldResponse_Outcome as Outcome,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { sayUsedUp } from '@headgate/proto/say-used-up';
import { FaultError } from '@headgate/runtime/errors';
import { callAgain } from '@headgate/runtime/rpc/call-again';
import { call } from '@headgate/runtime/rpc/client';
import { wait } from '@headgate/runtime/wait';

export interface Quote {
  amount: bigint;
  priceVersion: bigint;
  /** The ledger's clock, in Unix milliseconds. */
  nowMs: bigint;
  /** Whether there is a price, be it 0, for what the usage is metered by; undefined from a ledger of the version before. */
  metered?: boolean | undefined;
}

/** What submitting tasks asks of the ledger. Throws FaultErrors for the client. */
export interface MediaLedger {
  quote(priceModel: string, group: string, usage: Usage): Promise<Quote>;
  /**
   * Resolves once the units are held, once for each id; 402 when they are not to be had.
   * @param budgets the caller's, of which the client hears where they start anew.
   */
  hold(request: HoldRequest, budgets: readonly OwnedBudget[]): Promise<void>;
}

const firstPauseMs = 50;

/** @param recallWaitMs how long units that gateways hold are waited for. */
export function createMediaLedger(client: LedgerClient, recallWaitMs: number): MediaLedger {
  return {
    async quote(priceModel, group, usage) {
      const answer = await asFault(callAgain(() => call(client, client.quote, { priceModel, group, usage })));
      if (!answer.priced) {
        const message = 'There is no price for what is asked: no such resolution or size is sold.';
        throw new FaultError(fault('invalid_request', { type: platformType, message }));
      }
      return answer;
    },

    async hold(request, budgets) {
      const until = performance.now() + recallWaitMs;
      for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
        const { outcome, lacking } = await asFault(callAgain(() => call(client, client.hold, request)));
        if (outcome === Outcome.HELD) return;
        if (outcome === Outcome.EMPTY) throw notCovered(lacking, budgets);
        // Gateways were asked to hand back what they do not need.
        if (outcome !== Outcome.SHORT) throw new Error(`the hold of a new task is ${outcome}`);
        if (performance.now() + pauseMs > until) throw notCovered(lacking, budgets);
        await wait(pauseMs);
      }
    },
  };
}

function notCovered(lacking: readonly string[], budgets: readonly OwnedBudget[]): FaultError {
  const message =
    sayUsedUp(lacking, budgets, 'this request') ??
    'The quota of this key or its user does not cover this request.';
  return new FaultError(fault('insufficient_user_quota', { message }));
}

/** A ledger that cannot be reached says nothing of the quota: 503, never 402. */
async function asFault<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof FaultError && cause.fault.code === 'unknown_purse') {
      throw new FaultError(fault('service_unavailable'), { cause });
    }
    if (cause instanceof FaultError) throw cause;
    throw new FaultError(fault('service_unavailable', { message: 'The quota cannot be read right now.' }), {
      cause,
    });
  }
}
