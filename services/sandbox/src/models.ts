import { authorize } from './chat-completions/authorize.ts';
import { errorBody } from './chat-completions/vendor-error.ts';
import { faultModels } from './faults/read-fault.ts';
import type { Route } from './routes.ts';
import { sendJson } from './send-json.ts';

/** Names for the list only: every name that does not begin with `unknown-` is served. */
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

/** `GET /v1/models`. */
export const serveModels: Route = async (_context, request, response) => {
  const error = authorize(request.headers.authorization);
  if (error) sendJson(response, error.status, errorBody(error));
  else sendJson(response, 200, list);
};
