import { callerHeader } from '@headgate/proto/internal-headers';
import { readTokens, sessionTokensPath } from '@headgate/proto/session-tokens';
import { retryUntilDone } from '@headgate/runtime/wait';
import { keyOf } from '../../caller/authenticate.ts';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { followProcess } from '../../processes/follow-process.ts';

const againMs = 1_000;
/** A gateway says the sum anew every 25 seconds. */
const silentMs = 90_000;
/** How long a gateway may tell of a session whose client has gone: what is under way is ended first. */
const lateMs = 60_000;

/** Ended well; over by now; of a version that does not tell. */
const expected = [200, 404, 426];

/**
 * Counts what a session uses among its key's tokens a minute, as its gateway tells. That is the sum from its beginning: told again
 * after it broke off, nothing is missed or counted twice.
 */
export async function countTokens(context: Context, exchange: Exchange, sign: () => string): Promise<void> {
  const { http, limits, log } = context;
  const target = http.targetOf(exchange);
  if (target === undefined) return;
  const [gone, over] = [new AbortController(), new AbortController()];
  exchange.response.once('close', () => {
    gone.abort();
    setTimeout(() => over.abort(), lateMs).unref();
  });
  let counted = 0;

  function count(line: string): void {
    const total = readTokens(line) ?? 0;
    if (total <= counted) return;
    const { limitName, tpm } = keyOf(exchange);
    if (tpm > 0) void limits.tokenRates.add(limitName, tpm, total - counted);
    counted = total;
  }

  function ask(): Promise<number> {
    const headers = { host: 'text-gateway', [callerHeader]: sign() };
    const asking = {
      method: 'GET',
      path: sessionTokensPath,
      headers,
      ...(http.agent && { agent: http.agent }),
    } as const;
    return followProcess(target ?? '', { ...asking, silentMs, signal: over.signal }, count);
  }

  const onError = (error: unknown): void =>
    log.debug({ err: error, requestId: exchange.id }, 'the tokens of a session are asked for again');
  const options = { signal: gone.signal, onError, firstMs: againMs };
  // Whose client has gone by then is not asked for again.
  const status = await retryUntilDone(ask, options).catch(() => 200);
  if (expected.includes(status)) return;
  log.warn({ requestId: exchange.id, status }, 'the tokens of a session are not counted');
}
