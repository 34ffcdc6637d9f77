import type { Dialect } from '../exchange/dialect.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import type { Route } from '../routes.ts';
import { sendJson } from '../send-json.ts';
import { acceptRequest } from './accept-request.ts';
import { vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { readTarget, type Target } from './target.ts';
import { errorBody, errorHeaders, type VendorError } from './vendor-error.ts';

function dialectOf(target: Target): Dialect<VendorError> {
  return {
    name: 'converse',
    accept: (incoming) => acceptRequest(target, incoming),
    modelOf: () => target.model,
    statusError,
    errorBody,
    headers: (identity, error) => ({ ...vendorHeaders(identity), ...(error && errorHeaders(error)) }),
  };
}

/** `POST /model/{id}/converse` and `/model/{id}/converse-stream`. */
export const serveConverse: Route = async (context, request, response) => {
  const target = readTarget(request.url ?? '');
  if (target) return await serveDialect(dialectOf(target), context, request, response);
  request.resume();
  const error = statusError(404);
  sendJson(response, 404, errorBody(error), errorHeaders(error));
};
