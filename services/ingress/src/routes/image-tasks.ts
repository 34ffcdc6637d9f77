import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Route } from './route.ts';

const path = '/v1/images/generations/async';
const keyed = { proof: 'key', carriers: ['authorization'], envelope: 'media', limits: 'key' } as const;
const make = { to: 'media', operation: Operation.CREATE_IMAGES } as const;
const show = { to: 'media', operation: Operation.GET_IMAGES } as const;

/** Images that are made in tasks. */
export const imageTaskRoutes: readonly Route[] = [
  { ...keyed, method: 'POST', path, billable: true, target: make },
  { ...keyed, method: 'GET', path: `${path}/:task_id`, billable: false, target: show },
  picture(`${path}/:task_id/content`),
];

/** What a task has made, for pages, which send no key with what they show. */
export function picture(at: string): Route {
  return {
    method: 'GET',
    path: at,
    proof: 'none',
    carriers: [],
    envelope: 'media',
    limits: 'none',
    billable: false,
    target: { to: 'picture' },
  };
}
