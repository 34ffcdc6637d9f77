/** What a rollout restarts, in the order of a release: whoever is called comes before who calls. */
export const rolledServices = [
  'ledger',
  'account',
  'media-worker',
  'media-api',
  'text-gateway',
  'console',
  'ingress',
] as const;

export type RolledService = (typeof rolledServices)[number];

export const replicas: Readonly<Record<RolledService, number>> = {
  ledger: 2,
  account: 2,
  'media-worker': 2,
  'media-api': 2,
  'text-gateway': 2,
  console: 1,
  ingress: 2,
};

/** The ports of every container. */
export const ports = { http: 8080, rpc: 9090, operations: 9100 } as const;

/** What pods find each other by. */
export function nameOf(service: string): string {
  return `${service}.headgate`;
}
