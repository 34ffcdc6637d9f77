import { killOf, nats, postgres, type Strike, together } from '../strikes.ts';

const workers = ['media-worker', 'media-worker-2', 'media-worker-3', 'media-worker-4'].map(killOf);
const api = killOf('media-api');
const ingress = killOf('ingress');

/** Every process and part that a task meets. */
export const mediaStrikes = [
  api,
  ...workers,
  killOf('ledger'),
  nats,
  killOf('ledger-2'),
  postgres,
  ingress,
  killOf('account'),
  { ...nats, name: 'nats, back empty', end: ({ world }) => world.nats.restart({ wiped: true }) },
  together(api, nats),
  together(api, ingress),
  { ...together(...workers), name: 'all workers' },
] as [Strike, ...Strike[]];
