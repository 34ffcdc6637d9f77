/**
 * xAI's Grok Imagine: https://docs.x.ai/docs/guides/video-generations. The vendor asks money for what its moderation
 * holds back as well; clients are billed nothing for it, and the house pays.
 */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, type OutcomeUnknown, Refusal, refusalOf, requireObject } from '../call/refusal.ts';
import type { VendorAnswer } from '../call/send.ts';
import { refuse, show } from '../families/refuse.ts';
import type { Wish } from '../families/wish.ts';
import { addressOf, refuseAssets } from './address-of.ts';
import { authorization, createInJson } from './bearer.ts';
import { limitPrompt } from './limit-prompt.ts';
import { shapeOf } from './shape-of.ts';
import type { Report, Upstream } from './upstream.ts';

const longestPrompt = 4_096;
const longestSeconds = 15;
const longestSecondsWithReferences = 10;
const mostReferences = 7;
const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'];
const defaultSeconds = 8;
const defaultResolution = '480p';
const defaultRatio = '16:9';
const moderatedCode = 'imagine:content-moderated';

export const xai: Upstream = {
  provider: 'xai',

  resolve(wish, upstreamModel) {
    limitPrompt(wish, longestPrompt);
    checkReferences(wish);
    const { image, references } = imagesOf(wish);
    const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
    const seconds = secondsMs / 1_000;
    const longest = references.length > 0 ? longestSecondsWithReferences : longestSeconds;
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > longest) {
      const what = references.length > 0 ? ' from references' : '';
      const range = `whole seconds from 1 to ${longest}${what}`;
      refuse('duration', `duration is ${seconds}; this model renders ${range}.`);
    }
    const resolutions = upstreamModel.includes('-1.5') ? ['480p', '720p', '1080p'] : ['480p', '720p'];
    const shape = shapeOf(wish, { ratios, resolutions });
    const resolution = shape.resolution ?? defaultResolution;
    if (!resolutions.includes(resolution)) {
      refuse(
        'resolution',
        `resolution is ${show(resolution)}; this model renders ${resolutions.join(', ')}.`,
      );
    }
    // Left open, an image keeps its own.
    const ratio = image ? wish.ratio : (shape.ratio ?? defaultRatio);
    if (ratio !== undefined && !ratios.includes(ratio)) {
      refuse('aspect_ratio', `aspect_ratio is ${show(ratio)}; this model renders ${ratios.join(', ')}.`);
    }
    const metered = [{ unit: MeteredUnit.SECOND, variant: resolution, quantity: BigInt(secondsMs) }];
    return {
      wish: { ...wish, secondsMs, resolution, ...(ratio !== undefined && { ratio }) },
      usage: Usage.fromPartial({ calls: 1n, metered }),
    };
  },

  async submit(submission, account, send) {
    const create = toCreate(submission.wish, submission.upstreamModel);
    const answer = await send(createInJson(account, '/videos/generations', submission, create));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return { upstreamId: namedId(body?.request_id) };
  },

  async poll({ upstreamId }, account, send) {
    const url = `${account.baseUrl}/videos/${encodeURIComponent(upstreamId)}`;
    const answer = await send({ method: 'GET', url, headers: authorization(account) });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    // Some versions say so that it is not there yet.
    if (answer.status === 202 && answer.body.length === 0) return { kind: 'queued' };
    return readTask(requireObject(body));
  },
};

function checkReferences({ references }: Wish): void {
  refuseAssets(references, 'image');
  const other = references.find(({ kind, role }) => kind !== 'image' || role === 'last_frame');
  if (other) {
    const what = other.role === 'last_frame' ? 'last frames' : `reference ${other.kind}s`;
    refuse('images', `images hold all that this model renders from: it takes no ${what}.`);
  }
  const frames = references.filter(({ role }) => role === 'first_frame').length;
  const others = references.length - frames;
  if (frames > 1) refuse('image', `image has ${frames}; it must be one.`);
  if (frames > 0 && others > 0) refuse('images', 'images are not taken beside image, the first frame.');
  if (others > mostReferences) {
    refuse('images', `images has ${others}; this model takes at most ${mostReferences}.`);
  }
}

function imagesOf({ references }: Wish) {
  return {
    image: references.find(({ role }) => role === 'first_frame'),
    references: references.filter(({ role }) => role === 'reference'),
  };
}

function toCreate(wish: Wish, model: string): Json {
  const { image, references } = imagesOf(wish);
  return {
    model,
    prompt: wish.prompt,
    duration: (wish.secondsMs ?? 0) / 1_000,
    resolution: wish.resolution,
    aspect_ratio: wish.ratio,
    ...(image && { image: { url: addressOf(image.source) } }),
    ...(references.length > 0 && {
      reference_images: references.map(({ source }) => ({ url: addressOf(source) })),
    }),
  };
}

/** A task that was just taken has no status yet; some versions leave it out of a result, too. */
function readTask(task: Json): Report {
  const video = asObject(task.video);
  const status = task.status ?? (asText(video?.url) === undefined ? 'none' : 'done');
  switch (status) {
    case 'none':
      return { kind: 'queued' };
    case 'pending': {
      const progress = asNumber(task.progress);
      return { kind: 'running', ...(progress !== undefined && { progress }) };
    }
    case 'done':
      return readResult(video ?? {});
    case 'expired':
      return { kind: 'failed', code: 'upstream_timeout', message: 'The upstream did not render it in time.' };
    case 'failed': {
      const error = asObject(task.error);
      const isModerated = error?.code === moderatedCode;
      const code = isModerated ? 'content_policy_violation' : 'internal_error';
      return { kind: 'failed', code, message: asText(error?.message) ?? '' };
    }
    default:
      return { kind: 'unknown', literal: String(status) };
  }
}

function readResult(video: Json): Report {
  if (video.respect_moderation === false) {
    const message = 'The video was held back by moderation.';
    return { kind: 'failed', code: 'content_policy_violation', message };
  }
  const url = asText(video.url);
  const seconds = asNumber(video.duration);
  return {
    kind: 'succeeded',
    result: {
      media: url === undefined ? [] : [{ kind: 'video', url }],
      ...(seconds !== undefined && { secondsMs: Math.round(seconds * 1_000) }),
    },
  };
}

/**
 * A bad key is one of many invalid arguments to this vendor, and an empty account one of too many requests: its words are all
 * there is. Source: https://github.com/continuedev/continue/issues/10373.
 */
const ofAccount = /^(?:Incorrect API key provided|Your team \S+ has either used all available credits)/;

/** Errors have the form `{code, error}`, both words. */
function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const message = asText(body?.error) ?? '';
  if (answer.status < 500 && body?.code === moderatedCode) {
    return new Refusal('request', message, { failCode: 'content_policy_violation' });
  }
  if (answer.status < 500 && ofAccount.test(message)) return new Refusal('credential', message);
  return refusalOf(answer, message);
}
