import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer, Agent as SecureAgent } from 'node:https';
import type { Security } from './security.ts';
import { watchTlsFiles } from './watch-files.ts';

/** A server for other services alone: with TLS it takes nobody who shows no certificate of our authority. */
export function createPrivateServer(
  { tls }: Security,
  options: ServerOptions,
  listener: RequestListener,
): Server {
  if (!tls) return createServer(options, listener);
  const material = watchTlsFiles(tls, (changed) => server.setSecureContext(changed));
  const server = createSecureServer(
    { ...options, ...material, requestCert: true, rejectUnauthorized: true },
    listener,
  );
  return server;
}

/** Connects to other services' servers by their address, and believes those who can show that they are `name`. */
export function createPrivateAgent({ tls }: Security, name: string): SecureAgent | undefined {
  if (!tls) return undefined;
  const material = watchTlsFiles(tls, (changed) => Object.assign(agent.options, changed));
  const agent = new SecureAgent({ ...material, servername: name });
  return agent;
}
