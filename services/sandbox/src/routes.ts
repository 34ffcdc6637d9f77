import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveChatCompletion } from './chat-completions/route.ts';
import { errorBody, invalid } from './chat-completions/vendor-error.ts';
import { serveFaultList, serveFaultRemoval, serveNewFault } from './faults/routes.ts';
import { serveContent } from './generate-content/route.ts';
import { serveReceived, serveServed } from './log/routes.ts';
import { serveTokenCount } from './messages/count-tokens.ts';
import { serveMessage } from './messages/route.ts';
import { serveModels } from './models.ts';
import { serveCompaction, serveResponse } from './responses/route.ts';
import type { SandboxContext } from './sandbox.ts';
import { sendJson } from './send-json.ts';

export type Route = (
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/** A `*` at the end stands for any last part of a path. */
const routes: Record<string, Route> = {
  'POST /v1/chat/completions': serveChatCompletion,
  'POST /v1/models/*': serveContent,
  'POST /v1beta/models/*': serveContent,
  'POST /v1/messages': serveMessage,
  'POST /v1/messages/count_tokens': serveTokenCount,
  'POST /v1/responses': serveResponse,
  'POST /v1/responses/compact': serveCompaction,
  'GET /v1/models': serveModels,
  'GET /log': serveServed,
  'GET /received': serveReceived,
  'GET /faults': serveFaultList,
  'POST /faults': serveNewFault,
  'DELETE /faults': serveFaultRemoval,
};

/** The route of a request; a vendor's "not found" when there is none. */
export function findRoute({ method, url }: IncomingMessage): Route {
  const path = url?.split('?', 1)[0] ?? '';
  const below = `${path.slice(0, path.lastIndexOf('/'))}/*`;
  return routes[`${method} ${path}`] ?? routes[`${method} ${below}`] ?? serveNothing;
}

async function serveNothing(
  _context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  const message = `Invalid URL (${request.method} ${request.url?.split('?', 1)[0]})`;
  sendJson(response, 404, errorBody(invalid(message, null)));
}
