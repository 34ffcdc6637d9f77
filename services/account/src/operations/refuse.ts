import { fault, shorten } from '@headgate/proto/faults';
import { type RefusalReason, type RefusalValues, sayRefusal } from '@headgate/proto/refusals';
import { FaultError } from '@headgate/runtime/errors';

/** Of a value that a client sent: it travels in a gRPC trailer. */
const longestValue = 200;

/**
 * Refuses what is asked, for a reason that pages have words for. Session routes answer refusals with 200 and `success` false.
 * `param` is the member at fault; `values` fill the holes in the words of the reason.
 */
export function refuse<Reason extends RefusalReason>(
  reason: Reason,
  param = '',
  ...[values]: keyof RefusalValues<Reason> extends never ? [] : [values: RefusalValues<Reason>]
): never {
  const shown = Object.entries<string>(values ?? {}).map(
    ([hole, value]) => [hole, shorten(value, longestValue)] as const,
  );
  const reasonValues: Record<string, string> = Object.fromEntries(shown);
  const message = sayRefusal(reason, reasonValues);
  throw new FaultError(fault('invalid_request', { status: 200, message, param, reason, reasonValues }));
}

/** Refuses what is asked, where the words are those of a schema, or of whoever else was asked. */
export function refuseInWords(message: string, param = ''): never {
  throw new FaultError(fault('invalid_request', { status: 200, message, param }));
}

/** Refuses who asks: 403. */
export function deny(message: string): never {
  throw new FaultError(fault('access_denied', { message }));
}
