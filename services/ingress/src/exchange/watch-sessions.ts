import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Throttle } from '../admit/throttle.ts';
import { authenticators } from '../caller/authenticate.ts';
import type { KnownKey } from '../caller/known-key.ts';
import type { Context } from '../context.ts';
import { askToEnd, type Exchange } from './exchange.ts';

/** What was announced of keys is known by then: a session ends as soon as a request would be refused. */
const everyMs = 1_000;

/** Whoever has a session guesses no keys, and is not held up by others who do. */
const uncounted: Throttle = { check: async () => {}, count: async () => {}, forgive: async () => {} };

/**
 * Proves sessions anew when keys have changed, or theirs has expired: they outlive the moment in which their callers were let
 * in. Those whose callers would be refused now, or spend otherwise, are asked to end, which they do between two responses.
 */
export function watchSessions(context: Context): { stop(): void } {
  const { keys, limits, now } = context;
  const prover = { ...context, limits: { ...limits, refusedKeys: uncounted } };
  /** Of keys, by sessions. What changed while one was still opening is looked at once it is open. */
  const provenAt = new WeakMap<Exchange, bigint>();

  async function prove(exchange: Exchange): Promise<void> {
    if (!exchange.route) return;
    const { key: openedWith } = exchange;
    try {
      await authenticators[exchange.route.proof](prover, exchange);
      if (isSameCaller(openedWith, exchange.key) && isHeldToLimits(exchange)) return;
    } catch (error) {
      const isRefused = error instanceof FaultError && error.fault.status < 500;
      // Account is away: asked again.
      if (!isRefused) return void provenAt.delete(exchange);
    }
    // What is not heard is proven and asked for again, against the caller that the session was opened for.
    if (openedWith) exchange.key = openedWith;
    provenAt.delete(exchange);
    await askToEnd(exchange);
  }

  const timer = setInterval(() => {
    const version = keys.version();
    for (const exchange of context.open) {
      if (!exchange.isUpgraded || !exchange.end) continue;
      if (provenAt.get(exchange) === version && !hasExpired(exchange, now())) continue;
      provenAt.set(exchange, version);
      void prove(exchange);
    }
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

/** A session has the group, the limits and the budgets with which it was opened. */
function isSameCaller(one: KnownKey | undefined, other: KnownKey | undefined): boolean {
  const [was, is] = [one, other].map((key) => key && Caller.encode(key.caller).finish());
  return was === is || (was !== undefined && is !== undefined && Buffer.compare(was, is) === 0);
}

/** One that was opened before its key had such a limit holds no place, and nothing counts what it uses. */
function isHeldToLimits({ key, release, countsTokens }: Exchange): boolean {
  if (!key) return true;
  return (key.concurrency === 0 || release !== undefined) && (key.tpm === 0 || countsTokens === true);
}

function hasExpired({ key }: Exchange, nowMs: number): boolean {
  return key !== undefined && key.expiresAt !== 0n && Number(key.expiresAt) * 1_000 <= nowMs;
}
