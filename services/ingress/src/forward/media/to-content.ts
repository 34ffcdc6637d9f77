import { callerHeader } from '@headgate/proto/internal-headers';
import { callerOf } from '../../caller/caller-of.ts';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answerDownload } from '../http/answer-download.ts';
import { pickHeaders } from '../http/pick-headers.ts';
import { signCaller } from '../http/sign-caller.ts';
import { readQuery } from '../read-query.ts';

/** The client's headers that go on. */
const passed = ['range', 'if-range', 'if-none-match'];

/**
 * Hands a download to the media service, which finds the bytes and sends them.
 * @param below where the service has them.
 */
export function forwardToContent(context: Context, exchange: Exchange, below: '/' | '/pictures/'): void {
  const { request } = exchange;
  const asked = readQuery(request, { status: 400 });
  const query = new URLSearchParams();
  for (const name of ['variant', 'index']) if (asked[name] !== undefined) query.set(name, asked[name]);
  const path = `${below}${encodeURIComponent(String(request.params.task_id))}?${query}`;
  const headers = {
    host: 'media',
    ...pickHeaders(request.headers, passed),
    [callerHeader]: signCaller(context, exchange, callerOf(exchange)),
  };
  context.downloads.download(exchange, path, headers, answerDownload(context, exchange));
}
