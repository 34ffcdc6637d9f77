import type { TlsOptions } from 'nats';
import { type Field, passwordHint } from '../config.ts';

/** Where a broker is and who asks: what the NATS client wants apart. */
export interface Servers {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
  /** Where one of them is at `tls://`: without it a server that offers no TLS would be asked in the clear. */
  tls?: TlsOptions;
}

const form = /^(\w+:\/\/)?(?:([^:@/]*)(?::([^@/]*))?@)?(.*)$/;

/**
 * Reads `nats://user:password@host:port`, several between commas. The client passes over what stands before the `@`, so the
 * first user of them is handed on by itself; one without a password is a token.
 */
export function readServers(url: string): Servers {
  const entries = url.split(',').map((entry) => form.exec(entry.trim()) ?? []);
  const servers = entries.map(([, scheme = '', , , host = '']) => `${scheme}${host}`);
  const tls = entries.some(([, scheme]) => scheme?.toLowerCase() === 'tls://') && { tls: {} };
  const [, , user, pass] = entries.find(([, , name]) => name !== undefined) ?? [];
  if (user === undefined) return { servers, ...tls };
  const name = decodeURIComponent(user);
  return pass === undefined
    ? { servers, ...tls, token: name }
    : { servers, ...tls, user: name, pass: decodeURIComponent(pass) };
}

/** The servers of a broker as `readServers` reads them. They may hold a password: the value never enters an error. */
export function natsUrl(variable: string): Field<string> {
  const parse = (value: string): string => {
    if (!isReadable(value))
      throw new Error(`must be servers like nats://host:4222, between commas${passwordHint}`);
    return value;
  };
  return { variable, parse };
}

function isReadable(value: string): boolean {
  try {
    return readServers(value).servers.every(isServer);
  } catch {
    return false;
  }
}

/** A host, with a port or without. */
function isServer(server: string): boolean {
  const place = server.replace(/^\w+:\/\//, '').replace(/\/$/, '');
  return /^[^\s/@?#]+$/.test(place) && URL.canParse(`http://${place}`);
}
