/** Kling, called directly: https://app.klingai.com/global/dev/document-api. An account's address ends with `/v1`. */
import { asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, requireObject, saysUnknown, sourceGone } from '../call/refusal.ts';
import type { Send, VendorRequest } from '../call/send.ts';
import type { Wish } from '../families/wish.ts';
import { resolveOrder } from './kling/order.ts';
import { isKlingPath, pathOf } from './kling/paths.ts';
import { readTask } from './kling/read-task.ts';
import { refusalIn } from './kling/refusal.ts';
import { toCreate } from './kling/to-create.ts';
import { authorize } from './kling/token.ts';
import type { Account, Upstream } from './upstream.ts';

export const kling: Upstream = {
  provider: 'kling',
  makesImages: true,
  renewsLinks: true,
  options: ['mode', 'sound'],
  resolve: resolveOrder,

  async submit({ wish, upstreamModel, clientRequestId }, account, send) {
    const path = pathOf(wish);
    // An account takes each of these ids once; a create whose answer is lost is found by it.
    const external = clientRequestId !== undefined && { external_task_id: clientRequestId };
    const body = Buffer.from(JSON.stringify({ ...toCreate(wish, upstreamModel), ...external }));
    const data = await ask(account, send, { method: 'POST', path, body }).catch((error) => {
      throw isSourceGone(error, wish) ? sourceGone() : error;
    });
    return { upstreamId: namedId(data?.task_id), state: { path } };
  },

  async poll({ upstreamId, upstreamState, wish, usage }, account, send) {
    const path = isKlingPath(upstreamState.path) ? upstreamState.path : pathOf(wish);
    const data = await ask(account, send, {
      method: 'GET',
      path: `${path}/${encodeURIComponent(upstreamId)}`,
    });
    return readTask(data ?? {}, { wish, usage });
  },

  async find({ closeId, attempts, wish }, account, send) {
    const path = pathOf(wish);
    try {
      const data = await ask(account, send, { method: 'GET', path: `${path}/${closeId}.${attempts}` });
      const upstreamId = asText(data?.task_id);
      return upstreamId === undefined ? undefined : { upstreamId, state: { path } };
    } catch (error) {
      if (saysUnknown(error)) return undefined;
      throw error;
    }
  },
};

/** The vendor has one code for a model that it does not know and for a video that it no longer keeps. */
function isSourceGone(error: unknown, { references }: Wish): boolean {
  return saysUnknown(error) && references.some(({ source }) => 'asset' in source);
}

/** What an answer brings in `data`. Throws what it refuses: a refusal may come under any status. */
async function ask(
  { baseUrl, key }: Account,
  send: Send,
  { path, ...request }: Pick<VendorRequest, 'method' | 'body'> & { path: string },
): Promise<Json | undefined> {
  const answer = await send({
    ...request,
    url: `${baseUrl}/${path}`,
    headers: { ...authorize(key, Date.now()), 'content-type': 'application/json' },
  });
  const body = parseObject(answer.body);
  if (answer.status >= 300 || (body?.code !== undefined && body.code !== 0)) throw refusalIn(answer, body);
  return asObject(requireObject(body).data);
}
