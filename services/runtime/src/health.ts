/** What a process says of itself on /healthz and /readyz. */
export interface Health {
  /** Names a condition without which the process cannot serve. Starts as not met. */
  condition(name: string): Condition;
  /** From now on the process is not ready, whatever its conditions say. */
  drain(): void;
  /** Marks the end of the start. Before it the process is not ready. */
  started(): void;
  report(): HealthReport;
}

export interface Condition {
  /** Sets whether the condition is met; `reason` says why it is not. */
  set(isMet: boolean, reason?: string): void;
}

export interface HealthReport {
  ready: boolean;
  /** What keeps the process from being ready, in words; empty when it is. */
  waitingFor: string[];
}

/** `onReady` is called when the process can serve for the first time. */
export function createHealth(onReady: () => void = () => undefined): Health {
  const unmet = new Map<string, string>();
  let phase: 'starting' | 'serving' | 'draining' = 'starting';
  let hasBeenReady = false;
  function noteReady(): void {
    if (hasBeenReady || phase !== 'serving' || unmet.size > 0) return;
    hasBeenReady = true;
    onReady();
  }
  return {
    condition(name) {
      unmet.set(name, 'not yet');
      return {
        set(isMet, reason = 'not met') {
          if (isMet) unmet.delete(name);
          else unmet.set(name, reason);
          noteReady();
        },
      };
    },
    drain() {
      phase = 'draining';
    },
    started() {
      if (phase === 'starting') phase = 'serving';
      noteReady();
    },
    report() {
      const waitingFor = [...unmet].map(([name, reason]) => `${name}: ${reason}`);
      if (phase !== 'serving') waitingFor.unshift(phase);
      return { ready: waitingFor.length === 0, waitingFor };
    },
  };
}
