/** How limits were decided, and what that took of Valkey; plain numbers, since they are counted on the way of requests. */
export interface SharingCounts {
  /** Requests decided by what was known here. */
  memory: number;
  /** Requests let through while the server was asked. */
  credit: number;
  /** Requests that waited for its answer. */
  waited: number;
  /** Requests decided while it was away, or did not answer in time. */
  alone: number;
  leases: number;
  failedLeases: number;
}

export function createSharingCounts(): SharingCounts {
  return { memory: 0, credit: 0, waited: 0, alone: 0, leases: 0, failedLeases: 0 };
}
