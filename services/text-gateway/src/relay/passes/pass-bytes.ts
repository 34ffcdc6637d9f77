import { fault } from '@headgate/proto/faults';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { FaultError } from '@headgate/runtime/errors';
import type { Attempt, AttemptResult } from '../attempts/attempt.ts';
import { logBreak } from '../attempts/log-break.ts';
import { estimatedBill, unserved } from '../bills/bill.ts';
import type { Pass } from './pass.ts';

/**
 * Takes an answer whose bytes say nothing to the gateway and sends them on as they come. The newest piece is held back:
 * the bill must be closed before the last byte leaves, and until a piece has left another channel could still serve.
 */
export function createBytesPass(
  attempt: Attempt,
  contentType: string,
  finish: (result: AttemptResult) => void,
): Pass {
  const { answer, settlement, request } = attempt;
  let held: Buffer | undefined;
  let isOver = false;

  function send(piece: Buffer, isLast = false): boolean {
    const headers = [{ name: 'content-type', value: contentType }];
    if (!answer.hasBegun()) answer.head(200, headers, Buffer.alloc(0), !isLast);
    return answer.data(piece);
  }

  function settle(ending: Ending): bigint {
    return settlement.settle({
      ending: answer.gone.aborted ? Ending.CLIENT_GONE : ending,
      status: 200,
      ...(held === undefined ? unserved : estimatedBill(request.estimate)),
    });
  }

  function breakOff(cause: Error): void {
    isOver = true;
    logBreak(attempt, cause, 'upstream answer broke off');
    if (!answer.hasBegun() && !answer.gone.aborted) {
      finish({ kind: 'failed', fault: fault('bad_response_body'), isRetryable: true });
      return;
    }
    settle(Ending.BROKEN);
    // Nothing within says that the end is missing: the connection has to.
    answer.fail(new FaultError(fault('upstream_cut')));
    finish({ kind: 'answered', isBroken: true });
  }

  return {
    data(bytes) {
      if (isOver || bytes.length === 0) return true;
      const piece = held;
      held = bytes;
      return piece === undefined || send(piece);
    },
    end() {
      if (isOver) return;
      if (!held) return breakOff(new Error('The upstream answer is empty'));
      isOver = true;
      const tokens = settle(Ending.COMPLETED);
      send(held, true);
      answer.end(tokens);
      finish({ kind: 'answered' });
    },
    broken(error) {
      if (!isOver) breakOff(error);
    },
  };
}
