import { remember } from '@headgate/runtime/remember';
import type { Route } from './route.ts';

/** The row of the route table, in a form that has few values. */
export function routeLabel({ route }: { route: Route | undefined }): string {
  return route ? labelOf(route) : 'unknown';
}

const labelOf = remember((route: Route) => `${route.method} ${pathLabel(route)}`);

/** The path of a row as people write it. */
export function pathLabel({ path }: Route): string {
  return path.replace('\\:', ':');
}
