import { sendContinue } from '../../admit/send-continue.ts';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answerDownload } from '../http/answer-download.ts';
import { pickHeaders } from '../http/pick-headers.ts';

/** Hands a file that a client brings to the media service, as it comes. */
export function forwardUpload(context: Context, exchange: Exchange): void {
  const { request, response } = exchange;
  sendContinue(request, response);
  const path = `/uploads/${encodeURIComponent(String(request.params.token))}`;
  const headers = { host: 'media', ...pickHeaders(request.headers, ['content-type', 'content-length']) };
  context.downloads.download(exchange, path, headers, answerDownload(context, exchange));
}

/** Has the media service send a public file. */
export function forwardToFile(context: Context, exchange: Exchange): void {
  const { request } = exchange;
  const path = `/files/${[request.params.key]
    .flat()
    .map((part) => encodeURIComponent(String(part)))
    .join('/')}`;
  const headers = { host: 'media', ...pickHeaders(request.headers, ['range', 'if-range', 'if-none-match']) };
  context.downloads.download(exchange, path, headers, answerDownload(context, exchange));
}
