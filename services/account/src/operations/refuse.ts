import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';

/** Refuses what is asked, in words for people. Session routes answer refusals with 200 and `success` false. */
export function refuse(message: string, param = ''): never {
  throw new FaultError(fault('invalid_request', { status: 200, message, param }));
}

/** Refuses who asks: 403. */
export function deny(message: string): never {
  throw new FaultError(fault('access_denied', { message }));
}
