/** A fault as it stands in a script. */
export type Numbered<Fault> = { id: number } & Fault;

/** Faults that somebody asked for over HTTP, and that requests meet. */
export interface Script<Fault, Met> {
  add(fault: Fault): Numbered<Fault>;
  /** Those that are still to come. */
  list(): Numbered<Fault>[];
  /** Forgets all, or those that are meant; says how many. */
  clear(isMeant?: (fault: Fault) => boolean): number;
  /** Counts a request and returns the fault that meets it; of several the oldest. */
  next(met: Met): Numbered<Fault> | null;
}

/** What every fault says of when it is due. */
interface Counted {
  /** Counted from the moment it was scripted; null for every request. */
  nth: number | null;
}

/** @param concerns whether a request is among those that a fault counts. */
export function createScript<Fault extends Counted, Met>(
  concerns: (fault: Fault, met: Met) => boolean,
): Script<Fault, Met> {
  let pending: { fault: Numbered<Fault>; requestsLeft: number }[] = [];
  let lastId = 0;
  return {
    add(given) {
      lastId += 1;
      const fault = { id: lastId, ...given };
      pending.push({ fault, requestsLeft: fault.nth ?? 1 });
      return fault;
    },
    list: () => pending.map(({ fault }) => fault),
    clear(isMeant = () => true) {
      const before = pending.length;
      pending = pending.filter(({ fault }) => !isMeant(fault));
      return before - pending.length;
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
