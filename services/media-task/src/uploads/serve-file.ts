import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../context.ts';
import { isPublicKey, typeOfKey } from '../store/keys.ts';
import { serveStored } from '../store/serve-stored.ts';
import { refused } from './receive-upload.ts';

/** Serves a public file. Whatever it holds, a browser that opens it runs nothing; the player of a film or sound asks for it again. */
export async function serveFile(
  context: Pick<ApiContext, 'store' | 'log'>,
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
): Promise<void> {
  const headers = {
    'content-type': typeOfKey(key),
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
    'cache-control': 'public, max-age=86400',
  };
  if (isPublicKey(key) && (await serveStored(context, key, request, response, headers))) return;
  throw refused(404, 'There is no such file.');
}
