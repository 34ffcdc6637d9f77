import { fault } from '@headgate/proto/faults';
import type { HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';

/** An answer in JSON. */
export function answer(status: number, body: unknown): HandleResponse {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

/** No task of this caller has the id: another's is as unknown as none. */
export function taskNotFound(): FaultError {
  return new FaultError(fault('task_not_exist'));
}
