import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { writeCaller } from '@headgate/proto/internal-headers';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** The signature is good for this long: as long as a proxy may take to reach the service. */
const signedForMs = 10_000;

/** Who calls, as the value of `callerHeader` for a service that hears it over HTTP. */
export function signCaller(
  { config, now }: Context,
  { id: requestId }: Exchange,
  caller: Caller,
  model = '',
): string {
  const expiresAtMs = BigInt(now() + signedForMs);
  return writeCaller({ requestId, caller, model, expiresAtMs }, config.callerSecret);
}
