import { hash } from 'node:crypto';

/** A token that was given for a credential. */
export interface AccessToken {
  value: string;
  expiresInMs: number;
}

/** Tokens that upstreams gave for our credentials, kept until shortly before they expire. */
export interface AccessTokens {
  /** The token of a credential. Asks for one where none is good: once, however many requests wait for it. */
  get(credential: string, ask: () => Promise<AccessToken>): string | Promise<string>;
  /**
   * An upstream does not take the token. When it is `old`, the next request asks for another; otherwise the credential
   * itself is what is wrong.
   */
  refuse(credential: string): 'old' | undefined;
}

interface Entry {
  asked: Promise<string>;
  token: string | undefined;
  /** When the answer came. */
  at: number;
  until: number;
}

/** Credentials whose tokens are kept, at most. */
const maxTokens = 1_000;
/** A token must outlive the call that begins with it. */
const marginMs = 5 * 60_000;
/** A failure answers whoever asks within this time. */
const failureMs = 1_000;
/** A token that is refused although it is newer than this is not what is wrong. */
const newMs = 60_000;

/** @param now monotonic milliseconds. */
export function createAccessTokens(now: () => number): AccessTokens {
  const entries = new Map<string, Entry>();

  function begin(name: string, ask: () => Promise<AccessToken>): Entry {
    const asked = ask().then(
      ({ value, expiresInMs }) => {
        entry.token = value;
        entry.at = now();
        // Half of the life of one that is short.
        entry.until = entry.at + Math.max(expiresInMs - marginMs, expiresInMs / 2);
        return value;
      },
      (cause) => {
        entry.until = now() + failureMs;
        throw cause;
      },
    );
    const entry: Entry = { asked, token: undefined, at: 0, until: Number.POSITIVE_INFINITY };
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxTokens && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  return {
    get(credential, ask) {
      const name = nameOf(credential);
      const known = entries.get(name);
      const entry = known && known.until > now() ? known : begin(name, ask);
      return entry.token ?? entry.asked;
    },
    refuse(credential) {
      if (entries.size === 0) return undefined;
      const name = nameOf(credential);
      const entry = entries.get(name);
      if (entry?.token === undefined || now() - entry.at < newMs) return undefined;
      entries.delete(name);
      return 'old';
    },
  };
}

/** The text of a credential is kept nowhere. */
function nameOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}
