/**
 * Alibaba's Wan and HappyHorse by DashScope: https://www.alibabacloud.com/help/en/model-studio/text-to-video-api-reference. Key, address
 * and model must be of one region. References to look at (`r2v`) are not taken. From version 2.7 on a request has another form:
 * https://www.alibabacloud.com/help/en/model-studio/image-to-video-general-api-reference; a size in pixels is overlooked there.
 */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asText, type Json, parseObject } from '../call/json.ts';
import {
  namedId,
  type OutcomeUnknown,
  Refusal,
  refusalOf,
  refusedAs,
  requireObject,
} from '../call/refusal.ts';
import type { VendorAnswer } from '../call/send.ts';
import { showSize } from '../families/size.ts';
import type { Wish } from '../families/wish.ts';
import type { FailCode } from '../task/failure.ts';
import { addressOf } from './address-of.ts';
import { authorization, createInJson } from './bearer.ts';
import { findWanModel, wanSizes } from './dashscope/models.ts';
import { resolveWish } from './dashscope/resolve-wish.ts';
import type { Account, Report, Upstream } from './upstream.ts';

/** From when the film is there; seen a poll later. */
const linkLifeMs = 24 * 3_600_000;

export const dashScope: Upstream = {
  provider: 'dashscope',

  resolve(wish, upstreamModel) {
    const resolved = resolveWish(wish, upstreamModel);
    const { resolution, secondsMs } = resolved;
    const metered = [{ unit: MeteredUnit.SECOND, variant: resolution, quantity: BigInt(secondsMs) }];
    return { wish: resolved, usage: Usage.fromPartial({ calls: 1n, metered }) };
  },

  async submit(submission, account, send) {
    const { wish, upstreamModel } = submission;
    const service = findWanModel(upstreamModel).from === 'kf2v' ? 'image2video' : 'video-generation';
    const path = `/services/aigc/${service}/video-synthesis`;
    const create = createInJson(account, path, submission, toCreate(wish, upstreamModel));
    const answer = await send({
      ...create,
      headers: { ...create.headers, 'x-dashscope-async': 'enable' },
    });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return { upstreamId: namedId(asObject(body?.output)?.task_id) };
  },

  async poll(task, account, send) {
    const answer = await send({ method: 'GET', url: urlOf(task, account), headers: authorization(account) });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return readTask(asObject(requireObject(body).output) ?? {}, asObject(body?.usage));
  },

  async cancel(task, account, send) {
    const url = `${urlOf(task, account)}/cancel`;
    await send({ method: 'POST', url, headers: authorization(account) });
  },
};

function urlOf({ upstreamId }: { upstreamId: string }, { baseUrl }: Account): string {
  return `${baseUrl}/tasks/${encodeURIComponent(upstreamId)}`;
}

function toCreate(wish: Wish, model: string): Json {
  const { prompt, negativePrompt, secondsMs = 0, seed } = wish;
  return {
    model,
    input: {
      prompt,
      ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
      ...framesOf(wish, model),
    },
    parameters: {
      ...shapeOf(wish, model),
      duration: secondsMs / 1_000,
      ...(seed !== undefined && { seed }),
    },
  };
}

/** What is rendered from frames has their shape, and is told no size. */
function shapeOf({ size, resolution }: Wish, model: string): Json {
  const tier = { resolution: resolution?.toUpperCase() };
  if (!size) return tier;
  if (findWanModel(model).isNewer) {
    const sizes = Object.entries(wanSizes[resolution ?? ''] ?? {});
    return { ...tier, ratio: sizes.find(([, shown]) => shown === showSize(size))?.[0] };
  }
  // It says the resolution as well.
  return { size: `${size.width}*${size.height}` };
}

function framesOf({ references }: Wish, model: string): Json {
  const [only] = references;
  if (!only) return {};
  const { from, isNewer } = findWanModel(model);
  if (isNewer) {
    const media = references.map(({ role, source }) => ({
      type: role === 'last_frame' ? role : 'first_frame',
      url: addressOf(source),
    }));
    return { media };
  }
  if (from !== 'kf2v') return { img_url: addressOf(only.source) };
  return Object.fromEntries(
    references.map(({ role, source }) => [
      role === 'last_frame' ? 'last_frame_url' : 'first_frame_url',
      addressOf(source),
    ]),
  );
}

/** Why a task failed stands beside its status, under HTTP 200. */
function readTask(output: Json, usage: Json | undefined): Report {
  switch (output.task_status) {
    case 'PENDING':
      return { kind: 'queued' };
    case 'RUNNING':
      return { kind: 'running' };
    case 'SUCCEEDED':
      return readResult(output, usage);
    case 'FAILED':
      return { kind: 'failed', code: failCodeOf(asText(output.code)), message: asText(output.message) ?? '' };
    case 'CANCELED':
      return { kind: 'failed', code: 'cancelled', message: 'The task was cancelled.' };
    case 'UNKNOWN':
      // The word for ids that there are not, or no longer.
      throw new Refusal('unavailable', '');
    default:
      return { kind: 'unknown', literal: String(output.task_status) };
  }
}

function readResult(output: Json, usage: Json | undefined): Report {
  const url = asText(output.video_url);
  const seconds =
    asNumber(usage?.output_video_duration) ?? asNumber(usage?.duration) ?? asNumber(usage?.video_duration);
  const [, width, height] = /^(\d{1,5})\*(\d{1,5})$/.exec(asText(usage?.size) ?? '') ?? [];
  return {
    kind: 'succeeded',
    result: {
      media: url === undefined ? [] : [{ kind: 'video', url, expiresAt: Date.now() + linkLifeMs }],
      ...(seconds !== undefined && { secondsMs: Math.round(seconds * 1_000) }),
      ...(width !== undefined && { width: Number(width), height: Number(height) }),
    },
  };
}

function failCodeOf(code = ''): FailCode {
  if (code.startsWith('DataInspection') || code === 'IPInfringementSuspect')
    return 'content_policy_violation';
  if (code.startsWith('Throttling')) return 'upstream_rate_limited';
  if (code === 'InternalError.Timeout') return 'upstream_timeout';
  if (code.startsWith('InvalidParameter')) return 'invalid_parameter';
  return code.startsWith('InvalidURL') ? 'invalid_input_media' : 'internal_error';
}

function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const code = asText(body?.code) ?? '';
  const message = asText(body?.message) ?? '';
  const failCode = failCodeOf(code);
  // An account in arrears is a bad request to this vendor.
  if (code === 'Arrearage') return new Refusal('credential', message);
  if (answer.status === 400 && failCode !== 'internal_error') return refusedAs(failCode, message);
  return refusalOf(answer, message);
}
