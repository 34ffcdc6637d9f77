import { createHash } from 'node:crypto';
import type { Configuration, CustomFetch } from 'openid-client';
import { connectGithub } from './connect-github.ts';
import { connectOidc } from './connect-oidc.ts';
import type { SignInProvider } from './store.ts';

/** What providers say of themselves: where to send people, and which keys they sign with. */
export interface Issuers {
  /** Asks the provider where nothing of it is known. Rejects when it cannot be asked. */
  get(provider: SignInProvider): Promise<Configuration>;
}

interface Entry {
  asked: Promise<Configuration>;
  until: number;
}

const lifetimeMs = 10 * 60_000;
/** Providers that are known at a time; a configuration has a handful. */
const mostKnown = 100;

/**
 * @param now monotonic milliseconds.
 * @param ask how they are asked.
 */
export function createIssuers(now: () => number, ask: CustomFetch = fetch): Issuers {
  const entries = new Map<string, Entry>();
  return {
    get(provider) {
      const name = nameOf(provider);
      const known = entries.get(name);
      if (known && known.until > now()) return known.asked;
      const entry = { asked: connect(provider, ask), until: now() + lifetimeMs };
      // The next who wants it asks again.
      entry.asked.catch(() => entries.get(name) === entry && entries.delete(name));
      entries.delete(name);
      entries.set(name, entry);
      const [oldest] = entries.keys();
      if (entries.size > mostKnown && oldest !== undefined) entries.delete(oldest);
      return entry.asked;
    },
  };
}

async function connect(provider: SignInProvider, ask: CustomFetch): Promise<Configuration> {
  return provider.kind === 'github' ? connectGithub(provider, ask) : connectOidc(provider, ask);
}

/** Whoever changes a secret gets another entry; the secret itself is no key of a map. */
function nameOf({ kind, issuer, clientId, clientSecret = '' }: SignInProvider): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, issuer, clientId, clientSecret]))
    .digest('base64url');
}
