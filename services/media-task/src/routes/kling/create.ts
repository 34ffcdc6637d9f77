import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { callbackTerms, readVendorCallback } from '../../callbacks/read-callback.ts';
import { findCandidates, modelNotFound } from '../../catalog/find-candidates.ts';
import { requireCatalog } from '../../catalog/require-catalog.ts';
import type { ApiContext } from '../../context.ts';
import { klingKinds } from '../../families/kling/kinds.ts';
import { limitedText } from '../../families/kling/members.ts';
import { refuse } from '../../families/refuse.ts';
import { planWays } from '../../step/plans/plan-ways.ts';
import type { Task } from '../../task/task.ts';
import { timeoutOf } from '../../task-timeouts.ts';
import { isKlingPath } from '../../upstreams/kling/paths.ts';
import { kling } from '../../upstreams/kling.ts';
import { showKlingCreated, wrapKling } from '../../views/kling-task.ts';
import { answer } from '../answer.ts';
import { beforeWriting } from '../before-writing.ts';
import { beginTask } from '../begin-task.ts';
import { readFields } from '../bodies/read-fields.ts';
import { callerOf } from '../caller-of.ts';
import { findEarlier, readIdempotency } from '../idempotency.ts';
import { findOrigin, planFollowUp } from './follow-up.ts';

const longestExternalId = 128;

/** Takes a task in as Kling itself does, over channels of Kling alone: nobody else has these members. */
export async function createKling(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await begin(context, request);
  return answer(200, wrapKling(request.requestId, showKlingCreated(task)));
}

async function begin(context: ApiContext, request: HandleRequest): Promise<Task> {
  const { action } = request;
  if (!isKlingPath(action)) throw new Error(`there is no kind ${action}`);
  const { fields, isForm } = await readFields(request);
  if (isForm) refuse('', 'Requests of this style are JSON alone.');
  const caller = callerOf(request);
  const kind = klingKinds[action];
  const ask = kind.read(fields);
  const externalId = limitedText(fields, 'external_task_id', longestExternalId);
  const callback = readVendorCallback(fields, 'callback_url', callbackTerms(context, request));
  const idempotency = readIdempotency(request, fields);
  const earlier = await findEarlier(context, request, idempotency);
  if (earlier) return earlier;

  const catalog = requireCatalog(context);
  const origin =
    ask.source && (await beforeWriting(context, request, findOrigin(context, caller.userId, ask.source)));
  const model = ask.model ?? kind.model ?? origin?.task.model;
  if (model === undefined) throw new Error(`${action} says no model`);
  const { group, candidates } = findCandidates(model, caller, catalog, {
    fits: ({ provider }) => provider === kling.provider,
    madeBy: origin?.task.channelId,
  });
  const wish = { ...ask.wish, options: { ...ask.wish.options, path: action } };
  const plans = origin ? planFollowUp(wish, candidates, origin) : planWays(wish, candidates);
  if (!plans) throw modelNotFound(model);
  return beginTask(context, request, {
    surface: 'kling',
    action,
    model,
    group,
    catalogVersion: catalog.version,
    plans,
    timeoutMs: timeoutOf(context.config, 'kling'),
    idempotency,
    remixedFrom: origin?.task.id ?? null,
    externalId,
    callback,
  });
}
