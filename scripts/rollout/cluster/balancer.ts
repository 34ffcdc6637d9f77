import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { inherited } from '../../e2e/testing/service-process.ts';
import { nameOf, ports } from './services.ts';

/** An HAProxy before the ingress pods, which finds them by their name and asks each whether it is ready. */
export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

export async function startBalancer(
  program: string,
  { directory, nameServer }: { directory: string; nameServer: string },
): Promise<Balancer> {
  const port = await freePort();
  const settings = join(directory, 'haproxy.cfg');
  writeFileSync(settings, describe({ port, nameServer }));
  const log = openSync(join(directory, 'haproxy.log'), 'a');
  const child: ChildProcess = spawn(program, ['-db', '-f', settings], {
    stdio: ['ignore', log, log],
    env: inherited(),
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await waitFor(
    async () => (await fetch(`${url}/healthz`)).status === 200,
    'the balancer reaches an ingress',
    {
      timeoutMs: 60_000,
    },
  );
  return {
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/**
 * What is asked for is never asked again of another pod: only a connection that could not be made may be tried elsewhere.
 * A pod that is not ready keeps the connections that it has. Its place is not given to another pod while those may be
 * idle: HAProxy would go on to use them in the other's name.
 */
function describe({ port, nameServer }: { port: number; nameServer: string }): string {
  return `global
  maxconn 4096
defaults
  mode http
  timeout connect 5s
  timeout client 10m
  timeout server 10m
  timeout tunnel 1h
  timeout check 5s
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure
  http-reuse safe
resolvers pods
  nameserver names ${nameServer}
  timeout resolve 1s
  timeout retry 1s
  hold valid 1s
  hold obsolete 120s
frontend public
  bind 127.0.0.1:${port}
  default_backend ingress
backend ingress
  balance leastconn
  option httpchk GET /readyz
  default-server check port ${ports.operations} inter 500ms fastinter 250ms fall 2 rise 1 resolvers pods resolve-prefer ipv4 init-addr none
  server-template ingress 8 ${nameOf('ingress')}:${ports.http}
`;
}
