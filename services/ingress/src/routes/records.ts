import type { RecordPage, RecordScope, Route, TaskPage } from './route.ts';

const proofs = { key: 'key-read-only', self: 'session', all: 'admin' } as const;

/** What was booked: a key's own, a user's own, and everybody's. */
export const recordRoutes: readonly Route[] = [
  records('/api/log/self', 'log', 'self'),
  records('/api/log/self/stat', 'stat', 'self'),
  records('/api/log/self/search', 'search', 'self'),
  records('/api/log/token', 'log', 'key'),
  records('/api/log', 'log', 'all'),
  records('/api/log/stat', 'stat', 'all'),
  records('/api/log/search', 'search', 'all'),
  { ...records('/api/log', 'log', 'all'), method: 'DELETE', target: { to: 'records-removal' } },
  records('/api/data/self', 'statistics', 'self'),
  records('/api/data', 'statistics', 'all'),
  bill('/api/log/self/:request_id/bill', 'self'),
  bill('/api/log/:request_id/bill', 'all'),
  tasks('/api/task/self', 'task', 'self'),
  tasks('/api/task', 'task', 'all'),
  tasks('/api/mj/self', 'mj', 'self'),
  tasks('/api/mj', 'mj', 'all'),
];

function records(path: string, page: RecordPage, scope: RecordScope): Route {
  return {
    method: 'GET',
    path,
    proof: proofs[scope],
    carriers: scope === 'key' ? ['authorization'] : [],
    envelope: 'session',
    limits: scope === 'key' ? 'key' : 'none',
    billable: false,
    target: { to: 'records', page, scope },
  };
}

/** How the bill of a request came about. */
function bill(path: string, scope: 'self' | 'all'): Route {
  return { ...records(path, 'log', scope), target: { to: 'bill', scope } };
}

function tasks(path: string, page: TaskPage, scope: 'self' | 'all'): Route {
  return { ...records(path, 'log', scope), target: { to: 'task-records', page, scope } };
}
