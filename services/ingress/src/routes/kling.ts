import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Route } from './route.ts';

/** What Kling serves below `/v1`, here below `/kling/v1`. */
const kinds = [
  ...['videos/text2video', 'videos/image2video', 'videos/multi-image2video'],
  ...['videos/omni-video', 'videos/motion-control', 'videos/avatar/image2video'],
  ...['videos/video-extend', 'videos/lip-sync', 'videos/effects'],
  ...['images/generations', 'images/kolors-virtual-try-on'],
];

/** Each kind of task is made, shown and listed below its own path, and known there alone. */
export const klingRoutes: readonly Route[] = kinds.flatMap((action) => {
  const path = `/kling/v1/${action}`;
  return [
    row('POST', path, Operation.KLING_CREATE, action),
    row('GET', `${path}/:task_id`, Operation.KLING_GET, action),
    row('GET', path, Operation.KLING_LIST, action),
  ];
});

function row(method: Route['method'], path: string, operation: Operation, action: string): Route {
  return {
    method,
    path,
    proof: 'key',
    carriers: ['authorization'],
    envelope: 'kling',
    limits: 'key',
    billable: method === 'POST',
    target: { to: 'media', operation, action },
  };
}
