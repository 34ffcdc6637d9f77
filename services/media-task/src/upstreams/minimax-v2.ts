/**
 * MiniMax' videos by version 2 of its API, for H3: https://platform.minimax.io/docs/api-reference/video-generation-v2-create.
 * The seconds of films that come along count like those that are made: `../../decisions/2026-11-22-seconds-of-input.md`.
 */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, type OutcomeUnknown, Refusal, refusalOf, requireObject } from '../call/refusal.ts';
import type { Send, VendorAnswer } from '../call/send.ts';
import { sendDelete } from '../call/send-delete.ts';
import { refuse, show } from '../families/refuse.ts';
import type { Wish } from '../families/wish.ts';
import type { FailCode } from '../task/failure.ts';
import type { Task } from '../task/task.ts';
import { authorization, createInJson } from './bearer.ts';
import { toContentPart } from './content-part.ts';
import { limitPrompt } from './limit-prompt.ts';
import { checkReferences, countOf } from './minimax/check-references.ts';
import { hasFrame, shapeOf } from './shape-of.ts';
import type { Account, Report, Upstream } from './upstream.ts';

const longestPrompt = 7_000;
const shortestSeconds = 4;
const longestSeconds = 15;
const defaultSeconds = 5;
const resolutions = ['768P', '2K'];
const defaultResolution = '768P';
const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const defaultRatio = '16:9';
/** All films that come along are at most this long together. */
const longestInputMs = 15_000;
/** Images that cost nothing. */
const freeImages = 5;

export const miniMaxV2: Upstream = {
  provider: 'minimax-v2',
  formOf: ({ kind }) => (kind === 'video' ? 'addresses' : undefined),
  renewsLinks: true,

  resolve(wish, _upstreamModel) {
    limitPrompt(wish, longestPrompt);
    checkReferences(wish.references);
    const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
    const seconds = secondsMs / 1_000;
    if (!Number.isInteger(seconds) || seconds < shortestSeconds || seconds > longestSeconds) {
      const range = `whole seconds from ${shortestSeconds} to ${longestSeconds}`;
      refuse('duration', `duration is ${seconds}; this model renders ${range}.`);
    }
    const shape = shapeOf(wish, { ratios, resolutions });
    const resolution = shape.resolution ?? defaultResolution;
    if (!resolutions.includes(resolution)) {
      refuse(
        'resolution',
        `resolution is ${show(resolution)}; this model renders ${resolutions.join(', ')}.`,
      );
    }
    const hasMedia = wish.references.length > 0;
    const asked = hasFrame(wish) ? wish.ratio : shape.ratio;
    const ratio = asked ?? (hasMedia ? 'adaptive' : defaultRatio);
    if (!ratios.includes(ratio) && !(hasMedia && ratio === 'adaptive')) {
      refuse('ratio', `ratio is ${show(ratio)}; this model renders ${ratios.join(', ')}.`);
    }
    const inputMs = countOf(wish.references, 'video', 'reference') > 0 ? longestInputMs : 0;
    const paidImages = Math.max(0, countOf(wish.references, 'image') - freeImages);
    const metered = [
      { unit: MeteredUnit.SECOND, variant: resolution, quantity: BigInt(secondsMs + inputMs) },
      { unit: MeteredUnit.IMAGE, variant: 'input', quantity: BigInt(paidImages) },
    ].filter(({ quantity }) => quantity > 0n);
    return {
      wish: { ...wish, secondsMs, resolution, ratio },
      usage: Usage.fromPartial({ calls: 1n, metered }),
    };
  },

  async submit(submission, account, send) {
    const create = toCreate(submission.wish, submission.upstreamModel);
    const answer = await send(createInJson(account, '/video_generation', submission, create));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return { upstreamId: namedId(body?.task_id) };
  },

  async poll(task, account, send) {
    const url = `${account.baseUrl}/query/video_generation/${encodeURIComponent(task.upstreamId)}`;
    const answer = await send({ method: 'GET', url, headers: authorization(account) });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, body);
    return readTask(asObject(requireObject(body).task) ?? {}, task);
  },

  cancel: remove,
  remove,
};

/** Stops a task that waits, and removes the record of one that has ended. */
async function remove({ upstreamId }: { upstreamId: string }, account: Account, send: Send): Promise<void> {
  const url = `${account.baseUrl}/video_generation/${encodeURIComponent(upstreamId)}`;
  await sendDelete({ url, headers: authorization(account) }, send);
}

function toCreate(wish: Wish, model: string): Json {
  return {
    model,
    content: [{ type: 'text', text: wish.prompt }, ...wish.references.map(toContentPart)],
    resolution: wish.resolution,
    duration: (wish.secondsMs ?? 0) / 1_000,
    ratio: wish.ratio,
  };
}

function readTask(said: Json, task: Task): Report {
  switch (said.status) {
    case 'queued':
      return { kind: 'queued' };
    case 'running':
      return { kind: 'running' };
    case 'succeeded':
      return readResult(said, task);
    case 'failed': {
      const error = asObject(said.error);
      return { kind: 'failed', code: failCodeOf(error), message: asText(error?.message) ?? '' };
    }
    case 'cancelled':
      return { kind: 'failed', code: 'cancelled', message: 'The task was cancelled.' };
    case 'expired':
      return { kind: 'failed', code: 'upstream_timeout', message: 'The upstream did not render it in time.' };
    default:
      return { kind: 'unknown', literal: String(said.status) };
  }
}

function readResult(said: Json, task: Task): Report {
  const url = asText(asObject(said.content)?.url);
  const used = asObject(said.usage);
  const seconds = asNumber(used?.output_seconds) ?? asNumber(said.duration);
  return {
    kind: 'succeeded',
    result: {
      media: url === undefined ? [] : [{ kind: 'video', url }],
      ...(seconds !== undefined && { secondsMs: Math.round(seconds * 1_000) }),
    },
    usage: billed(task, asNumber(used?.total_seconds) ?? 0),
  };
}

/** The seconds that the vendor counts: no fewer than the client asked for, and no more than were held. */
function billed({ usage, wish }: Task, totalSeconds: number): Usage {
  const least = BigInt(wish.secondsMs ?? 0);
  const counted = BigInt(Math.round(totalSeconds * 1_000));
  const metered = usage.metered.map((item) => {
    if (item.unit !== MeteredUnit.SECOND) return item;
    const most = item.quantity;
    return { ...item, quantity: counted < least ? least : counted > most ? most : counted };
  });
  return { ...usage, metered };
}

function failCodeOf(error: Json | undefined): FailCode {
  const isSensitive = ['1026', '1027'].includes(String(error?.code));
  if (isSensitive || error?.type === 'unprocessable_entity_error') return 'content_policy_violation';
  return 'internal_error';
}

function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? '';
  const failCode = failCodeOf(error);
  if (answer.status < 500 && failCode === 'content_policy_violation') {
    return new Refusal('request', message, { failCode });
  }
  // Under 429 as well, where waiting does not help: https://github.com/modelscope/modelscope/issues/1691.
  if (answer.status < 500 && error?.type === 'insufficient_balance_error')
    return new Refusal('credential', message);
  return refusalOf(answer, message);
}
