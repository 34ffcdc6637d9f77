import { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Route, Target } from './route.ts';

const dialect = Dialect.CHAT_COMPLETIONS;

/** What pages ask models for, on the account of who has signed in. */
export const playgroundRoutes: readonly Route[] = [
  playground('POST', '/pg/chat/completions', { to: 'text', dialect, operation: Operation.GENERATE }),
  playground('POST', '/pg/images/generations', { to: 'text', dialect, operation: Operation.GENERATE_IMAGES }),
  playground('GET', '/pg/models', { to: 'text', dialect, operation: Operation.LIST_MODELS }),
  playground('POST', '/pg/videos', { to: 'media', operation: MediaOperation.CREATE_VIDEO }),
  playground('GET', '/pg/videos/:task_id', { to: 'media', operation: MediaOperation.GET_VIDEO }),
];

function playground(method: Route['method'], path: string, target: Target): Route {
  return {
    method,
    path,
    proof: 'playground',
    carriers: [],
    envelope: 'public',
    limits: 'key',
    billable: method === 'POST',
    target,
  };
}
