import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';

/** What an administrator asked for that cannot be: answered 200, success false, like all of the session API. */
export function refuse(message: string): never {
  throw new FaultError(fault('invalid_request', { status: 200, message }));
}
