import { inputOf, outputOf, type Usage } from '../../canon/usage.ts';
import { hashCredential } from '../../catalog/route.ts';
import type { Choice } from '../choices/choose.ts';
import type { Serving } from '../serving.ts';

/** Notes where the upstream keeps an answer, so that a later request can go on from it. */
export interface AnswerKeeper {
  /** Begins to note it, once its id is known; and what an answer that goes on from it will read, once that is. */
  note(answerId: string | undefined, usage?: Usage): void;
  /** Runs `end` when it is noted; at once when there is nothing to wait for, and soon in any case. */
  whenKept(end: () => void): void;
}

const keepsNothing: AnswerKeeper = { note: () => undefined, whenKept: (end) => end() };

/** @param step runs a step of the answer, and ends the request when the step has a defect. */
export function createAnswerKeeper(
  { context, request, caller, candidate, key }: Serving & Choice,
  step: (work: () => void) => void,
): AnswerKeeper {
  const { channel } = candidate;
  const isContainer = request.continuesBy === 'container';
  // It is asked for no answers to keep, which says nothing of containers.
  const isForbidden = channel.forbidStore && !isContainer;
  if (!request.isKept || isForbidden) return keepsNothing;
  const { pins, routingMetrics, config } = context;
  let noting: Promise<void> | undefined;
  let isNoted: boolean | undefined;
  return {
    note(answerId, usage) {
      const contextTokens = usage && !isContainer ? BigInt(inputOf(usage) + outputOf(usage)) : 0n;
      if (answerId === undefined || (noting && contextTokens === 0n)) return;
      const of = { keyId: caller.keyId, channelId: channel.id, credentialHash: hashCredential(key) };
      const keeping = pins.keep({ responseId: answerId, ...of, contextTokens });
      // It is for where that others wait.
      noting ??= keeping.then((isSuccess) => {
        isNoted = isSuccess;
        if (!isSuccess) routingMetrics.pins('late', 1);
      });
    },
    whenKept(end) {
      if (!noting || isNoted !== undefined) return end();
      let isOver = false;
      const goOn = (): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        step(end);
      };
      const timer = setTimeout(() => {
        routingMetrics.pins('late', 1);
        goOn();
      }, config.pinWaitMs);
      void noting.then(goOn);
    },
  };
}
