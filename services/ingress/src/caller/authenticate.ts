import { type FaultDetails, fault } from '@headgate/proto/faults';
import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Proof } from '../routes/route.ts';
import { isListed, plainAddress } from './address.ts';
import { hashKey } from './bearer.ts';
import { readChannelPin } from './channel-pin.ts';
import { readCookie } from './cookies.ts';
import { type KnownKey, toKnownKey } from './known-key.ts';
import { readKey } from './read-key.ts';
import { authenticateSession, sessionProofOf } from './session.ts';

/** One way of proving who calls: leaves the key or the session on the exchange, or throws a fault. */
type Authenticate = (context: Context, exchange: Exchange) => Promise<void> | void;

export const authenticators: Record<Proof, Authenticate> = {
  key: (context, exchange) => authenticateKey(context, exchange, false),
  'key-read-only': (context, exchange) => authenticateKey(context, exchange, true),
  'key-or-session': authenticateKeyOrSession,
  session: authenticateSession,
  admin: (context, exchange) => authenticateRole(context, exchange, administrators),
  root: (context, exchange) => authenticateRole(context, exchange, roots),
  playground: authenticatePlayground,
  none: () => undefined,
};

/** The key that the row's proof has established. */
export function keyOf(exchange: Exchange): KnownKey {
  if (!exchange.key) throw new Error('This row of the route table needs a proof of "key"');
  return exchange.key;
}

/** Browsers show results by address alone; whoever sends a key means it. */
function authenticateKeyOrSession(context: Context, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const isSession =
    request.headers.authorization === undefined && readCookie(request, 'session') !== undefined;
  return isSession ? authenticateSession(context, exchange) : authenticateKey(context, exchange, false);
}

/** Whoever has signed in asks by a key of theirs that has no text. */
async function authenticatePlayground(context: Context, exchange: Exchange): Promise<void> {
  await authenticateSession(context, exchange);
  const proof = sessionProofOf(exchange.request);
  const { key } = await call(context.account, context.account.getPlaygroundKey, proof, {
    deadlineMs: firstKeyMs,
  });
  if (!key) throw new Error('account gave no key for the playground');
  exchange.key = toKnownKey(key, 0n);
}

/** The first time it is made, for which account waits for the ledger. */
const firstKeyMs = 20_000;

async function authenticateRole(
  context: Context,
  exchange: Exchange,
  allowed: ReadonlySet<Role>,
): Promise<void> {
  await authenticateSession(context, exchange);
  if (exchange.session && allowed.has(exchange.session.user.role)) return;
  deny(context, 'role', `Only ${allowed === roots ? 'root' : 'administrators'} may do this.`);
}

async function authenticateKey(context: Context, exchange: Exchange, isReadOnly: boolean): Promise<void> {
  const text = carriedKey(context, exchange, isReadOnly);
  const key =
    (await findKey(context, exchange, hashKey(text))) ?? (await findPinned(context, exchange, text));
  if (!key) return refuse(context, exchange, 'unknown');
  if (!key.enabled) return refuse(context, exchange, 'disabled');
  if (!isReadOnly && key.expiresAt !== 0n && Number(key.expiresAt) * 1_000 <= context.now()) {
    return refuse(context, exchange, 'expired');
  }
  exchange.key = key;
  if (key.addresses && !isListed(key.addresses, plainAddress(exchange.request.ip))) {
    return deny(context, 'address', 'This key may not be used from this address.');
  }
  if (!key.userEnabled) return deny(context, 'user disabled', 'The user of this key is disabled.');
  if (key.groupRefused && !isReadOnly)
    return deny(context, 'group', 'The user of this key may not use its group any more.');
}

/** Only an administrator's key may name a channel; from anybody else the text is just an unknown key. */
async function findPinned(context: Context, exchange: Exchange, text: string): Promise<KnownKey | null> {
  const pin = readChannelPin(text);
  const key = pin && (await findKey(context, exchange, hashKey(pin.key)));
  if (!key || !administrators.has(key.role)) return null;
  return { ...key, caller: { ...key.caller, channelId: pin.channelId } };
}

const administrators: ReadonlySet<Role> = new Set([Role.ADMIN, Role.ROOT]);
const roots: ReadonlySet<Role> = new Set([Role.ROOT]);

/** A known key goes on whatever its address did; whoever must be looked up waits out the refusals. */
async function findKey(context: Context, exchange: Exchange, hash: string): Promise<KnownKey | null> {
  const cached = context.keys.cached(hash);
  if (cached !== undefined) {
    context.metrics.keyLookups(cached ? 'hit' : 'unknown').add(1);
    return cached;
  }
  context.metrics.keyLookups('miss').add(1);
  await context.limits.refusedKeys.check(plainAddress(exchange.request.ip));
  try {
    return await context.keys.lookUp(hash);
  } catch (cause) {
    if (cause instanceof FaultError && cause.fault.status < 500) throw cause;
    throw new FaultError(fault('service_unavailable'), { cause });
  }
}

function carriedKey(context: Context, { request, route }: Exchange, isReadOnly: boolean): string {
  const carried = readKey(request, route?.carriers ?? []);
  if (carried.kind === 'key' && !(isReadOnly && carried.isRaw)) return carried.key;
  context.metrics.authFailures.inc({ reason: carried.kind === 'missing' ? 'missing' : 'malformed' });
  const details: FaultDetails = isReadOnly
    ? { message: carried.kind === 'missing' ? 'No Authorization header' : 'Invalid Bearer token' }
    : {};
  throw new FaultError(fault('invalid_api_key', details));
}

async function refuse(context: Context, exchange: Exchange, reason: string): Promise<never> {
  context.metrics.authFailures.inc({ reason });
  await context.limits.refusedKeys.count(plainAddress(exchange.request.ip));
  throw new FaultError(fault('invalid_api_key'));
}

function deny(context: Context, reason: string, message: string): never {
  context.metrics.authFailures.inc({ reason });
  throw new FaultError(fault('access_denied', { message }));
}
