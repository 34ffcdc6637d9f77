/** When a circuit opens, and for how long. */
export interface CircuitRules {
  /** It opens after so many failures within the window ... */
  failures: number;
  windowMs: number;
  /** ... when they are at least this share of the calls in it. */
  failedShare: number;
  /** The first time it opens; each further time without a success in between doubles it. */
  firstOpenMs: number;
  maxOpenMs: number;
}

/** Calls and failures of half a window. */
interface Half {
  sinceMs: number;
  calls: number;
  failures: number;
}

/** One upstream call, as far as a circuit knows it. */
export interface CircuitCall {
  startedAtMs: number;
}

/** The troubles of one way to call an upstream. Times are those of one monotonic clock. */
export interface Circuit {
  current: Half;
  previous: Half;
  /** How often it opened since a call was last served; 0 while it is closed. */
  opened: number;
  openedAtMs: number;
  openUntilMs: number;
  /** The one call that finds out whether the upstream is back. */
  probe: CircuitCall | undefined;
  /** The probe's answer has begun: until it ends, others may go too. */
  isAnswering: boolean;
}

export type CircuitState = 'closed' | 'open' | 'half-open';

export function createCircuit(nowMs: number): Circuit {
  return {
    current: { sinceMs: nowMs, calls: 0, failures: 0 },
    previous: { sinceMs: nowMs, calls: 0, failures: 0 },
    opened: 0,
    openedAtMs: 0,
    openUntilMs: 0,
    probe: undefined,
    isAnswering: false,
  };
}

export function stateOf({ opened, openUntilMs }: Circuit, nowMs: number): CircuitState {
  if (opened === 0) return 'closed';
  return nowMs < openUntilMs ? 'open' : 'half-open';
}

/** How long a call should wait; 0 when one may be made now, be it as the probe. */
export function waitMs({ opened, openUntilMs, probe, isAnswering }: Circuit, nowMs: number): number {
  if (opened === 0 || isAnswering) return 0;
  if (nowMs < openUntilMs) return openUntilMs - nowMs;
  return probe ? 1 : 0;
}

/** Notes that a call is made. */
export function begin(circuit: Circuit, call: CircuitCall): void {
  if (stateOf(circuit, call.startedAtMs) === 'half-open') circuit.probe ??= call;
}

/** Notes that the answer to a call has begun. */
export function answering(circuit: Circuit, call: CircuitCall): void {
  if (circuit.probe === call) circuit.isAnswering = true;
}

/** Notes that a call ended without a word on the upstream: another may be the probe. */
export function release(circuit: Circuit, call: CircuitCall): void {
  if (circuit.probe !== call) return;
  circuit.probe = undefined;
  circuit.isAnswering = false;
}

/** Whether what a call met says something of the circuit as it is now, and not of the time before it opened. */
export function isCurrent({ opened, openedAtMs }: Circuit, { startedAtMs }: CircuitCall): boolean {
  return opened === 0 || startedAtMs >= openedAtMs;
}

/** Counts a call that ended. A circuit is counted from its first failure on. */
export function count(circuit: Circuit, isFailed: boolean, rules: CircuitRules, nowMs: number): void {
  const halfMs = rules.windowMs / 2;
  if (nowMs - circuit.current.sinceMs >= halfMs) {
    const isAdjacent = nowMs - circuit.current.sinceMs < rules.windowMs;
    circuit.previous = isAdjacent ? circuit.current : { sinceMs: nowMs, calls: 0, failures: 0 };
    circuit.current = { sinceMs: nowMs, calls: 0, failures: 0 };
  }
  circuit.current.calls += 1;
  if (isFailed) circuit.current.failures += 1;
}

/** Whether a closed circuit has seen enough. */
export function hasFailedTooOften({ current, previous }: Circuit, rules: CircuitRules): boolean {
  const failures = current.failures + previous.failures;
  return failures >= rules.failures && failures >= (current.calls + previous.calls) * rules.failedShare;
}

/** Opens a circuit, for longer each time; `random` in [0, 1) keeps replicas from probing all at once. */
export function open(circuit: Circuit, rules: CircuitRules, nowMs: number, random: number): void {
  const longestMs = Math.min(rules.firstOpenMs * 2 ** circuit.opened, rules.maxOpenMs);
  circuit.opened += 1;
  circuit.openedAtMs = nowMs;
  circuit.openUntilMs = nowMs + longestMs * (0.5 + random / 2);
  circuit.probe = undefined;
  circuit.isAnswering = false;
}
