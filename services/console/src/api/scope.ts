/** Whose records are meant: one's own, or everybody's, which is for administrators. */
export type Scope = 'self' | 'all';

/** The path of a page of records in a scope. */
export function pathIn(scope: Scope, path: '/api/log' | '/api/data' | '/api/task' | '/api/mj'): string {
  return scope === 'self' ? `${path}/self` : path;
}
