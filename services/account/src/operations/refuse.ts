import { fault, shorten } from '@headgate/proto/faults';
import { type RefusalReason, type RefusalValues, refusals, sayRefusal } from '@headgate/proto/refusals';
import { FaultError } from '@headgate/runtime/errors';
import type { Problem } from '../apply/problems/problems.ts';

/** Of a value that a client sent: it travels in a gRPC trailer. */
const longestValue = 200;
/** Those whose words have no holes. */
type PlainReason = {
  [Reason in RefusalReason]: keyof RefusalValues<Reason> extends never ? Reason : never;
}[RefusalReason];

/** Of what is wrong with one request. */
const mostShown = 5;

/**
 * Refuses what is asked, for a reason that pages have words for. Session routes answer refusals with 200 and `success` false.
 * `param` is the member at fault; `values` fill the holes in the words of the reason.
 */
export function refuse<Reason extends RefusalReason>(
  reason: Reason,
  param = '',
  ...[values]: keyof RefusalValues<Reason> extends never ? [] : [values: RefusalValues<Reason>]
): never {
  const reasonValues = shortenAll(values ?? {});
  const message = sayRefusal(reason, reasonValues);
  throw new FaultError(fault('invalid_request', { status: 200, message, param, reason, reasonValues }));
}

/** Refuses what is asked for what is wrong with its members. Pages have words for it where each has a cause. */
export function refuseFor(found: readonly Problem[]): never {
  const shown = found.slice(0, mostShown);
  const lines = shown.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const caused = shown.flatMap(({ path, cause }) =>
    path !== '' && cause
      ? [{ member: shorten(path, longestValue), reason: cause.reason, values: shortenAll(cause.values) }]
      : [],
  );
  throw new FaultError(
    fault('invalid_request', {
      status: 200,
      message: lines.join('; '),
      param: shown[0]?.path ?? '',
      problems: caused.length === shown.length ? caused : [],
    }),
  );
}

/** Refuses what is asked, in the words of whoever else was asked. */
export function refuseInWords(message: string, param = ''): never {
  throw new FaultError(fault('invalid_request', { status: 200, message, param }));
}

/** Refuses who asks: 403. */
export function deny(message: string): never {
  throw new FaultError(fault('access_denied', { message }));
}

/** Refuses who asks, 403, for a reason that pages have words for. */
export function denyFor(reason: PlainReason): never {
  throw new FaultError(fault('access_denied', { message: refusals[reason], reason }));
}

/** Whether who asks is refused something, rather than that ledger or the database is away. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FaultError && error.fault.status < 500;
}

function shortenAll(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shorten(value, longestValue)]),
  );
}
