import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import type { Route } from '../routes.ts';
import { authorize } from './authorize.ts';
import { createTask } from './create.ts';
import { type Kind, kinds } from './kinds.ts';
import { listTasks, queryTask } from './query.ts';
import { errorReply, kling } from './vendor.ts';

/** A route for those who have a good token; `handle` gets their access key. */
function keyed(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(kling, (call) => {
    const authorized = authorize(call.incoming.headers, Date.now());
    if (authorized.type === 'refused') return refusedWith(errorReply(authorized.error));
    return handle(call, authorized.value);
  });
}

function routesOf([path, kind]: [string, Kind]): [string, Route][] {
  const idOf = (url: string): string => decodeURIComponent(url.split('?', 1)[0]?.split('/').at(-1) ?? '');
  return [
    [`POST /kling/v1/${path}`, keyed((call, key) => createTask(call, path, kind, key))],
    [`GET /kling/v1/${path}`, keyed((call, key) => listTasks(call, path, kind, key))],
    [
      `GET /kling/v1/${path}/*`,
      keyed((call, key) => queryTask(call, path, kind, idOf(call.incoming.path), key)),
    ],
  ];
}

/** What Kling serves below `/v1/`, here below `/kling/v1/`. */
export const klingRoutes: Record<string, Route> = Object.fromEntries(Object.entries(kinds).flatMap(routesOf));
