import type { OperateResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { isLoopback } from '@headgate/runtime/outbound/is-loopback';
import { call } from '@headgate/runtime/rpc/client';
import { readBody } from '../../admit/body.ts';
import { plainAddress } from '../../caller/address.ts';
import { keepCookie, readCookie } from '../../caller/cookies.ts';
import { refuseForeignOrigin, sessionProofOf } from '../../caller/session.ts';
import type { Context } from '../../context.ts';
import { answerBytes } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { readQuery } from '../read-query.ts';
import { textsOf } from '../texts-of.ts';

const bodyBytes = 1024 * 1024;
/** Of whoever has not signed in. */
const openBodyBytes = 16 * 1024;
/** Some ask a provider, which may be slow. */
const deadlineMs = 60_000;
const longestUserAgent = 256;
const noBody = Buffer.alloc(0);

/** Has account do an operation of the session API, and answers in the session envelope. */
export async function forwardToOperation(
  context: Context,
  exchange: Exchange,
  { operation, page }: { operation: string; page?: string },
): Promise<void> {
  const { request, response, route } = exchange;
  refuseForeignOrigin(context, exchange);
  const { bodyIdleMs: idleMs } = context.config;
  const limits = { limitBytes: route?.proof === 'none' ? openBodyBytes : bodyBytes, idleMs };
  const body = request.method === 'GET' ? noBody : await readBody(request, response, limits);
  const answer = await throttled(context, exchange, () =>
    call(
      context.account,
      context.account.operate,
      {
        operation,
        body,
        path: textsOf(request.params),
        query: readQuery(request, { status: 200 }),
        ...sessionProofOf(request),
        flowToken: readCookie(request, 'flow') ?? '',
        ip: plainAddress(request.ip),
        userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? '',
        baseUrl: baseUrlOf(context, exchange),
        requestId: exchange.id,
      },
      { deadlineMs },
    ),
  ).catch((error: unknown) => refuseOnPage(exchange, page, error));
  if (answer.session) keepCookie(context, exchange, 'session', answer.session);
  if (answer.flow) keepCookie(context, exchange, 'flow', answer.flow);
  answerOperation(exchange, answer);
}

/** A browser that was led here shows what it gets: it is led on to a page that has words for why it is refused. */
function refuseOnPage(
  { request }: Exchange,
  page: string | undefined,
  error: unknown,
): Pick<OperateResponse, 'data' | 'location'> & Partial<OperateResponse> {
  const isShown = request.headers.accept?.includes('text/html') ?? false;
  if (page === undefined || !isShown || !(error instanceof FaultError)) throw error;
  const { reason, code } = error.fault;
  const query = new URLSearchParams({
    sign_in_error: reason || (code ?? 'refused'),
    sign_in_provider: String(request.params.provider),
  });
  return { data: noBody, location: `${page}?${query}` };
}

/** `data` is JSON already, and is not read again. */
function answerOperation(
  exchange: Exchange,
  { data, location }: Pick<OperateResponse, 'data' | 'location'>,
): void {
  const { response } = exchange;
  // What is behind a session is nobody else's, and never the same for long.
  response.setHeader('cache-control', 'no-store');
  if (location !== '') response.setHeader('location', location);
  const members = data.length > 0 ? [Buffer.from(',"data":'), data] : [];
  const body = Buffer.concat([Buffer.from('{"success":true,"message":""'), ...members, Buffer.from('}')]);
  answerBytes(exchange, location === '' ? 200 : 302, 'application/json', body);
}

/** Counted before it is known to be wrong, so that guesses made at the same time count as well. */
async function throttled<T>(
  context: Context,
  { request, route }: Exchange,
  run: () => Promise<T>,
): Promise<T> {
  if (route?.limits !== 'login') return run();
  const ip = plainAddress(request.ip);
  await context.limits.refusedLogins.count(ip);
  try {
    const answer = await run();
    await context.limits.refusedLogins.forgive(ip);
    return answer;
  } catch (error) {
    // What account had no room for says nothing of whoever asked.
    const isRefused = error instanceof FaultError && error.fault.status < 500 && !error.fault.notStarted;
    if (isRefused) context.metrics.authFailures.inc({ reason: 'login' });
    else await context.limits.refusedLogins.forgive(ip);
    throw error;
  }
}

/**
 * Where this client reaches the gateway, for addresses that it is given. Of a gateway at this machine's own address a client
 * may use the machine's name: that is a site of its own to browsers, and one that can have passkeys.
 */
function baseUrlOf({ config }: Context, { request }: Exchange): string {
  const seen = URL.parse(`${request.protocol}://${request.host}`);
  const set = URL.parse(config.publicUrl);
  if (seen && (!set || (seen.hostname === 'localhost' && isLoopback(set)))) return seen.origin;
  return config.publicUrl.replace(/\/$/, '');
}
