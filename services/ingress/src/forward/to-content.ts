import type { IncomingHttpHeaders } from 'node:http';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, writeCaller } from '@headgate/proto/internal-headers';
import { FaultError } from '@headgate/runtime/errors';
import { answerError } from '../answer.ts';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import type { DownloadAnswer } from './to-http.ts';

/** The signature is good for this long: as long as a proxy may take to reach the service. */
const signedForMs = 10_000;

const passed = ['range', 'if-range'];

/**
 * Hands a download to the media service, which finds the bytes and sends them.
 * @param below where the service has them.
 */
export function forwardToContent(context: Context, exchange: Exchange, below: '/' | '/pictures/'): void {
  const { request } = exchange;
  const signed = writeCaller(
    {
      requestId: exchange.id,
      caller: callerOf(exchange),
      model: '',
      expiresAtMs: BigInt(context.now() + signedForMs),
    },
    context.config.callerSecret,
  );
  const query = new URLSearchParams();
  for (const name of ['variant', 'index']) {
    const value = request.query[name];
    if (typeof value === 'string') query.set(name, value);
  }
  const path = `${below}${encodeURIComponent(String(request.params.task_id))}?${query}`;
  context.downloads.download(
    exchange,
    path,
    headersFor(request.headers, signed),
    answerTo(context, exchange),
  );
}

/** What becomes of a file that a service sends, or of its refusal. */
export function answerTo(context: Context, exchange: Exchange): DownloadAnswer {
  return {
    onBegin() {
      exchange.cut = () => exchange.response.destroy();
    },
    onRefused(refusal, cause) {
      answerError(context, exchange, new FaultError(refusal, { cause }));
    },
  };
}

/** Nobody, where anybody may look. A session has no key, and acts for its user. */
export function callerOf({ key, session }: Exchange): Caller {
  return key?.caller ?? Caller.fromPartial({ userId: session?.user.id ?? 0n });
}

function headersFor(headers: IncomingHttpHeaders, signed: string): IncomingHttpHeaders {
  const kept = passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  return { host: 'media', ...Object.fromEntries(kept), [callerHeader]: signed };
}
