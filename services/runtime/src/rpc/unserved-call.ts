import type { FaultError } from '../errors.ts';
import { isServiceError } from './fault-details.ts';

const mostCauses = 5;

/** In the words of grpc-js the call for which the gateway cannot serve, where that is what a fault says and a call was its cause. */
export function unservedCall({ fault, cause }: FaultError): string | undefined {
  if (fault.code !== 'service_unavailable') return undefined;
  for (let at = cause, deep = 0; at instanceof Error && deep < mostCauses; at = at.cause, deep += 1)
    if (isServiceError(at)) return at.message;
  return undefined;
}
