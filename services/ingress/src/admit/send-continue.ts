import type { IncomingMessage, ServerResponse } from 'node:http';

/** Asks a client that waits for it to send its body. Who speaks HTTP/1.0 would take that for the answer. */
export function sendContinue({ headers, httpVersionMinor }: IncomingMessage, response: ServerResponse): void {
  if (httpVersionMinor > 0 && /\b100-continue\b/i.test(headers.expect ?? '')) response.writeContinue();
}
