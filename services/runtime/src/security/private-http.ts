import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer, Agent as SecureAgent } from 'node:https';
import type { Security } from './security.ts';
import { watchTlsFiles } from './watch-files.ts';

/** Who calls travels in a header, with the names of all models that a key may use: 1,000 of 200 characters at most. */
const maxHeaderSize = 1024 * 1024;

/** A server for other services alone: with TLS it takes nobody who shows no certificate of our authority. */
export function createPrivateServer(
  { tls }: Security,
  options: ServerOptions,
  listener: RequestListener,
): Server {
  if (!tls) return createServer({ maxHeaderSize, ...options }, listener);
  const { material } = watchTlsFiles(tls, (changed) => server.setSecureContext(changed));
  const server = createSecureServer(
    { maxHeaderSize, ...options, ...material, requestCert: true, rejectUnauthorized: true },
    listener,
  );
  return server;
}

/** Connects to other services' servers by their address, and believes those who can show that they are `name`. */
export function createPrivateAgent({ tls }: Security, name: string): SecureAgent | undefined {
  if (!tls) return undefined;
  const { material } = watchTlsFiles(tls, (changed) => Object.assign(agent.options, changed));
  const agent = new SecureAgent({ ...material, servername: name });
  return agent;
}
