import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { answerTo } from './to-content.ts';

/** What the console needs to know of a browser. Who is signed in is none of it. */
const passed = ['accept-encoding', 'if-modified-since', 'range', 'if-range'];

/** Has the console send a page or a file of it. */
export function forwardToPage(context: Context, exchange: Exchange): void {
  const { request } = exchange;
  const kept = passed.flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
  );
  const headers: IncomingHttpHeaders = { host: 'console', ...Object.fromEntries(kept) };
  context.pages.download(exchange, request.path, headers, answerTo(context, exchange));
}
