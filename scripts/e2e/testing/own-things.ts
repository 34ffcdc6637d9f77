/** What of somebody's the routes name, in their paths or bodies: for everybody else it looks like what does not exist. */
import type { Things } from './documented-things.ts';

export interface Naming {
  path?: Record<string, string>;
  body?: object;
}

type Name = (things: Things) => Naming;

const film: Name = ({ film }) => ({ path: { task_id: film } });
const images: Name = ({ images }) => ({ path: { task_id: images } });
const picture: Name = ({ picture }) => ({ path: { task_id: picture } });
const ofKey: Name = ({ shownKeyId }) => ({ path: { id: shownKeyId } });
const ofKeys: Name = ({ shownKeyId }) => ({ body: { ids: [Number(shownKeyId)] } });
const taskId =
  (more: object = {}): Name =>
  ({ picture }) => ({ body: { taskId: picture, ...more } });

/** By method and path, as the document writes them. */
export const ownThings: Record<string, Name> = {
  'GET /v1/video/generations/{task_id}': film,
  'GET /v1/videos/{task_id}': film,
  'GET /v1/videos/{task_id}/content': film,
  'POST /v1/videos/{task_id}/remix': ({ film }) => ({ path: { task_id: film }, body: { prompt: 'Hello' } }),
  'DELETE /v1/videos/{task_id}': film,
  'GET /v1/images/generations/async/{task_id}': images,
  'GET /mj/task/{task_id}/fetch': picture,
  'GET /mj/task/{task_id}/image-seed': picture,
  'POST /mj/task/list-by-condition': ({ picture }) => ({ body: { ids: [picture] } }),
  'POST /mj/submit/action': ({ picture, button }) => ({ body: { taskId: picture, customId: button } }),
  'POST /mj/submit/change': taskId({ action: 'VARIATION', index: 1 }),
  'POST /mj/submit/simple-change': ({ picture }) => ({ body: { content: `${picture} R` } }),
  'POST /mj/submit/modal': taskId(),
  'POST /mj/submit/video': taskId({ motion: 'low', index: 0, action: 'extend' }),
  'POST /kling/v1/videos/video-extend': ({ kling }) => ({ body: { video_id: kling['videos/text2video'] } }),
  'GET /pg/videos/{task_id}': film,
  'GET /api/log/self/{request_id}/bill': ({ requestId }) => ({ path: { request_id: requestId } }),
  'GET /api/token/{id}': ofKey,
  'PUT /api/token': ({ keyId }) => ({ body: { id: Number(keyId), name: 'stolen' } }),
  'DELETE /api/token/{id}': ofKey,
  'POST /api/token/batch': ofKeys,
  'POST /api/token/batch/keys': ofKeys,
  'POST /api/token/{id}/key': ofKey,
  'DELETE /api/user/access-tokens/{id}': ({ accessTokenId }) => ({ path: { id: accessTokenId } }),
  'DELETE /api/user/passkey/{id}': ({ spare }) => ({ path: { id: spare.passkeyId } }),
  'DELETE /api/user/sessions/{id}': ({ sessionId }) => ({ path: { id: sessionId } }),
};

/** What paths name that is nobody's own. */
const shared: ReadonlySet<string> = new Set(['model', 'provider']);

/** What of somebody's a route names; undefined where it names nothing of the kind. Throws where nobody has said. */
export function ownThingsOf(row: {
  name: string;
  path: string;
  target: string;
  proof: string;
}): Name | undefined {
  const named = ownThings[row.name];
  if (named) return named;
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isForOwners = /^key|^session$|^playground$/.test(row.proof) && row.target !== 'unimplemented';
  if (!isForOwners || names.every((name) => shared.has(name))) return undefined;
  const kind = /^GET \/kling\/v1\/(.+)\/\{task_id\}$/.exec(row.name)?.[1];
  if (kind !== undefined) return ({ kling }) => ({ path: { task_id: String(kling[kind]) } });
  throw new Error(
    `${row.name} names something, and nobody has said whose: add a line '${row.name}' to scripts/e2e/testing/own-things.ts, with how a thing of the user's is named, and make that thing in documented-things.ts`,
  );
}
