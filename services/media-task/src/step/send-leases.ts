import type { WorkerConfig } from '../config.ts';

type Times = Pick<
  WorkerConfig,
  'connectTimeoutMs' | 'fetchMediaTimeoutMs' | 'imageTimeoutMs' | 'leaseMarginMs'
>;

/** How long a task is held until its references are there: where its worker dies, another shall send it in time. */
export function bringingLeaseMs({ fetchMediaTimeoutMs, leaseMarginMs }: Times): number {
  return fetchMediaTimeoutMs + leaseMarginMs;
}

/** How long from when it is sent, in one way. */
export function makingLeaseMs({ connectTimeoutMs, imageTimeoutMs, leaseMarginMs }: Times): number {
  return connectTimeoutMs + imageTimeoutMs + leaseMarginMs;
}
