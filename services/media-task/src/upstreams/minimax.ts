/**
 * MiniMax' videos by version 1 of its API, for Hailuo: https://platform.minimax.io/docs/api-reference/video-generation-intro.
 * What went wrong stands in `base_resp` under HTTP 200, and a result behind a third call. Not rendered: subjects (S2V-01).
 */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, OutcomeUnknown, Refusal, refusalOf, saysUnknown } from '../call/refusal.ts';
import type { Send, VendorAnswer } from '../call/send.ts';
import type { Wish } from '../families/wish.ts';
import { addressOf } from './address-of.ts';
import { authorization, createInJson } from './bearer.ts';
import { resolveWish } from './minimax/resolve-wish.ts';
import type { Account, Report, Upstream } from './upstream.ts';

/** From when its address was asked for. */
const linkLifeMs = 9 * 3_600_000;

export const miniMax: Upstream = {
  provider: 'minimax',
  renewsLinks: true,

  resolve(wish, upstreamModel) {
    const resolved = resolveWish(wish, upstreamModel);
    const { resolution, secondsMs } = resolved;
    const metered = [{ unit: MeteredUnit.SECOND, variant: resolution, quantity: BigInt(secondsMs) }];
    return { wish: resolved, usage: Usage.fromPartial({ calls: 1n, metered }) };
  },

  async submit(submission, account, send) {
    const create = toCreate(submission.wish, submission.upstreamModel);
    const answer = await send(createInJson(account, '/video_generation', submission, create));
    const body = parseObject(answer.body);
    const trouble = troubleIn(answer, body);
    if (trouble) throw trouble;
    return { upstreamId: namedId(body?.task_id) };
  },

  async poll({ upstreamId }, account, send) {
    const body = await ask(
      `/query/video_generation?task_id=${encodeURIComponent(upstreamId)}`,
      account,
      send,
    );
    if (body.status !== 'Success') return readTask(body);
    const { file_id: fileId, video_width: width, video_height: height } = body;
    const url = await findFile(fileId, account, send);
    const size = { width: asNumber(width), height: asNumber(height) };
    return {
      kind: 'succeeded',
      result: {
        media: url === undefined ? [] : [{ kind: 'video', url, expiresAt: Date.now() + linkLifeMs }],
        ...(size.width && size.height && { width: size.width, height: size.height }),
      },
    };
  },
};

/** Asks for a task or a file, which are all that such a request may be wrong about. */
async function ask(path: string, account: Account, send: Send): Promise<Json> {
  const url = `${account.baseUrl}${path}`;
  const answer = await send({ method: 'GET', url, headers: authorization(account) });
  const body = parseObject(answer.body);
  if (answer.status < 300 && body?.status === 'Fail') return body;
  if (codeOf(body) === codes.badParameter) throw new Refusal('unavailable', '');
  const trouble = troubleIn(answer, body);
  if (trouble) throw trouble;
  if (!body) throw new Error('the upstream answered with something else than JSON');
  return body;
}

/** Where the file of a result is; undefined while there is none, which is never a result. */
async function findFile(fileId: unknown, account: Account, send: Send): Promise<string | undefined> {
  const id = Number.isSafeInteger(fileId) ? String(fileId) : asText(fileId);
  if (id === undefined) return undefined;
  try {
    const { file } = await ask(`/files/retrieve?file_id=${encodeURIComponent(id)}`, account, send);
    return asText(asObject(file)?.download_url);
  } catch (error) {
    if (saysUnknown(error)) return undefined;
    throw error;
  }
}

function toCreate(wish: Wish, model: string): Json {
  const frames = wish.references.map(({ role, source }) => [`${role}_image`, addressOf(source)]);
  return {
    model,
    prompt: wish.prompt,
    duration: (wish.secondsMs ?? 0) / 1_000,
    resolution: wish.resolution,
    ...Object.fromEntries(frames),
  };
}

function readTask(task: Json): Report {
  switch (task.status) {
    case 'Preparing':
    case 'Queueing':
      return { kind: 'queued' };
    case 'Processing':
      return { kind: 'running' };
    case 'Fail': {
      const code = codeOf(task);
      const isSensitive = code !== undefined && sensitive.includes(code);
      const message = code === codes.good ? '' : messageOf(task);
      return { kind: 'failed', code: isSensitive ? 'content_policy_violation' : 'internal_error', message };
    }
    default:
      return { kind: 'unknown', literal: String(task.status) };
  }
}

/** Source: https://platform.minimax.io/docs/api-reference/errorcode. */
const codes = { good: 0, badParameter: 2013 };
/** The other one: too many characters that nobody sees. */
const badRequest = [codes.badParameter, 1042];
/** Too many requests, tokens and connections; too many more than before. */
const busy = [1002, 1039, 1041, 2045];
/** Beside bad keys: an empty account, and plans that are used up or lack the model. */
const refusedCredential = [1004, 1008, 1028, 1030, 2049, 2056, 2061];
/** What is asked for, and what was made of it. */
const sensitive = [1026, 1027];

function codeOf(body: Json | undefined): number | undefined {
  return asNumber(asObject(body?.base_resp)?.status_code);
}

function messageOf(body: Json | undefined): string {
  return asText(asObject(body?.base_resp)?.status_msg) ?? '';
}

/** What is wrong with an answer, whatever its HTTP status says; undefined for a good one. */
function troubleIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown | undefined {
  const code = codeOf(body);
  const message = messageOf(body);
  if (answer.status >= 300) return refusalOf(answer, message);
  if (code === undefined || code === codes.good) return undefined;
  if (busy.includes(code)) return new Refusal('busy', message);
  if (refusedCredential.includes(code)) return new Refusal('credential', message);
  if (sensitive.includes(code)) {
    return new Refusal('request', message, { failCode: 'content_policy_violation' });
  }
  if (badRequest.includes(code)) return new Refusal('request', message);
  // Its own trouble, or a number that nobody knows: something may have been made.
  return new OutcomeUnknown(`the upstream answered with number ${code}`);
}
