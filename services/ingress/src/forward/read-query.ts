import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Request } from 'express';
import { textsOf } from './texts-of.ts';

/**
 * The members of a query. Throws a FaultError of `status` where one is there twice: neither is meant more than the other, and
 * left out, a filter or a place would mean everything.
 */
export function readQuery(
  { query }: Pick<Request, 'query'>,
  { status }: { status: 200 | 400 },
): Record<string, string> {
  const twice = Object.keys(query).find((name) => Array.isArray(query[name]));
  if (twice !== undefined) {
    const message = `${twice} must be there once.`;
    throw new FaultError(fault('invalid_request', { status, message, param: twice }));
  }
  return textsOf(query);
}
