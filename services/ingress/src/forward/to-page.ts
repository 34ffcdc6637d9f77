import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerDownload } from './http/answer-download.ts';
import { pickHeaders } from './http/pick-headers.ts';

/** What the console needs to know of a browser. Who is signed in is none of it. */
const passed = ['accept-encoding', 'if-modified-since', 'range', 'if-range'];

/** Has the console send a page or a file of it. */
export function forwardToPage(context: Context, exchange: Exchange): void {
  const { request } = exchange;
  const headers = { host: 'console', ...pickHeaders(request.headers, passed) };
  // Two slashes at the beginning would be read as the name of a host.
  const path = request.path.replace(/^\/+/, '/');
  context.pages.download(exchange, path, headers, answerDownload(context, exchange));
}
