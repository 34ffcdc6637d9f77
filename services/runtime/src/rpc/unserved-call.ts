import type { ServiceError } from '@grpc/grpc-js';
import type { FaultError } from '../errors.ts';
import { isServiceError } from './fault-details.ts';

const mostCauses = 5;

/** The call that failed, where a fault says that the gateway cannot serve and a call to another service was its cause. */
export function unservedCall({ fault, cause }: FaultError): ServiceError | undefined {
  if (fault.code !== 'service_unavailable') return undefined;
  for (let at = cause, deep = 0; at instanceof Error && deep < mostCauses; at = at.cause, deep += 1)
    if (isServiceError(at)) return at;
  return undefined;
}
