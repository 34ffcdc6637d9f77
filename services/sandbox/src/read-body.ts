import type { IncomingMessage } from 'node:http';

export type ReadBody = { type: 'body'; bytes: Buffer } | { type: 'too-large' } | { type: 'gone' };

/** Reads a request's body whole. Beyond `limitBytes` the rest is left unread. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (part: Buffer) => {
      sizeBytes += part.length;
      if (sizeBytes > limitBytes) {
        request.pause();
        parts.length = 0;
        resolve({ type: 'too-large' });
      } else {
        parts.push(part);
      }
    });
    request.on('end', () => resolve({ type: 'body', bytes: Buffer.concat(parts) }));
    request.on('close', () => resolve({ type: 'gone' }));
    request.on('error', () => resolve({ type: 'gone' }));
  });
}
