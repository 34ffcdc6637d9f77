import type { Occasion } from './media-log.ts';

/** A fault that somebody asked for over HTTP. */
export interface MediaFault {
  id: number;
  kind: string;
  on: Occasion;
  /** `*` for every vendor. */
  vendor: string;
  /** `*` for every model. */
  model: string;
  /** Counted from the moment it was scripted; null for every request. */
  nth: number | null;
  parameters: Record<string, number | string>;
}

export interface Met {
  on: Occasion;
  vendor: string;
  model: string;
}

export interface MediaFaultScript {
  add(fault: Omit<MediaFault, 'id'>): MediaFault;
  /** Those that are still to come. */
  list(): MediaFault[];
  /** Forgets all. */
  clear(): number;
  /** Counts a request and returns the fault that meets it; of several the oldest. */
  next(met: Met): MediaFault | null;
}

interface Pending {
  fault: MediaFault;
  requestsLeft: number;
}

export function createMediaFaultScript(): MediaFaultScript {
  let pending: Pending[] = [];
  let lastId = 0;
  return {
    add(given) {
      lastId += 1;
      const fault = { id: lastId, ...given };
      pending.push({ fault, requestsLeft: fault.nth ?? 1 });
      return fault;
    },
    list: () => pending.map(({ fault }) => fault),
    clear() {
      const removed = pending.length;
      pending = [];
      return removed;
    },
    next(met) {
      const concerned = pending.filter(({ fault }) => concerns(fault, met));
      for (const item of concerned) if (item.fault.nth !== null) item.requestsLeft -= 1;
      const due = concerned.find(({ fault, requestsLeft }) => fault.nth === null || requestsLeft === 0);
      pending = pending.filter(({ fault, requestsLeft }) => fault.nth === null || requestsLeft > 0);
      return due?.fault ?? null;
    },
  };
}

function concerns(fault: MediaFault, { on, vendor, model }: Met): boolean {
  return (
    fault.on === on &&
    (fault.vendor === '*' || fault.vendor === vendor) &&
    (fault.model === '*' || fault.model === model)
  );
}
