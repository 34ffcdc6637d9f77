import type { IncomingMessage, ServerResponse } from 'node:http';
import { readClientRequestId } from '../log/client-request-id.ts';
import { readBody } from '../read-body.ts';
import type { SandboxContext } from '../sandbox.ts';
import { sendJson, sendProblem } from '../send-json.ts';
import type { Identity, Incoming } from './dialect.ts';
import { bodyLimitBytes } from './serve-dialect.ts';

export interface FreeAnswer {
  status: number;
  /** JSON. */
  body: string;
  headers: Record<string, string>;
}

/** Serves a request that says nothing and costs nothing: no entry in the log of what was served, and no faults. */
export async function answerFreely(
  context: SandboxContext,
  request: IncomingMessage,
  response: ServerResponse,
  answer: (incoming: Incoming, identity: Identity) => FreeAnswer,
): Promise<void> {
  const body = await readBody(request, bodyLimitBytes);
  if (body.type === 'gone') return;
  if (body.type === 'too-large') return sendProblem(response, 413, 'The body is too large.');
  const path = request.url ?? '';
  const { headers } = request;
  const clientId = readClientRequestId(headers['x-client-request-id']);
  context.received.add({ ...clientId, path, headers, body: body.bytes });
  const created = Math.floor(Date.now() / 1000);
  const identity = { number: context.nextNumber(), life: context.life, created };
  const { status, body: json, headers: sent } = answer({ path, headers, bytes: body.bytes }, identity);
  sendJson(response, status, json, sent);
}
