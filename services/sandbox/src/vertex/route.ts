import { inManner } from '../exchange/manner.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { dialectOf } from '../generate-content/route.ts';
import { statusError } from '../generate-content/status-error.ts';
import { readTarget } from '../generate-content/target.ts';
import { errorBody } from '../generate-content/vendor-error.ts';
import { messages } from '../messages/route.ts';
import type { Route } from '../routes.ts';
import { sendJson } from '../send-json.ts';
import { claudeManner } from './claude-manner.ts';
import { geminiManner } from './gemini-manner.ts';

/** `POST .../publishers/google/models/{model}:generateContent` and `:streamGenerateContent`. */
export const serveVertexGemini: Route = async (context, request, response) => {
  const target = readTarget(request.url ?? '');
  if (target && target.action !== 'countTokens') {
    return await serveDialect(inManner(dialectOf(target), geminiManner), context, request, response);
  }
  request.resume();
  sendJson(response, 404, errorBody(statusError(404)));
};

const claude = inManner(messages, claudeManner);

/** `POST .../publishers/anthropic/models/{model}:rawPredict` and `:streamRawPredict`. */
export const serveVertexClaude: Route = (context, request, response) =>
  serveDialect(claude, context, request, response);
