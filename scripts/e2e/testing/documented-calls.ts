/** How each documented route is called, once: the rows that are billed stand in metered-requests.ts and metered-tasks.ts. */
import { randomUUID } from 'node:crypto';
import { klingKinds, onePixel, type Things } from './documented-things.ts';
import { type Asking, credentialsOf } from './people.ts';

export interface Call {
  /** Who asks; the least that the row's proof lets in, where nobody is named. */
  as?: Asking;
  /** What the path names. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; bytes as they are. */
  body?: object;
  /** The documented refusal that comes, where success cannot be had here. */
  refused?: { status: number };
}

type MakeCall = (things: Things) => Call;

const model = 'gpt-4o-mini';
const plain: MakeCall = () => ({});
const ofModel: MakeCall = () => ({ path: { model } });
const contents = { contents: [{ parts: [{ text: 'hi' }] }] };
const quota = (reason: string): Call['body'] => ({ id: randomUUID(), units: 1, reason });

const models: Record<string, MakeCall> = {
  'GET /v1/models': plain,
  'GET /v1/models/{model}': ofModel,
  'GET /v1beta/models': plain,
  'GET /v1beta/models/{model}': ofModel,
  'GET /v1beta/openai/models': plain,
  'POST /v1/messages/count_tokens': () => ({ body: { model, messages: [{ role: 'user', content: 'hi' }] } }),
  'POST /v1/models/{model}:countTokens': () => ({ path: { model }, body: contents }),
  'POST /v1beta/models/{model}:countTokens': () => ({ path: { model }, body: contents }),
};

const tasks: Record<string, MakeCall> = {
  'GET /v1/video/generations/{task_id}': ({ film }) => ({ path: { task_id: film } }),
  'GET /v1/videos': plain,
  'GET /v1/videos/{task_id}': ({ film }) => ({ path: { task_id: film } }),
  'GET /v1/videos/{task_id}/content': ({ film }) => ({ path: { task_id: film } }),
  'DELETE /v1/videos/{task_id}': ({ spareFilm }) => ({ path: { task_id: spareFilm } }),
  'GET /v1/images/generations/async/{task_id}': ({ images }) => ({ path: { task_id: images } }),
  'GET /v1/images/generations/async/{task_id}/content': ({ images }) => ({ path: { task_id: images } }),
  // Nothing waits for words here.
  'POST /mj/submit/modal': ({ picture }) => ({ body: { taskId: picture }, refused: { status: 400 } }),
  'POST /mj/task/list-by-condition': ({ picture }) => ({ body: { ids: [picture] } }),
  'GET /mj/task/{task_id}/fetch': ({ picture }) => ({ path: { task_id: picture } }),
  'GET /mj/task/{task_id}/image-seed': ({ picture }) => ({ path: { task_id: picture } }),
  'GET /mj/image/{task_id}': ({ picture }) => ({ path: { task_id: picture } }),
  ...Object.fromEntries(
    klingKinds.flatMap((kind): [string, MakeCall][] => [
      [`GET /kling/v1/${kind}`, plain],
      [`GET /kling/v1/${kind}/{task_id}`, ({ kling }) => ({ path: { task_id: String(kling[kind]) } })],
    ]),
  ),
};

const files: Record<string, MakeCall> = {
  'POST /api/upload/presign': () => ({ body: { content_type: 'image/png', size: onePixel.length } }),
  'PUT /api/upload/put/{token}': ({ upload }) => ({ path: { token: upload.token }, body: onePixel }),
  'GET /files/{key}': ({ upload }) => ({ path: { key: upload.key } }),
};

const records: Record<string, MakeCall> = {
  'GET /dashboard/billing/subscription': plain,
  'GET /v1/dashboard/billing/subscription': plain,
  'GET /dashboard/billing/usage': plain,
  'GET /v1/dashboard/billing/usage': plain,
  'GET /api/usage/token': plain,
  'GET /api/log': plain,
  'GET /api/log/stat': plain,
  'GET /api/log/search': () => ({ query: { keyword: '2' } }),
  'GET /api/log/self': plain,
  'GET /api/log/self/stat': plain,
  'GET /api/log/self/search': () => ({ query: { keyword: '2' } }),
  'GET /api/log/token': plain,
  'GET /api/data': plain,
  'GET /api/data/self': plain,
  'GET /api/log/self/{request_id}/bill': ({ requestId }) => ({ path: { request_id: requestId } }),
  'GET /api/log/{request_id}/bill': ({ requestId }) => ({ path: { request_id: requestId } }),
  'GET /api/task': plain,
  'GET /api/task/self': plain,
  'GET /api/mj': plain,
  'GET /api/mj/self': plain,
  'DELETE /api/log': () => ({ query: { target_timestamp: '1' } }),
};

const people: Record<string, MakeCall> = {
  'POST /api/user/login': () => ({ body: credentialsOf('user') }),
  // As nobody: the sessions of these tests go on.
  'GET /api/user/logout': plain,
  'GET /api/user/self': plain,
  'POST /api/user/{id}/quota': ({ userId }) => ({ path: { id: userId }, body: quota('for a test') }),
  'POST /api/token/{id}/quota': ({ keyId }) => ({
    path: { id: keyId },
    body: quota('for a test'),
  }),
  'GET /api/user/sessions': plain,
  'DELETE /api/user/sessions/{id}': ({ sessionId }) => ({ path: { id: sessionId } }),
};

const ids = (...all: string[]) => ({ body: { ids: all.map(Number) } });

const ofKeys: Record<string, MakeCall> = {
  'GET /api/token': plain,
  'GET /api/token/search': () => ({ query: { keyword: 'adas' } }),
  'GET /api/token/all': plain,
  'GET /api/token/{id}': ({ keyId }) => ({ path: { id: keyId } }),
  'POST /api/token': () => ({ body: { name: 'documented' } }),
  'PUT /api/token': ({ keyId }) => ({ body: { id: Number(keyId), rpm: 1_000 } }),
  'DELETE /api/token/{id}': ({ spareKeys: [first] }) => ({ path: { id: first } }),
  'POST /api/token/batch': ({ spareKeys: [, second] }) => ids(second),
  // Ada has not confirmed that it is she.
  'POST /api/token/batch/keys': ({ shownKeyId }) => ({ ...ids(shownKeyId), refused: { status: 403 } }),
  'POST /api/token/{id}/key': ({ shownKeyId }) => ({ path: { id: shownKeyId }, refused: { status: 403 } }),
};

const playground: Record<string, MakeCall> = {
  'POST /pg/chat/completions': () => ({ body: { model, messages: [{ role: 'user', content: 'hi' }] } }),
  'POST /pg/images/generations': () => ({ body: { model: 'gpt-image-1', prompt: 'hi' } }),
  'GET /pg/models': plain,
  'POST /pg/videos': () => ({ body: { model: 'sora-2', prompt: 'hi' } }),
  'GET /pg/videos/{task_id}': ({ film }) => ({ path: { task_id: film } }),
};

/** These systems have no console. */
const noPage: MakeCall = () => ({ path: { path: 'logs' }, refused: { status: 503 } });

const gateway: Record<string, MakeCall> = {
  'GET /': noPage,
  'GET /console': noPage,
  'GET /console/{path}': noPage,
  'GET /openapi.json': plain,
  'GET /docs': plain,
  'GET /healthz': plain,
  'GET /readyz': plain,
};

/** By method and path, as the document writes them. */
export const documentedCalls: Record<string, MakeCall> = {
  ...models,
  ...tasks,
  ...files,
  ...records,
  ...people,
  ...ofKeys,
  ...playground,
  ...gateway,
};
