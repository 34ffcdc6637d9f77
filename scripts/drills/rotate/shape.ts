import { freePort } from '@headgate/runtime/testing/free-port';

/** Services that are restarted, two replicas each. */
export const services = [
  'ledger',
  'account',
  'text-gateway',
  'media-api',
  'media-worker',
  'ingress',
] as const;

export type Service = (typeof services)[number];

/** Where each service listens: every replica at an address of its own, at the same ports, as pods do. */
export interface Shape {
  hostOf(replica: string): string;
  rpcPort: Record<string, number>;
  httpPort: Record<string, number>;
}

export const replicasOf = (service: Service): string[] => [service, `${service}-2`];

export async function drawShape(): Promise<Shape> {
  const all = services.flatMap(replicasOf);
  const rpcPort: Record<string, number> = {};
  const httpPort: Record<string, number> = {};
  for (const service of services) {
    rpcPort[service] = await freePort();
    httpPort[service] = await freePort();
  }
  // The whole of 127.0.0.0/8 is this machine's, on Linux.
  return { hostOf: (replica) => `127.0.77.${10 + all.indexOf(replica)}`, rpcPort, httpPort };
}

const rpcServers: readonly Service[] = ['ledger', 'account', 'text-gateway', 'media-api'];
const httpServers: readonly Service[] = ['text-gateway', 'media-api', 'ingress'];

/** What a replica is told of where it listens. */
export function listenEnv(shape: Shape, service: Service, replica: string): Record<string, string> {
  const host = shape.hostOf(replica);
  return {
    ...(rpcServers.includes(service) && {
      HEADGATE_RPC_HOST: host,
      HEADGATE_RPC_PORT: String(shape.rpcPort[service]),
    }),
    ...(httpServers.includes(service) && {
      HEADGATE_HTTP_HOST: host,
      HEADGATE_HTTP_PORT: String(shape.httpPort[service]),
    }),
  };
}

/** What every replica is told of where the others are: names, which it looks up again and again. */
export function addressEnv({ rpcPort, httpPort }: Shape, nameServer: string): Record<string, string> {
  const target = (service: Service, ports: Record<string, number>): string =>
    `dns://${nameServer}/${service}:${ports[service]}`;
  return {
    HEADGATE_ACCOUNT_ADDRESS: target('account', rpcPort),
    HEADGATE_LEDGER_ADDRESS: target('ledger', rpcPort),
    HEADGATE_TEXT_GATEWAY_ADDRESS: target('text-gateway', rpcPort),
    HEADGATE_MEDIA_ADDRESS: target('media-api', rpcPort),
    HEADGATE_TEXT_GATEWAY_HTTP_ADDRESS: target('text-gateway', httpPort),
    HEADGATE_MEDIA_HTTP_ADDRESS: target('media-api', httpPort),
    HEADGATE_CONSOLE_HTTP_ADDRESS: '127.0.0.1:1',
  };
}
