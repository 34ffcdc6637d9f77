import { randomUUID } from 'node:crypto';
import { fault, platformType } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { findCandidates, modelNotFound } from '../catalog/find-candidates.ts';
import type { ApiContext } from '../context.ts';
import type { Fields } from '../families/fields.ts';
import { findFamily } from '../families/index.ts';
import { refuse } from '../families/refuse.ts';
import { toStoredWish, type Wish } from '../families/wish.ts';
import { countOpenTasks } from '../sql/count-open-tasks.ts';
import { findIdempotent } from '../sql/find-task.ts';
import { type Idempotency, insertTask } from '../sql/insert-task.ts';
import { planWays, submitTask } from '../step/submit.ts';
import { findPath } from '../task/find-path.ts';
import { drawTaskId } from '../task/ids.ts';
import type { Surface, Task } from '../task/task.ts';
import { hashRequest } from './hash-request.ts';
import { readFields } from './read-fields.ts';

/**
 * Takes a task in and submits it. Throws a FaultError where it is refused, and then nothing was rendered; what was sent
 * and went unanswered is a task like any other.
 */
export async function createTask(
  context: ApiContext,
  request: HandleRequest,
  surface: Surface,
): Promise<Task> {
  const { knex, config, owner, reach } = context;
  const caller = callerOf(request);
  const body = await readFields(request);
  const model = readModel(body.fields);
  const catalog = context.catalog.current();
  if (!catalog) throw new FaultError(fault('service_unavailable'));
  const traits = catalog.media(model);
  const family = traits && findFamily(traits.family);
  if (!traits || !family) throw modelNotFound(model);
  if (body.isForm && !family.takesForms) refuse('', `${family.name} models take JSON alone.`);
  const idempotency = readIdempotency(request, body.fields);
  const earlier = idempotency && (await findEarlier(context, caller, idempotency));
  if (earlier) return earlier;

  const wish: Wish = family.read(body.fields, traits);
  const { group, candidates } = findCandidates(model, caller, catalog);
  const plans = planWays(wish, candidates);
  if (!plans) throw modelNotFound(model);
  const [{ candidate, order }] = plans;
  await checkOpenTasks(context, caller);
  const { amount, priceVersion, nowMs } = await context.ledger.quote(
    candidate.priceModel,
    group,
    order.usage,
  );
  const task = await insertTask(
    knex,
    {
      id: drawTaskId(),
      closeId: request.requestId,
      holdId: randomUUID(),
      surface,
      action: 'generate',
      keyId: caller.keyId,
      userId: caller.userId,
      group,
      path: findPath(caller, model, Number(nowMs)),
      model,
      priceModel: candidate.priceModel,
      catalogVersion: catalog.version,
      priceVersion,
      amount,
      usage: order.usage,
      wish: toStoredWish(order.wish),
      remixedFrom: null,
      idempotency,
    },
    {
      lease: {
        owner,
        ms: config.submitTimeoutMs * plans.length + config.recallWaitMs + config.leaseMarginMs,
      },
      deadlineMs: config.taskTimeoutMs,
    },
  );
  if (!task) {
    const twin = idempotency && (await findEarlier(context, caller, idempotency));
    if (!twin) throw new Error('a task that was in the way is missing');
    return twin;
  }
  reach('intended');
  return submitTask(context, task, plans);
}

export function callerOf({ caller }: HandleRequest): Caller {
  if (!caller) throw new Error('a request came without its caller');
  return caller;
}

function readModel(fields: Fields): string {
  const { model } = fields;
  if (typeof model !== 'string' || model === '') refuse('model', 'model is required: the name of a model.');
  return model;
}

const longestIdempotencyKey = 255;

function readIdempotency({ headers, operation }: HandleRequest, fields: Fields): Idempotency | undefined {
  const key = headers.find(({ name }) => name === 'idempotency-key')?.value;
  if (key === undefined || key === '') return undefined;
  if (key.length > longestIdempotencyKey) {
    refuse(
      'Idempotency-Key',
      `Idempotency-Key has ${key.length} characters; at most ${longestIdempotencyKey} are taken.`,
    );
  }
  return { key, requestHash: hashRequest(operation, fields) };
}

/** What the same key asked for before under this idempotency key. Another request under it is refused. */
async function findEarlier(
  { knex }: ApiContext,
  { keyId }: Caller,
  { key, requestHash }: Idempotency,
): Promise<Task | undefined> {
  const found = await findIdempotent(knex, keyId, key);
  if (found && !found.requestHash.equals(requestHash)) throw new FaultError(fault('idempotency_conflict'));
  return found?.task;
}

async function checkOpenTasks({ knex, config }: ApiContext, { userId }: Caller): Promise<void> {
  if ((await countOpenTasks(knex, userId, config.openTasks)) < config.openTasks) return;
  const message = `${config.openTasks} tasks are open already: wait for one of them to end.`;
  throw new FaultError(
    fault('too_many_requests', { type: platformType, message, retryAfterMs: config.pollMs }),
  );
}
