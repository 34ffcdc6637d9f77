/**
 * ByteDance's Ark, for Seedance: `POST /contents/generations/tasks` and what belongs to it. Source: Volcengine's and
 * BytePlus' documentation of video generation tasks.
 */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, type OutcomeUnknown, Refusal, refusalOf, requireObject } from '../call/refusal.ts';
import type { Send, VendorAnswer } from '../call/send.ts';
import { sendDelete } from '../call/send-delete.ts';
import { refuse } from '../families/refuse.ts';
import type { Wish } from '../families/wish.ts';
import type { FailCode } from '../task/failure.ts';
import type { Task } from '../task/task.ts';
import { checkPrompt } from './ark/check-prompt.ts';
import { isClosed } from './ark/is-closed.ts';
import { authorization, createInJson } from './bearer.ts';
import { toContentPart } from './content-part.ts';
import { readTokens } from './read-tokens.ts';
import { hasFrame, shapeOf } from './shape-of.ts';
import type { Account, Report, Upstream } from './upstream.ts';

interface Limits {
  /** A part of the model's name. */
  name: string;
  min: number;
  max: number;
  resolutions: readonly string[];
  /** How long all films that come along may be together, in seconds: they count like those that are made. */
  input?: number;
}

/** By the vendor's names of models, the narrower ones first. */
const limits: readonly Limits[] = [
  { name: 'seedance-2-5', min: 4, max: 30, resolutions: ['480p', '720p'], input: 30 },
  { name: 'seedance-2-0-fast', min: 4, max: 15, resolutions: ['480p', '720p'], input: 15 },
  { name: 'seedance-2-0', min: 4, max: 15, resolutions: ['480p', '720p', '1080p'], input: 15 },
  { name: 'seedance-1-5', min: 4, max: 12, resolutions: ['480p', '720p', '1080p'] },
  { name: 'seedance-1-0', min: 2, max: 12, resolutions: ['480p', '720p', '1080p'] },
];
const anyModel: Limits = { name: '', min: 2, max: 30, resolutions: ['480p', '720p', '1080p'], input: 30 };

const defaultSeconds = 5;
const defaultResolution = '720p';
const defaultRatio = '16:9';
const ratios = ['21:9', defaultRatio, '4:3', '1:1', '3:4', '9:16'];
const framesPerSecond = 24;
const linkLifeMs = 24 * 3_600_000;

/** The largest picture of each resolution, for tokens: pixels x frames / 1024. */
const pixels: Record<string, number> = { '480p': 864 * 496, '720p': 1_112 * 834, '1080p': 1_920 * 1_088 };

export const ark: Upstream = {
  provider: 'ark',

  resolve(wish, upstreamModel) {
    checkPrompt(wish, upstreamModel);
    const model = limits.find(({ name }) => upstreamModel.includes(name)) ?? anyModel;
    const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
    const seconds = secondsMs / 1_000;
    if (!Number.isInteger(seconds) || seconds < model.min || seconds > model.max) {
      refuse(
        'duration',
        `duration is ${seconds}; this model renders whole seconds from ${model.min} to ${model.max}.`,
      );
    }
    const shape = shapeOf(wish, { ratios, resolutions: model.resolutions });
    const resolution = shape.resolution ?? defaultResolution;
    if (!model.resolutions.includes(resolution)) {
      refuse(
        'resolution',
        `resolution is '${resolution}'; this model renders ${model.resolutions.join(', ')}.`,
      );
    }
    const hasMedia = wish.references.length > 0;
    const asked = hasFrame(wish) ? wish.ratio : shape.ratio;
    const ratio = asked ?? (hasMedia ? 'adaptive' : defaultRatio);
    const hasFilms = wish.references.some(({ kind }) => kind === 'video');
    const outputVisible = tokensOf(resolution, seconds + (hasFilms ? (model.input ?? 0) : 0));
    const metered = [{ unit: MeteredUnit.SECOND, variant: resolution, quantity: BigInt(secondsMs) }];
    return {
      wish: { ...wish, secondsMs, resolution, ratio },
      usage: Usage.fromPartial({ calls: 1n, outputVisible, metered }),
    };
  },

  async submit(submission, account, send) {
    const { wish, upstreamModel } = submission;
    const create = toCreate(wish, upstreamModel);
    const answer = await send(createInJson(account, '/contents/generations/tasks', submission, create));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return { upstreamId: namedId(body?.id) };
  },

  async poll(task, account, send) {
    const answer = await send({ method: 'GET', url: urlOf(task, account), headers: authorization(account) });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return readTask(requireObject(body), task);
  },

  cancel: remove,
  remove,
};

