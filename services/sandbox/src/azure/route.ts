import { chatCompletions } from '../chat-completions/route.ts';
import { inManner } from '../exchange/manner.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { responses } from '../responses/route.ts';
import type { Route } from '../routes.ts';
import { azureChatManner, azureManner } from './manner.ts';

const chat = inManner(chatCompletions, azureChatManner);
const response = inManner(responses, azureManner);

/** `POST /openai/v1/chat/completions` and `/openai/deployments/{deployment}/chat/completions?api-version=`. */
export const serveAzureChat: Route = (context, request, answer) =>
  serveDialect(chat, context, request, answer);

/** `POST /openai/v1/responses` and `/openai/responses?api-version=`. */
export const serveAzureResponse: Route = (context, request, answer) =>
  serveDialect(response, context, request, answer);
