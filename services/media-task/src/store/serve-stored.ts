import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ApiContext } from '../context.ts';
import { readRange } from './read-range.ts';
import type { Stored } from './store.ts';
import { unlessAway } from './unless-away.ts';

/**
 * Sends a file of the store, whole or the part that is asked for. False where it is not there: nothing was sent then. Throws a
 * FaultError of 503 where the store is away.
 */
export async function serveStored(
  { store, log }: Pick<ApiContext, 'store' | 'log'>,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  more: Record<string, string>,
): Promise<boolean> {
  const stored = await unlessAway(log, store.find(key));
  if (!stored) return false;
  const etag = etagOf(stored);
  const { 'if-range': ifRange, range } = request.headers;
  const headers = {
    ...more,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': stored.modifiedAt.toUTCString(),
    'x-content-type-options': 'nosniff',
  };
  if (isKnown(request, etag)) {
    response.writeHead(304, headers).end();
    return true;
  }
  const { sizeBytes } = stored;
  const part = ifRange === undefined || ifRange === etag ? readRange(range, sizeBytes) : undefined;
  if (part === 'beyond') {
    response
      .writeHead(416, { ...headers, 'content-range': `bytes */${sizeBytes}`, 'content-length': 0 })
      .end();
    return true;
  }
  const body = request.method === 'HEAD' ? undefined : await unlessAway(log, store.read(key, part));
  if (!body && request.method !== 'HEAD') return false;
  response.writeHead(part ? 206 : 200, {
    ...headers,
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` }),
    'content-length': part ? part.end - part.start + 1 : sizeBytes,
  });
  if (body) await pipeline(body, response);
  else response.end();
  return true;
}

/** Whether the client says that it has these bytes. A proxy that compresses has made its word for them a weak one. */
export function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((text) => strongly(text.trim()));
  return known?.some((text) => text === '*' || text === strongly(etag)) === true;
}

const strongly = (etag: string) => etag.replace(/^W\//, '');

/** A key never has other bytes: when and how many is enough. */
function etagOf({ sizeBytes, modifiedAt }: Stored): string {
  return `"${sizeBytes.toString(16)}-${modifiedAt.getTime().toString(16)}"`;
}
