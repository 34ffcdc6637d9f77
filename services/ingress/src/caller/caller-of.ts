import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Exchange } from '../exchange/exchange.ts';

/** Whom a service serves: nobody, where anybody may look. A session has no key, and acts for its user. */
export function callerOf({ key, session }: Exchange): Caller {
  return key?.caller ?? Caller.fromPartial({ userId: session?.user.id ?? 0n });
}
