import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Exchange } from '../../exchange/exchange.ts';

/** The channel that the path names. */
export function askedChannel({ request }: Exchange): bigint {
  const id = String(request.params.id);
  if (/^[1-9]\d{0,17}$/.test(id)) return BigInt(id);
  throw new FaultError(fault('invalid_request', { status: 200, message: 'The path names no channel.' }));
}
