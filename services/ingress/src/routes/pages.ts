import type { Route } from './route.ts';

/** The console. The first leads to it; below the others everything is its own. */
export const pageRoutes: readonly Route[] = [page('/'), page('/console'), page('/console/*path')];

/** Whoever is signed in or not gets the same page: what it shows, it asks the API for. */
function page(path: string): Route {
  return {
    method: 'GET',
    path,
    proof: 'none',
    carriers: [],
    envelope: 'public',
    limits: 'none',
    billable: false,
    target: { to: 'page' },
  };
}
