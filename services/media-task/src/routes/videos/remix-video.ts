import { fault } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { callbackTerms, readCallback } from '../../callbacks/read-callback.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { findCandidates } from '../../catalog/find-candidates.ts';
import { requireCatalog } from '../../catalog/require-catalog.ts';
import type { ApiContext } from '../../context.ts';
import { type Fields, readPrompt, readText } from '../../families/fields.ts';
import { readMetadata } from '../../families/members/metadata.ts';
import { refuseUnread } from '../../families/members/refuse-unread.ts';
import { refuse, show } from '../../families/refuse.ts';
import { findAccount } from '../../sql/accounts.ts';
import type { Plan } from '../../step/plans/plan.ts';
import { planOnward } from '../../step/plans/plan-onward.ts';
import type { Task } from '../../task/task.ts';
import { timeoutOf } from '../../task-timeouts.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import { beforeWriting } from '../before-writing.ts';
import { beginTask } from '../begin-task.ts';
import { readFields } from '../bodies/read-fields.ts';
import { callerOf } from '../caller-of.ts';
import { findEarlier, readIdempotency } from '../idempotency.ts';
import { requireTask } from '../show-task.ts';

/**
 * Makes a new video from one that has succeeded, as the account that made it: the vendor knows the video there alone.
 * It is as long and as large as its origin, and costs what such a video costs now.
 */
export async function remixVideo(context: ApiContext, request: HandleRequest): Promise<Task> {
  const { knex, config } = context;
  const origin = await beforeWriting(context, request, requireTask(knex, request));
  const { fields } = await readFields(request);
  const prompt = readPrompt(fields);
  refuseUnread(fields, [], 'its source alone');
  readMetadata(fields, []);
  refuseOtherModel(fields, origin);
  const callback = readCallback(fields, callbackTerms(context, request));
  const idempotency = readIdempotency(request, fields);
  const earlier = await findEarlier(context, request, idempotency);
  if (earlier) return earlier;
  const current = requireCatalog(context);
  const { upstreamId: sourceId, accountId } = origin;
  if (origin.state !== 'succeeded' || sourceId === null || accountId === null) {
    refuse('video_id', 'The source video is not completed: only a video that was made can be remixed.');
  }
  const account = await findAccount(knex, config.masterKey, accountId);
  if (!account) throw new FaultError(fault('task_channel_disable'));
  const upstream = upstreamOf(account, origin.surface);
  if (!upstream.remix) throw new FaultError(fault('api_not_implemented'));
  const { group, candidates } = findCandidates(origin.model, callerOf(request), current, {
    madeBy: origin.channelId,
  });
  const candidate = originalOf(candidates, origin);
  const wish = { ...origin.wish, prompt, references: [] };
  const plan: Plan = { candidate, account, upstream, order: { wish, usage: origin.usage }, sourceId };
  return beginTask(context, request, {
    surface: 'video',
    action: 'remix',
    model: origin.model,
    group,
    catalogVersion: current.version,
    plans: planOnward(plan, account),
    timeoutMs: timeoutOf(config, origin.wish.family ?? ''),
    idempotency,
    remixedFrom: origin.id,
    callback,
  });
}

function refuseOtherModel(fields: Fields, { model }: Task): void {
  const given = readText(fields, 'model');
  if (given === undefined || given === model) return;
  refuse('model', `model is ${show(given)}; a remix is made by the model of its source, '${model}'.`);
}

/** The channel that made the origin, with what it calls the model today. */
function originalOf(candidates: readonly Candidate[], { channelId, upstreamModel }: Task): Candidate {
  const candidate = candidates.find(({ channel }) => channel.id === channelId);
  if (candidate) return { ...candidate, upstreamModel };
  throw new FaultError(fault('task_channel_disable'));
}