/** What a film counts at most; it has one frame more than its seconds. */
function tokensOf(resolution: string, seconds: number): bigint {
  const frames = framesPerSecond * seconds + 1;
  return BigInt(Math.ceil(((pixels[resolution] ?? 0) * frames) / 1_024));
}

/** Stops a task that waits, and removes the record of one that has ended. */
async function remove(task: { upstreamId: string }, account: Account, send: Send): Promise<void> {
  await sendDelete({ url: urlOf(task, account), headers: authorization(account) }, send);
}

function urlOf({ upstreamId }: { upstreamId: string }, { baseUrl }: Account): string {
  return `${baseUrl}/contents/generations/tasks/${encodeURIComponent(upstreamId)}`;
}

function toCreate(wish: Wish, model: string): Json {
  return {
    model,
    content: [{ type: 'text', text: wish.prompt }, ...wish.references.map(toContentPart)],
    duration: (wish.secondsMs ?? 0) / 1_000,
    resolution: wish.resolution,
    ratio: wish.ratio,
    ...(wish.seed !== undefined && { seed: wish.seed }),
  };
}

type Asked = Pick<Task, 'usage' | 'wish'>;

function readTask(task: Json, asked: Asked): Report {
  switch (task.status) {
    case 'queued':
      return { kind: 'queued', progress: 10 };
    case 'running':
      return { kind: 'running', progress: 50 };
    case 'succeeded':
      return readResult(task, asked);
    case 'failed': {
      const error = asObject(task.error);
      return { kind: 'failed', code: failCodeOf(asText(error?.code)), message: asText(error?.message) ?? '' };
    }
    case 'cancelled':
      return { kind: 'failed', code: 'cancelled', message: 'The task was cancelled.' };
    case 'expired':
      return { kind: 'failed', code: 'upstream_timeout', message: 'The upstream did not render it in time.' };
    default:
      return { kind: 'unknown', literal: String(task.status) };
  }
}

function readResult(task: Json, { usage, wish }: Asked): Report {
  const url = asText(asObject(task.content)?.video_url);
  const updatedAt = asNumber(task.updated_at);
  const fps = asNumber(task.framespersecond);
  const seconds = asNumber(task.duration);
  const tokens = readTokens(asObject(task.usage)?.completion_tokens);
  const expiresAt = updatedAt === undefined ? {} : { expiresAt: updatedAt * 1_000 + linkLifeMs };
  return {
    kind: 'succeeded',
    result: {
      media: url === undefined ? [] : [{ kind: 'video', url, ...expiresAt }],
      ...(seconds !== undefined && { secondsMs: Math.round(seconds * 1_000) }),
      ...(fps !== undefined && { fps }),
    },
    // Without a count nobody pays for films that may have come along.
    usage: {
      ...usage,
      outputVisible: tokens ?? tokensOf(wish.resolution ?? '', (wish.secondsMs ?? 0) / 1_000),
    },
  };
}

function failCodeOf(code = ''): FailCode {
  if (/SensitiveContentDetected|RiskDetection/.test(code)) return 'content_policy_violation';
  if (code.startsWith('RateLimitExceeded') || code === 'QuotaExceeded') return 'upstream_rate_limited';
  return code.startsWith('InvalidParameter') ? 'invalid_parameter' : 'internal_error';
}

function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? '';
  const code = asText(error?.code);
  const failCode = failCodeOf(code);
  if (isClosed(code)) return new Refusal('unavailable', message);
  if (answer.status === 400 && failCode === 'content_policy_violation') {
    return new Refusal('request', message, { failCode });
  }
  return refusalOf(answer, message);
}
