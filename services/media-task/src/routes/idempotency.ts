import { fault } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import type { Knex } from 'knex';
import type { ApiContext } from '../context.ts';
import type { Fields } from '../families/fields.ts';
import { refuse } from '../families/refuse.ts';
import { findByRequest, findIdempotent } from '../sql/tasks/find-task.ts';
import type { Idempotency } from '../sql/tasks/insert-task.ts';
import { tellOf } from '../sql/tasks/tell-of.ts';
import type { Task } from '../task/task.ts';
import { beforeWriting } from './before-writing.ts';
import { callerOf } from './caller-of.ts';
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

/**
 * The task that was made before of what is asked: by the same request, where its first answer broke off, or by the same key
 * under this idempotency key. Another request under it is refused. A task that was not sent is none: it waits to be gone on
 * with. Nor is one that was refused, if only just now.
 */
export function findEarlier(
  context: Pick<ApiContext, 'knex' | 'log'>,
  request: HandleRequest,
  idempotency: Idempotency | undefined,
): Promise<Task | undefined> {
  return beforeWriting(context, request, readEarlier(context, request, idempotency));
}

async function readEarlier(
  { knex }: Pick<ApiContext, 'knex'>,
  request: HandleRequest,
  idempotency: Idempotency | undefined,
): Promise<Task | undefined> {
  const { requestId, isRepeat } = request;
  const own = isRepeat ? await findByRequest(knex, requestId) : undefined;
  const told = own && !own.isRefused && !isUnsent(own.task) ? await tellOf(knex, own.task) : undefined;
  if (told) return told;
  const found = await findUnderKey(knex, request, idempotency);
  return found && !isUnsent(found) ? tellOf(knex, found) : undefined;
}

/** The task that the same key made under this idempotency key, sent or not. Throws a FaultError 409 where that was another request. */
export async function findUnderKey(
  knex: Knex,
  request: HandleRequest,
  idempotency: Idempotency | undefined,
): Promise<Task | undefined> {
  const found = idempotency && (await findIdempotent(knex, callerOf(request).keyId, idempotency.key));
  if (!found) return undefined;
  if (!found.requestHash.equals(idempotency.requestHash)) throw new FaultError(fault('idempotency_conflict'));
  return found.task;
}

/** Whether it is for the api to send, and was not sent. */
function isUnsent({ state, ways }: Task): boolean {
  return ways === null && (state === 'intended' || state === 'held');
}
