import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { callbackTerms, readVendorCallback } from '../../callbacks/read-callback.ts';
import { findCandidates, modelNotFound } from '../../catalog/find-candidates.ts';
import { requireCatalog } from '../../catalog/require-catalog.ts';
import type { ApiContext } from '../../context.ts';
import type { Fields } from '../../families/fields.ts';
import { refuse } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';
import { family, modelOf } from '../../midjourney/actions.ts';
import type { MjOptions } from '../../midjourney/job.ts';
import { filterAccounts, type Mode, readMode } from '../../midjourney/modes.ts';
import type { NextStep } from '../../midjourney/next-steps.ts';
import { readBotType, readState } from '../../midjourney/read-members.ts';
import type { Step } from '../../midjourney/step.ts';
import { SubmitRefusal } from '../../midjourney/submit-result.ts';
import { planOnward } from '../../step/plans/plan-onward.ts';
import { planWays } from '../../step/plans/plan-ways.ts';
import { timeoutOf } from '../../task-timeouts.ts';
import { midjourneyProxy } from '../../upstreams/midjourney-proxy.ts';
import { type MjSubmitted, showMjSubmitted } from '../../views/mj-submitted.ts';
import { answer } from '../answer.ts';
import { beforeWriting } from '../before-writing.ts';
import { beginTask, type Intent } from '../begin-task.ts';
import { readFields } from '../bodies/read-fields.ts';
import { callerOf } from '../caller-of.ts';
import { findEarlier, readIdempotency } from '../idempotency.ts';
import { requireAccount, requireOrigin } from './require-task.ts';

/** What begins with words or pictures of the client's, or goes on from a task. */
export type ReadStep = (fields: Fields, mode: Mode | undefined) => NextStep | Step;

/** Submits what a body asks for. */
export function submitStep(read: ReadStep) {
  return async (context: ApiContext, request: HandleRequest): Promise<HandleResponse> => {
    const { fields, isForm } = await readFields(request);
    if (isForm) refuse('', 'The body must be JSON.');
    const mode = readMode(request.mode);
    const idempotency = readIdempotency(request, { ...fields, mode });
    const earlier = await findEarlier(context, request, idempotency);
    if (earlier) return answer(200, showMjSubmitted(earlier, request.baseUrl));
    const asked = read(fields, mode);
    const step =
      'from' in asked
        ? asked.from(await beforeWriting(context, request, requireOrigin(context, request, asked.originId)))
        : asked;
    const wish = toWish(step, fields, mode);
    const intent: Intent = {
      surface: 'mj',
      action: step.action,
      model: modelOf(step.action, step.isHd),
      ...(await planStep(context, request, step, wish)),
      timeoutMs: timeoutOf(context.config, family),
      idempotency,
      remixedFrom: null,
      callback: readVendorCallback(fields, 'notifyHook', callbackTerms(context, request)),
    };
    return answer(200, await submit(context, request, intent));
  };
}

/** What the vendor does not take is an answer with its code. */
async function submit(context: ApiContext, request: HandleRequest, intent: Intent): Promise<MjSubmitted> {
  try {
    const task = await beginTask(context, request, intent);
    return showMjSubmitted(task, request.baseUrl);
  } catch (error) {
    const reason = error instanceof FaultError ? error.cause : undefined;
    // One that has too much to do is a status of its own.
    if (!(reason instanceof SubmitRefusal) || reason.code === 30) throw error;
    return { code: reason.code, description: reason.message, result: null, properties: reason.properties };
  }
}

function toWish(
  { action, job, prompt, pictures, description, customId }: Step,
  fields: Fields,
  mode?: Mode,
): Wish {
  const members = { ...job.members, ...filterAccounts(fields, mode) };
  const mj: MjOptions = {
    action,
    job: { ...job, members },
    botType: readBotType(fields),
    state: readState(fields),
    customId: customId ?? null,
    description,
  };
  const references = pictures.map((source) => ({ kind: 'image', role: 'reference', source }) as const);
  return { prompt, references, options: { mj } };
}

/** What goes on from a task goes to its channel. */
async function planStep(
  context: ApiContext,
  request: HandleRequest,
  { action, isHd, origin }: Step,
  wish: Wish,
): Promise<Pick<Intent, 'group' | 'catalogVersion' | 'plans'>> {
  const model = modelOf(action, isHd);
  const current = requireCatalog(context);
  if (current.media(model)?.family !== family) throw modelNotFound(model, { ofClient: true });
  const { group, candidates } = findCandidates(model, callerOf(request), current, {
    fits: (channel) => channel.provider === midjourneyProxy.provider,
    madeBy: origin?.channelId,
  });
  const plans = planWays(wish, candidates);
  if (!plans) throw modelNotFound(model);
  const catalogVersion = current.version;
  if (!origin) return { group, catalogVersion, plans };
  const maker = await requireAccount(context, origin);
  return { group, catalogVersion, plans: planOnward(plans[0], maker) };
}
