import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { callbackTerms, readCallback } from '../callbacks/read-callback.ts';
import { findCandidates, modelNotFound } from '../catalog/find-candidates.ts';
import { requireCatalog } from '../catalog/require-catalog.ts';
import type { ApiContext } from '../context.ts';
import type { Family } from '../families/family.ts';
import type { Fields } from '../families/fields.ts';
import { images } from '../families/images.ts';
import { familyOf } from '../families/index.ts';
import { refuse } from '../families/refuse.ts';
import type { Wish } from '../families/wish.ts';
import { checkLengths } from '../references/check-lengths.ts';
import { planSuited } from '../step/plans/plan-suited.ts';
import { planWays } from '../step/plans/plan-ways.ts';
import type { Surface, Task } from '../task/task.ts';
import { timeoutOf } from '../task-timeouts.ts';
import { findUpstream } from '../upstreams/index.ts';
import { beginTask } from './begin-task.ts';
import { readFields } from './bodies/read-fields.ts';
import { callerOf } from './caller-of.ts';
import { findEarlier, readIdempotency } from './idempotency.ts';

/** Takes a task in as its model's family reads it, and submits it: see `beginTask`. */
export async function createTask(
  context: ApiContext,
  request: HandleRequest,
  surface: Surface,
): Promise<Task> {
  const caller = callerOf(request);
  const isDeferred = surface === 'image-async';
  const body = await readFields(request);
  const model = readModel(body.fields);
  const idempotency = readIdempotency(request, body.fields);
  const earlier = await findEarlier(context, request, idempotency);
  if (earlier) return earlier;

  const catalog = requireCatalog(context);
  const traits = catalog.media(model);
  const family = familyFor(surface, traits);
  if (!family) throw modelNotFound(model, { ofClient: true });
  if (body.isForm && !family.takesForms) refuse('', `${family.name} models take JSON alone.`);
  const callback = readCallback(body.fields, callbackTerms(context, request));

  const read: Wish = {
    ...family.read(body.fields, traits ?? Media.create()),
    family: family.name,
    ...askedSizeIn(body.fields),
  };
  const found = findCandidates(model, caller, catalog, {
    surface,
    fits: ({ provider }) =>
      read.imageCount === undefined || findUpstream(provider, surface)?.makesImages === true,
  });
  const files = context.references.open({ userId: caller.userId, baseUrl: request.baseUrl });
  try {
    await checkLengths(read, files);
    // Whoever sends a deferred task brings its references then.
    const plans = isDeferred
      ? planWays(read, found.candidates, surface)
      : await planSuited(read, found.candidates, surface, files);
    if (!plans) throw modelNotFound(model);
    return await beginTask(context, request, {
      isDeferred,
      surface: traits?.imageTask && surface === 'video' ? 'image' : surface,
      action: 'generate',
      model,
      group: found.group,
      catalogVersion: catalog.version,
      plans,
      timeoutMs: timeoutOf(context.config, family.name),
      idempotency,
      remixedFrom: null,
      callback,
    });
  } finally {
    files.release();
  }
}

/** A row may say nothing of images; one that says it is for something else is for that alone. */
function familyFor(surface: Surface, traits: Media | undefined): Family | undefined {
  if (surface !== 'image-async') return traits && familyOf(traits);
  return traits && traits.family !== '' && traits.family !== images.name ? undefined : images;
}

const longestSize = 40;

/** As far as it may be one: families that have no use for it do not read it. */
function askedSizeIn({ size }: Fields): Pick<Wish, 'askedSize'> {
  return typeof size === 'string' && size !== '' && size.length <= longestSize ? { askedSize: size } : {};
}

function readModel(fields: Fields): string {
  const { model } = fields;
  if (typeof model !== 'string' || model === '') refuse('model', 'model is required: the name of a model.');
  return model;
}
