import type { LimitClass, Proof, Route } from '../route.ts';

/**
 * A row of the session API that account serves: `operation` is one of its operations, which knows its own schemas and roles.
 * `proof` is `none` for what nobody signs in for.
 */
export function operation(
  method: Route['method'],
  path: string,
  proof: Extract<Proof, 'session' | 'admin' | 'root' | 'none'>,
  name: string,
  { limits = 'none', page }: { limits?: Extract<LimitClass, 'login' | 'none'>; page?: string } = {},
): Route {
  return {
    method,
    path,
    proof,
    carriers: [],
    envelope: 'session',
    limits,
    billable: false,
    target: { to: 'operation', operation: name, ...(page !== undefined && { page }) },
  };
}
