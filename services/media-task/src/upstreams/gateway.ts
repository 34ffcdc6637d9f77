/**
 * Another gateway, of this kind or of new-api's: a task is made at its `/video/generations`, and what it tells is read in
 * whichever of its dialects it comes. Source: the routes that this gateway serves itself.
 */
import { asObject, asText, type Json, parseObject } from '../call/json.ts';
import {
  namedId,
  type OutcomeUnknown,
  Refusal,
  refusalOf,
  refusedAs,
  requireObject,
} from '../call/refusal.ts';
import type { VendorAnswer } from '../call/send.ts';
import { sendDelete } from '../call/send-delete.ts';
import { showSize } from '../families/size.ts';
import type { Wish } from '../families/wish.ts';
import { authorization, createInJson } from './bearer.ts';
import { readTask, toFailCode } from './gateway/read-task.ts';
import { toMembers } from './gateway/references.ts';
import { resolveWish } from './gateway/resolve.ts';
import type { Upstream } from './upstream.ts';

export const gateway: Upstream = {
  provider: 'gateway',
  options: ['mode', 'sound'],

  resolve: (wish) => resolveWish(wish),

  async submit(submission, account, send) {
    const create = toCreate(submission.wish, submission.upstreamModel);
    const answer = await send(createInJson(account, '/video/generations', submission, create));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    const id = asText(body?.task_id) ?? asText(body?.id) ?? asObject(body?.data)?.task_id;
    return { upstreamId: namedId(id) };
  },

  async poll({ upstreamId }, account, send) {
    const answer = await send({
      method: 'GET',
      url: `${account.baseUrl}/video/generations/${encodeURIComponent(upstreamId)}`,
      headers: authorization(account),
    });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return readTask(requireObject(body), { upstreamId, baseUrl: account.baseUrl });
  },

  content({ upstreamId }, account, variant) {
    const url = `${account.baseUrl}/videos/${encodeURIComponent(upstreamId)}/content?variant=${variant}`;
    return { url, headers: authorization(account) };
  },

  contentHeaders: authorization,

  async remove({ upstreamId }, account, send) {
    const url = `${account.baseUrl}/videos/${encodeURIComponent(upstreamId)}`;
    await sendDelete({ url, headers: authorization(account) }, send);
  },
};

/** Under every name that families have for the same, so that the other gateway finds its own. */
function toCreate(wish: Wish, model: string): Json {
  const { family, prompt, secondsMs = 0, size, ratio, resolution, seed, negativePrompt, options } = wish;
  return {
    model,
    prompt,
    // Kling's own members stand beside the prompt here; new-api reads them in metadata.
    ...(family === 'kling' && options),
    duration: secondsMs / 1_000,
    seconds: String(secondsMs / 1_000),
    ...(size && { size: showSize(size) }),
    ...(ratio !== undefined && { aspect_ratio: ratio, ratio }),
    ...(resolution !== undefined && { resolution }),
    ...(seed !== undefined && { seed }),
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    ...toMembers(wish, metadataOf(wish)),
  };
}

/** V2 says here whether its images are references or frames. */
function metadataOf({ family, references, options }: Wish): Json {
  const isOfReferences = family === 'V2' && references.some(({ role }) => role === 'reference');
  return { ...options, ...(isOfReferences && { mode: 'reference' }) };
}

/** In OpenAI's envelope, or wrapped. */
function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error) ?? body;
  const message = asText(error?.message) ?? '';
  const code = asText(error?.code);
  // No channel of its own took it; nothing was made. And a task that it does not know comes under 400 as well.
  if (code === 'model_not_found' || code === 'task_not_exist') return new Refusal('unavailable', message);
  const failCode = toFailCode(code);
  if (answer.status === 400 && failCode) return refusedAs(failCode, message);
  return refusalOf(answer, message);
}
