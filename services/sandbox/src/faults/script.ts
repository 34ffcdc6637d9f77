/** A fault that somebody asked for over HTTP. */
export interface ScriptedFault {
  id: number;
  /** `*` for every model. */
  model: string;
  kind: string;
  /** Counted from the moment it was scripted; null for every request. */
  nth: number | null;
  parameters: Record<string, number>;
}

export interface FaultScript {
  add(fault: Omit<ScriptedFault, 'id'>): ScriptedFault;
  /** Those that are still to come. */
  list(): ScriptedFault[];
  /** Forgets all, or those of one model; says how many. */
  clear(model: string | null): number;
  /** Counts a request for `model` and returns the fault that meets it; of several the oldest. */
  next(model: string): ScriptedFault | null;
}

interface Pending {
  fault: ScriptedFault;
  requestsLeft: number;
}

export function createFaultScript(): FaultScript {
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
    clear(model) {
      const before = pending.length;
      pending = model === null ? [] : pending.filter(({ fault }) => fault.model !== model);
      return before - pending.length;
    },
    next(model) {
      if (pending.length === 0) return null;
      const concerned = pending.filter(({ fault }) => fault.model === model || fault.model === '*');
      for (const item of concerned) if (item.fault.nth !== null) item.requestsLeft -= 1;
      const due = concerned.find(({ fault, requestsLeft }) => fault.nth === null || requestsLeft === 0);
      pending = pending.filter(({ fault, requestsLeft }) => fault.nth === null || requestsLeft > 0);
      return due?.fault ?? null;
    },
  };
}
