import { isIPv6 } from 'node:net';
import {
  Server,
  type ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { plain, type Security } from '../security/security.ts';
import { serverCredentials } from './credentials.ts';
import { serverOptions } from './options.ts';

export interface RpcServer {
  port: number;
  /** Refuses new calls, waits for those that run up to `graceMs`, then cuts them. */
  stop(graceMs: number): Promise<void>;
}

export interface RpcService {
  definition: ServiceDefinition;
  implementation: UntypedServiceImplementation;
}

/** Serves calls at an address; port 0 is any that is free. Rejects where nobody may listen there. */
export async function startRpcServer(
  address: { host: string; port: number },
  services: readonly RpcService[],
  security: Security = plain,
): Promise<RpcServer> {
  const server = new Server(serverOptions);
  for (const { definition, implementation } of services) server.addService(definition, implementation);
  const host = isIPv6(address.host) ? `[${address.host}]` : address.host;
  const port = await bind(server, `${host}:${address.port}`, serverCredentials(security));
  return {
    port,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          server.forceShutdown();
          resolve();
        }, graceMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (cause, port) => {
      if (cause) reject(new Error(`Cannot listen on ${address}`, { cause }));
      else resolve(port);
    });
  });
}
