import type { Route } from './route.ts';

/** For balancers that see only the public port. */
export const healthRoutes: readonly Route[] = [health('/healthz', 'alive'), health('/readyz', 'ready')];

function health(path: string, report: 'alive' | 'ready'): Route {
  return {
    method: 'GET',
    path,
    proof: 'none',
    carriers: [],
    envelope: 'public',
    limits: 'none',
    billable: false,
    target: { to: 'health', report },
  };
}
