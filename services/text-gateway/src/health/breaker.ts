import { channelOf, type Route } from '../catalog/route.ts';
import {
  answering,
  begin,
  type Circuit,
  type CircuitCall,
  type CircuitRules,
  type CircuitState,
  count,
  createCircuit,
  hasFailedTooOften,
  isCurrent,
  open,
  release,
  stateOf,
  waitMs,
} from './circuit.ts';

/**
 * What came of a call. `failed`: the upstream's own doing. `credential`: its credential was refused. `neither`: it
 * says nothing of the upstream, because the request was refused, the client left, or it was busy.
 */
export type Verdict = 'served' | 'failed' | 'credential' | 'neither';

/** One upstream call under watch. */
export interface WatchedCall {
  /** The answer has begun. */
  answering(): void;
  end(verdict: Verdict): void;
}

/**
 * Leaves alone what keeps failing: a credential with one model after repeated failures, a credential with all
 * models once it was refused. A single call finds out, later and later, whether it is back.
 */
export interface Breaker {
  /** How long a route should be left alone; 0 when it may be called. */
  waitMs(route: Route): number;
  begin(route: Route): WatchedCall;
  /** Circuits that are not closed, by their state. */
  states(): Record<Exclude<CircuitState, 'closed'>, number>;
  /** The same by channel, of circuits whose names are still in use; channels whose circuits are all closed are not there. */
  channelStates(isInUse: (name: string) => boolean): ReadonlyMap<bigint, ChannelState>;
}

/** The circuits of one channel. */
export interface ChannelState {
  /** The worst of them. */
  worst: Exclude<CircuitState, 'closed'>;
  /** Credentials that were refused, and are left alone or about to be tried. */
  credentials: number;
}

export interface BreakerOptions {
  /** For a credential with one model. */
  model: CircuitRules;
  /** For a credential that was refused, with all models. */
  credential: CircuitRules;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Numbers in [0, 1). */
  random: () => number;
}

/** Circuits that have seen a failure lately, at most, of each kind. Beyond it the oldest is forgotten: closed. */
const maxCircuits = 10_000;

/** A circuit that nobody called for so long belongs to a channel that is gone. */
const forgottenAfterMs = 60 * 60_000;

export function createBreaker({ model, credential, now, random }: BreakerOptions): Breaker {
  const models = createCircuits(model, random);
  const credentials = createCircuits(credential, random);
  return {
    waitMs(route) {
      if (models.isEmpty() && credentials.isEmpty()) return 0;
      const nowMs = now();
      return Math.max(credentials.waitMs(route.credential, nowMs), models.waitMs(route.circuit, nowMs));
    },
    begin(route) {
      const call: CircuitCall = { startedAtMs: now() };
      models.begin(route.circuit, call);
      credentials.begin(route.credential, call);
      return {
        answering() {
          models.answering(route.circuit, call);
          credentials.answering(route.credential, call);
        },
        end(verdict) {
          const nowMs = now();
          if (verdict === 'served') {
            models.succeed(route.circuit, call, nowMs);
            credentials.succeed(route.credential, call, nowMs);
            return;
          }
          if (verdict === 'failed') models.fail(route.circuit, call, nowMs);
          else models.release(route.circuit, call);
          if (verdict === 'credential') credentials.fail(route.credential, call, nowMs);
          else credentials.release(route.credential, call);
        },
      };
    },
    channelStates(isInUse) {
      const states = new Map<bigint, ChannelState>();
      const nowMs = now();
      for (const { name, state } of models.troubled(nowMs)) if (isInUse(name)) note(states, name, state, 0);
      for (const { name, state } of credentials.troubled(nowMs))
        if (isInUse(name)) note(states, name, state, 1);
      return states;
    },
    states() {
      const counts = { open: 0, 'half-open': 0 };
      models.addStates(counts, now());
      credentials.addStates(counts, now());
      return counts;
    },
  };
}

function note(
  states: Map<bigint, ChannelState>,
  name: string,
  state: ChannelState['worst'],
  refused: number,
): void {
  const id = channelOf(name);
  const known = states.get(id) ?? { worst: state, credentials: 0 };
  const worst = known.worst === 'open' ? known.worst : state;
  states.set(id, { worst, credentials: known.credentials + refused });
}

/** Circuits of one kind, by name. Only those that have seen a failure are there. */
function createCircuits(rules: CircuitRules, random: () => number) {
  const circuits = new Map<string, Circuit>();

  function add(name: string, nowMs: number): Circuit {
    const circuit = createCircuit(nowMs);
    circuits.set(name, circuit);
    const [oldest] = circuits.keys();
    if (circuits.size > maxCircuits && oldest !== undefined) circuits.delete(oldest);
    return circuit;
  }

  return {
    isEmpty: () => circuits.size === 0,
    waitMs(name: string, nowMs: number) {
      const circuit = circuits.get(name);
      return circuit ? waitMs(circuit, nowMs) : 0;
    },
    begin(name: string, call: CircuitCall) {
      const circuit = circuits.get(name);
      if (circuit) begin(circuit, call);
    },
    answering(name: string, call: CircuitCall) {
      const circuit = circuits.get(name);
      if (circuit) answering(circuit, call);
    },
    release(name: string, call: CircuitCall) {
      const circuit = circuits.get(name);
      if (circuit) release(circuit, call);
    },
    succeed(name: string, call: CircuitCall, nowMs: number) {
      const circuit = circuits.get(name);
      if (!circuit || !isCurrent(circuit, call)) return;
      if (circuit.opened > 0) circuits.delete(name);
      else {
        count(circuit, false, rules, nowMs);
        if (circuit.current.failures + circuit.previous.failures === 0) circuits.delete(name);
      }
    },
    fail(name: string, call: CircuitCall, nowMs: number) {
      const circuit = circuits.get(name) ?? add(name, nowMs);
      if (!isCurrent(circuit, call)) return;
      if (circuit.opened > 0) {
        // Beside the probe, and those that followed it, calls are made only where there was no other way.
        if (circuit.probe === call || circuit.isAnswering) open(circuit, rules, nowMs, random());
        return;
      }
      count(circuit, true, rules, nowMs);
      if (hasFailedTooOften(circuit, rules)) open(circuit, rules, nowMs, random());
    },
    *troubled(nowMs: number): Generator<{ name: string; state: ChannelState['worst'] }> {
      for (const [name, circuit] of circuits) {
        const state = stateOf(circuit, nowMs);
        if (state !== 'closed') yield { name, state };
      }
    },
    addStates(counts: Record<'open' | 'half-open', number>, nowMs: number) {
      for (const [name, circuit] of circuits) {
        const state = stateOf(circuit, nowMs);
        if (state === 'closed') continue;
        if (nowMs - circuit.openUntilMs > forgottenAfterMs) circuits.delete(name);
        else counts[state] += 1;
      }
    },
  };
}
