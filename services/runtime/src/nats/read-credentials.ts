import { readFileSync } from 'node:fs';
import { type Authenticator, credsAuthenticator } from 'nats';
import { ConfigError } from '../config.ts';
import type { Log } from '../log.ts';

/**
 * Signs in by a file of credentials as `nsc` writes them, read anew at every connection: whoever exchanges the file needs no
 * restart. A file that is gone or half written then leaves those that were good last, because nats.js gives the connection
 * up for good where this throws. Throws a ConfigError when the file cannot be used from the start.
 */
export function createCredentialsReader(path: string, log: Pick<Log, 'warn'>): Authenticator {
  let signIn = begin();
  return (nonce) => {
    try {
      const latest = read();
      const auth = latest(nonce);
      signIn = latest;
      return auth;
    } catch (error) {
      log.warn({ err: error }, 'NATS_CREDENTIALS_FILE cannot be used: those that were read before stay');
      return signIn(nonce);
    }
  };

  function begin(): Authenticator {
    try {
      const first = read();
      first('');
      return first;
    } catch {
      throw new ConfigError([`NATS_CREDENTIALS_FILE: ${path} holds no credentials as nsc writes them`]);
    }
  }

  function read(): Authenticator {
    return credsAuthenticator(readFileSync(path));
  }
}
