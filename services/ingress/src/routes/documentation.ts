import type { Route } from './route.ts';

const open = {
  method: 'GET',
  proof: 'none',
  carriers: [],
  envelope: 'public',
  limits: 'none',
  billable: false,
} as const;

/** What the API is, for programs and for people. */
export const documentationRoutes: readonly Route[] = [
  { ...open, path: '/openapi.json', target: { to: 'documentation', as: 'document' } },
  { ...open, path: '/docs', target: { to: 'documentation', as: 'page' } },
];
