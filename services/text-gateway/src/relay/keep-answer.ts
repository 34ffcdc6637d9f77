import { hashCredential } from '../catalog/route.ts';
import type { Serving } from './attempt.ts';
import type { Choice } from './choose.ts';

/** Notes where the upstream keeps an answer, so that a later request can go on from it. */
export interface AnswerKeeper {
  /** Begins to note it, once its id is known. */
  note(answerId: string | undefined): void;
  /** Runs `end` when it is noted; at once when there is nothing to wait for, and soon in any case. */
  whenKept(end: () => void): void;
}

const keepsNothing: AnswerKeeper = { note: () => undefined, whenKept: (end) => end() };

/** @param step runs a step of the answer, and ends the request when the step has a defect. */
export function createAnswerKeeper(
  { context, request, caller }: Serving,
  { candidate, key }: Choice,
  step: (work: () => void) => void,
): AnswerKeeper {
  const { channel } = candidate;
  // It is asked for no answers to keep, which says nothing of containers.
  const isForbidden = channel.forbidStore && request.continuesBy !== 'container';
  if (!request.isKept || isForbidden) return keepsNothing;
  const { pins, routingMetrics, config } = context;
  let noting: Promise<void> | undefined;
  let isNoted: boolean | undefined;
  return {
    note(answerId) {
      if (noting || answerId === undefined) return;
      const of = { keyId: caller.keyId, channelId: channel.id, credentialHash: hashCredential(key) };
      noting = pins.keep({ responseId: answerId, ...of }).then((isSuccess) => {
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
