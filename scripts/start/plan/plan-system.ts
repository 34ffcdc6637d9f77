import type { Home } from '../home/home.ts';
import type { Options } from '../options.ts';
import { type ServiceName, serviceNames } from '../service-names.ts';
import { keepPorts } from './ports.ts';

/** One process of a service. */
export interface Instance {
  service: ServiceName;
  /** `text-gateway-0`. */
  name: string;
  operationsPort: number;
  /** Where it serves gRPC and HTTP, as far as the service has them. */
  rpcPort?: number;
  httpPort?: number;
}

export interface Plan {
  instances: Instance[];
  postgresPort: number;
  natsPort: number;
  baseUrl: string;
  sandboxUrl: string;
}

type Surface = 'rpcPort' | 'httpPort';

const surfaces: Record<ServiceName, readonly Surface[]> = {
  sandbox: ['httpPort'],
  ledger: ['rpcPort'],
  account: ['rpcPort'],
  'text-gateway': ['rpcPort', 'httpPort'],
  'media-worker': [],
  'media-api': ['rpcPort', 'httpPort'],
  console: ['httpPort'],
  ingress: ['httpPort'],
};

/** Which processes there will be, and on which ports. The first ingress has the public port. */
export async function planSystem(home: Home, options: Options): Promise<Plan> {
  const names = serviceNames.flatMap((service) =>
    Array.from({ length: options.replicas[service] }, (_, index) => ({
      service,
      name: `${service}-${index}`,
    })),
  );
  const { publicPort } = options;
  const portNames = names.flatMap(({ service, name }) => [
    `${name}.operations`,
    ...surfaces[service].map((surface) => `${name}.${surface}`),
  ]);
  const ports = await keepPorts(home.portsFile, ['postgres', 'nats', ...portNames], { publicPort });
  const port = (name: string): number => {
    const found = ports.get(name);
    if (found === undefined) throw new Error(`no port was planned for ${name}`);
    return found;
  };
  const instances = names.map(({ service, name }): Instance => {
    const isPublic = name === 'ingress-0';
    const portOf = (surface: Surface): number => (isPublic ? publicPort : port(`${name}.${surface}`));
    return {
      service,
      name,
      operationsPort: port(`${name}.operations`),
      ...Object.fromEntries(surfaces[service].map((surface) => [surface, portOf(surface)])),
    };
  });
  return {
    instances,
    postgresPort: port('postgres'),
    natsPort: port('nats'),
    baseUrl: `http://127.0.0.1:${publicPort}`,
    sandboxUrl: `http://127.0.0.1:${port('sandbox-0.httpPort')}`,
  };
}

/** All instances of a service as one gRPC target; a name for several cannot be resolved on one machine. */
export function addressOf(plan: Plan, service: ServiceName): string {
  const instances = plan.instances.filter((instance) => instance.service === service);
  return `ipv4:${instances.map(({ rpcPort }) => `127.0.0.1:${rpcPort}`).join(',')}`;
}

/** The HTTP ports of all instances of a service. */
export function httpAddressOf(plan: Plan, service: ServiceName): string {
  const instances = plan.instances.filter((instance) => instance.service === service);
  return instances.map(({ httpPort }) => `127.0.0.1:${httpPort}`).join(',');
}
