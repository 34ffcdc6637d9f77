import {
  freezeNats,
  freezePostgres,
  freezeService,
  killOf,
  nats,
  postgres,
  type Strike,
  together,
} from '../strikes.ts';

const workerNames = ['media-worker', 'media-worker-2', 'media-worker-3', 'media-worker-4'];
const workers = workerNames.map(killOf);
const api = killOf('media-api');
const ingress = killOf('ingress');

/** Longer than it holds what it sends: a worker takes that up meanwhile. */
const apiFreezeMs = 18_000;

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
  freezeService('media-api', apiFreezeMs),
  ...[...workerNames, 'ledger', 'ledger-2', 'ingress', 'account'].map((name) => freezeService(name)),
  freezeNats,
  freezePostgres,
  together(freezeService('media-worker'), ...workers.slice(1)),
  together(freezeService('media-api', apiFreezeMs), postgres),
] as [Strike, ...Strike[]];
