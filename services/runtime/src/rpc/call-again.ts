import { status } from '@grpc/grpc-js';
import { isServiceError } from './fault-details.ts';

const lostCodes = new Set([status.UNAVAILABLE, status.CANCELLED, status.DEADLINE_EXCEEDED]);

/** The replica that was asked died, stopped under the call, or says nothing. */
export function isReplicaLost(error: unknown): boolean {
  return isServiceError(error) && lostCodes.has(error.code);
}

/** Makes a call whose repetition changes nothing once more where its replica was lost: replicas are asked in turn. */
export async function callAgain<Response>(make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    if (!isReplicaLost(error)) throw error;
    return make();
  }
}
