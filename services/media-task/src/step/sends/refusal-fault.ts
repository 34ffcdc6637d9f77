import { fault, platformType } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '@headgate/runtime/errors';
import { cleanMessage } from '../../call/clean-message.ts';
import { Refusal } from '../../call/refusal.ts';
import { modelNotFound } from '../../catalog/find-candidates.ts';

/** For a vendor that is busy and does not say for how long. */
const defaultRetryAfterMs = 5_000;

/**
 * What a client hears when no vendor took its task. Of trouble between us and them it hears that nobody has `model` now, and
 * of the last one's words nothing with its `names`.
 */
export function toFault(reason: unknown, model: string, names: readonly string[]): FaultError {
  return new FaultError(faultOf(reason, model, names), { cause: reason });
}

function faultOf(reason: unknown, model: string, names: readonly string[]): Fault {
  if (!(reason instanceof Refusal)) return modelNotFound(model).fault;
  switch (reason.blame) {
    case 'request':
      return fault('invalid_request', {
        type: platformType,
        message: cleanMessage(reason.message, names) || 'The upstream refused the request.',
      });
    case 'busy':
      return fault('too_many_requests', {
        type: 'upstream_error',
        message: 'The upstream has too much to do. Try again later.',
        retryAfterMs: reason.retryAfterMs || defaultRetryAfterMs,
      });
    case 'credential':
    case 'unavailable':
      return modelNotFound(model).fault;
  }
}

/** What the task's row says of it. */
export function messageOf(reason: unknown, names: readonly string[]): string {
  return reason instanceof Refusal ? cleanMessage(reason.message, names) : 'No channel could be reached.';
}
