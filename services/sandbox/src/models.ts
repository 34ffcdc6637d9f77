import { authorize } from './chat-completions/authorize.ts';
import { errorBody } from './chat-completions/vendor-error.ts';
import { faultModels } from './faults/read-fault.ts';
import { authorize as authorizeGoogle } from './generate-content/authorize.ts';
import { errorBody as googleErrorBody } from './generate-content/vendor-error.ts';
import { authorize as authorizeAnthropic } from './messages/authorize.ts';
import type { Route } from './routes.ts';
import { sendJson } from './send-json.ts';

/** Names for the lists only: every name that does not begin with `unknown-` is served. */
const names = [
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-5',
  'sandbox-reason',
  ...faultModels(),
];

const list = JSON.stringify({
  object: 'list',
  data: names.map((id) => ({ id, object: 'model', created: 1_715_367_049, owned_by: 'system' })),
});

const anthropicList = JSON.stringify({
  data: names.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-02-19T00:00:00Z' })),
  has_more: false,
  first_id: names[0],
  last_id: names.at(-1),
});

const googleList = JSON.stringify({
  models: names.map((name) => ({
    name: `models/${name}`,
    displayName: name,
    supportedGenerationMethods: ['generateContent'],
  })),
});

/** `GET /v1/models`, in Anthropic's words for those who name a version of its API, else in OpenAI's. */
export const serveModels: Route = async (_context, { headers }, response) => {
  if (headers['anthropic-version'] !== undefined) {
    const refusal = authorizeAnthropic(headers);
    const { type, message } = refusal ?? {};
    if (refusal)
      sendJson(response, refusal.status, JSON.stringify({ type: 'error', error: { type, message } }));
    else sendJson(response, 200, anthropicList);
    return;
  }
  const error = authorize(headers.authorization);
  if (error) sendJson(response, error.status, errorBody(error));
  else sendJson(response, 200, list);
};

/** `GET /v1beta/models`. */
export const serveGoogleModels: Route = async (_context, { headers, url = '' }, response) => {
  const error = authorizeGoogle(headers, url);
  if (error) sendJson(response, error.status, googleErrorBody(error));
  else sendJson(response, 200, googleList);
};
