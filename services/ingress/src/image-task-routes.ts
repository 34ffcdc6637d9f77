import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Route } from './routes.ts';

const path = '/v1/images/generations/async';

/** Images that are made in tasks, and what shows them in pages, which send no key with it. */
export const imageTaskRoutes: readonly Route[] = [
  { ...row('POST', path), billable: true, target: { to: 'media', operation: Operation.CREATE_IMAGES } },
  { ...row('GET', `${path}/:task_id`), target: { to: 'media', operation: Operation.GET_IMAGES } },
  {
    ...row('GET', `${path}/:task_id/content`),
    proof: 'none',
    carriers: [],
    limits: 'none',
    target: { to: 'picture' },
  },
];

function row(method: Route['method'], at: string): Omit<Route, 'target'> {
  return {
    method,
    path: at,
    proof: 'key',
    carriers: ['authorization'],
    envelope: 'media',
    limits: 'key',
    billable: false,
  };
}
