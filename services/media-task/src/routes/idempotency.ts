import { fault } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';
import type { Fields } from '../families/fields.ts';
import { refuse } from '../families/refuse.ts';
import { findIdempotent } from '../sql/find-task.ts';
import type { Idempotency } from '../sql/insert-task.ts';
import type { Task } from '../task/task.ts';
import { hashRequest } from './hash-request.ts';

const longestKey = 255;

/** The idempotency key of a request, and what it asks under it; undefined where it has none. */
export function readIdempotency(request: HandleRequest, fields: Fields): Idempotency | undefined {
  const key = request.headers.find(({ name }) => name === 'idempotency-key')?.value;
  if (key === undefined || key === '') return undefined;
  if (key.length > longestKey) {
    refuse(
      'Idempotency-Key',
      `Idempotency-Key has ${key.length} characters; at most ${longestKey} are taken.`,
    );
  }
  return { key, requestHash: hashRequest(request, fields) };
}

/** What the same key asked for before under this idempotency key. Another request under it is refused. */
export async function findEarlier(
  { knex }: Pick<ApiContext, 'knex'>,
  { keyId }: Caller,
  { key, requestHash }: Idempotency,
): Promise<Task | undefined> {
  const found = await findIdempotent(knex, keyId, key);
  if (found && !found.requestHash.equals(requestHash)) throw new FaultError(fault('idempotency_conflict'));
  return found?.task;
}
