/**
 * midjourney-proxy, which works Discord for its callers: `POST /mj/submit/...` and what belongs to it. What it does not take
 * it says with a code, under status 200. Source: the project's own API documentation.
 */
import { asText, parseList, parseObject } from '../call/json.ts';
import { namedId, OutcomeUnknown, Refusal, refusalOf } from '../call/refusal.ts';
import type { Send, VendorRequest } from '../call/send.ts';
import type { Wish } from '../families/wish.ts';
import { opensWindow } from '../midjourney/actions.ts';
import { countCalls, countFilms } from '../midjourney/count-calls.ts';
import { readMjOptions } from '../midjourney/job.ts';
import { readLine } from '../midjourney/line-of.ts';
import { readRecord } from '../midjourney/read-record.ts';
import { isAccepted, readSubmitResult, refusalIn, type SubmitResult } from '../midjourney/submit-result.ts';
import { toBody } from '../midjourney/to-body.ts';
import type { Account, Report, SentTask, Submitted, Upstream } from './upstream.ts';

export const midjourneyProxy: Upstream = {
  provider: 'midjourney-proxy',

  resolve: (wish) => ({ wish, usage: countCalls(readMjOptions(wish)) }),

  async submit({ wish, clientRequestId }, account, send) {
    const { job } = readMjOptions(wish);
    try {
      const answer = await send(post(account, job.route, toBody(wish), clientRequestId));
      const result = readSubmitResult(answer);
      if (!result) throw answer.status >= 300 ? refusalOf(answer, '') : new OutcomeUnknown('no code came');
      if (!isAccepted(result)) throw refusalIn(result);
      return toSubmitted(result, wish);
    } catch (error) {
      throw job.route === uploadRoute ? uploadFailed(error) : error;
    }
  },

  async poll(task, account, send) {
    const path = `mj/task/${encodeURIComponent(task.upstreamId)}/fetch`;
    const answer = await send({
      method: 'GET',
      url: `${account.baseUrl}/${path}`,
      headers: authorization(account),
    });
    const record = parseObject(answer.body);
    // Of a task that it does not know it says nothing, or that it is not there: after a restart it may need a while.
    const isSilent = answer.body.length === 0 && (answer.status < 300 || answer.status === 404);
    if (isSilent || (record && answer.status === 404)) return { kind: 'missing' };
    if (answer.status >= 300) throw refusalOf(answer, '');
    if (!record) throw new OutcomeUnknown('no record came');
    return countFilms(readRecord(record, task.action), task);
  },

  async pollMany(tasks, account, send) {
    const ids = [...new Set(tasks.map(({ upstreamId }) => upstreamId))];
    const answer = await send(post(account, 'task/list-by-condition', { ids }));
    const records = parseList(answer.body);
    if (answer.status >= 300) throw refusalOf(answer, '');
    if (!records) throw new OutcomeUnknown('no list came');
    const byId = new Map(records.map((record) => [String(record.id), record]));
    return tasks.map((task): Report => {
      const record = byId.get(task.upstreamId);
      return record ? countFilms(readRecord(record, task.action), task) : { kind: 'missing' };
    });
  },

  async cancel(task, account, send) {
    await send(post(account, `task/${encodeURIComponent(task.upstreamId)}/cancel`, {}));
  },
};

const uploadRoute = 'submit/upload-discord-images';

/** The answer alone has the addresses of what was uploaded: without it nobody has anything, and it may be sent again. */
function uploadFailed(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal('unavailable', '', { cause: error });
}

/** `GET /mj/task/{id}/image-seed`: the number that a picture grew from; undefined where none is said. Throws as a poll does. */
export async function askSeed(
  { upstreamId }: SentTask,
  account: Account,
  send: Send,
): Promise<string | undefined> {
  const url = `${account.baseUrl}/mj/task/${encodeURIComponent(upstreamId)}/image-seed`;
  const answer = await send({ method: 'GET', url, headers: authorization(account) });
  if (answer.status >= 300) throw refusalOf(answer, '');
  const result = readSubmitResult(answer);
  const seed = result?.code === 1 ? String(result.result) : '';
  return /^\d{1,20}$/.test(seed) ? seed : undefined;
}

/** `POST /mj/submit/modal`: the window of a task is filled in, and the same task goes on. */
export function modalRequest(
  { upstreamId }: SentTask,
  account: Account,
  filled: { prompt: string; maskBase64?: string },
): VendorRequest {
  return post(account, 'submit/modal', { taskId: upstreamId, ...filled });
}

function post(
  account: Account,
  route: string,
  body: object,
  clientRequestId?: string | undefined,
): VendorRequest {
  return {
    method: 'POST',
    url: `${account.baseUrl}/mj/${route}`,
    headers: {
      ...authorization(account),
      'content-type': 'application/json',
      ...(clientRequestId !== undefined && { 'x-client-request-id': clientRequestId }),
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function authorization({ key }: Account): Record<string, string> {
  return key === undefined ? {} : { 'mj-api-secret': key };
}

function toSubmitted({ code, result, properties }: SubmitResult, wish: Wish): Submitted {
  const { job, action } = readMjOptions(wish);
  if (job.route === uploadRoute) {
    const urls = Array.isArray(result) ? result.flatMap((url) => asText(url) ?? []) : [];
    if (urls.length === 0) throw new OutcomeUnknown('the upstream accepted and named no address');
    return { upstreamId: '', made: { media: urls.map((url) => ({ kind: 'image', url })) } };
  }
  const upstreamId = namedId(typeof result === 'number' ? String(result) : result);
  // The same code says that there is such a task already; a window is waited for by tasks that have one.
  const isWaiting = code === 21 && (opensWindow(action) || properties.remix === true);
  if (!isWaiting) return { upstreamId };
  return { upstreamId, state: { window: 'open', ...readLine(action, properties) } };
}
