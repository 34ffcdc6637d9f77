import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Sends JSON text as a whole response. */
export function sendJson(
  response: ServerResponse,
  status: number,
  json: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
      ...headers,
    })
    .end(json);
}

/** Sends the sandbox's own error, `{"error": "<sentence>", ...}`. Vendors' errors have their own shapes. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  error: string,
  details: Record<string, unknown> = {},
): void {
  sendJson(response, status, JSON.stringify({ error, ...details }));
}
