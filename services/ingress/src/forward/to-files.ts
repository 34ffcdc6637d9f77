import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { answerTo } from './to-content.ts';

/** Hands a file that a client brings to the media service, as it comes. */
export function forwardUpload(context: Context, exchange: Exchange): void {
  const { request, response } = exchange;
  if (request.headers.expect) response.writeContinue();
  const path = `/uploads/${encodeURIComponent(String(request.params.token))}`;
  const headers = pick(request.headers, ['content-type', 'content-length']);
  context.downloads.download(exchange, path, headers, answerTo(context, exchange));
}

/** Has the media service send a public file. */
export function forwardToFile(context: Context, exchange: Exchange): void {
  const { request } = exchange;
  const path = `/files/${[request.params.key]
    .flat()
    .map((part) => encodeURIComponent(String(part)))
    .join('/')}`;
  const headers = pick(request.headers, ['range', 'if-range', 'if-none-match']);
  context.downloads.download(exchange, path, headers, answerTo(context, exchange));
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const picked = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  return { host: 'media', ...Object.fromEntries(picked) };
}
