import { answerFreely } from '../exchange/answer-freely.ts';
import type { Dialect } from '../exchange/dialect.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import type { Route } from '../routes.ts';
import { sendJson } from '../send-json.ts';
import { acceptRequest } from './accept-request.ts';
import { countTokens } from './count-tokens.ts';
import { acceptEmbedding } from './embed.ts';
import { vendorHeaders } from './identity.ts';
import { formError } from './rendering.ts';
import { statusError } from './status-error.ts';
import { readTarget, type Target } from './target.ts';
import { errorBody, type VendorError } from './vendor-error.ts';

export function dialectOf(target: Target): Dialect<VendorError> {
  return {
    name: 'generate-content',
    accept: (incoming) => (isEmbedding(target) ? acceptEmbedding : acceptRequest)(target, incoming),
    modelOf: () => target.model,
    statusError,
    errorBody: (error) => formError(target.form, errorBody(error)),
    headers: vendorHeaders,
  };
}

function isEmbedding({ action }: Target): boolean {
  return action === 'embedContent' || action === 'batchEmbedContents';
}

/** `POST /v1beta/models/{model}:{action}`. */
export const serveContent: Route = async (context, request, response) => {
  const target = readTarget(request.url ?? '');
  if (!target) {
    request.resume();
    return sendJson(response, 404, errorBody(statusError(404)));
  }
  if (target.action !== 'countTokens') {
    return await serveDialect(dialectOf(target), context, request, response);
  }
  await answerFreely(context, request, response, (incoming, identity) => ({
    ...countTokens(incoming, target.model),
    headers: vendorHeaders(identity),
  }));
};
