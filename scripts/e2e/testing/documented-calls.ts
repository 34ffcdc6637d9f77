/** How each documented route is called, once: the rows that are billed stand in metered-requests.ts and metered-tasks.ts. */
import { administrationCalls } from './documented-administration-calls.ts';
import { type MakeCall, plain } from './documented-call.ts';
import { catalogCalls } from './documented-catalog-calls.ts';
import { factorCalls } from './documented-factor-calls.ts';
import { peopleCalls } from './documented-people-calls.ts';
import { klingKinds, onePixel } from './documented-things.ts';

const model = 'gpt-4o-mini';
const ofModel: MakeCall = () => ({ path: { model } });
const contents = { contents: [{ parts: [{ text: 'hi' }] }] };

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
  ...peopleCalls,
  ...factorCalls,
  ...catalogCalls,
  ...administrationCalls,
  ...playground,
  ...gateway,
};
