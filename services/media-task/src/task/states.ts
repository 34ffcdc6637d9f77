/** Where a task stands. What clients see of it are four words of their own dialect (`views/`). */
export type State =
  /** Written down; nothing is held, nothing was sent. */
  | 'intended'
  /** Its price is held; nothing was sent. */
  | 'held'
  /** A create may have been sent. */
  | 'submitting'
  /** The vendor has it and has not begun. */
  | 'queued'
  | 'running'
  | 'succeeded'
  | 'failed';

/** What may follow what. */
const following: Record<State, readonly State[]> = {
  intended: ['held', 'failed'],
  // Again `held` where nobody took it, and a worker tries later.
  held: ['held', 'submitting', 'failed'],
  // Back to `held` where the vendor refused for certain, and another is asked.
  submitting: ['submitting', 'held', 'queued', 'running', 'succeeded', 'failed'],
  // Vendors put back what they had begun.
  queued: ['queued', 'running', 'succeeded', 'failed'],
  running: ['queued', 'running', 'succeeded', 'failed'],
  succeeded: [],
  failed: [],
};

export const states = Object.keys(following) as readonly State[];

/** Nothing follows them. */
const terminalStates: readonly State[] = states.filter((state) => following[state].length === 0);

export const openStates: readonly State[] = states.filter((state) => following[state].length > 0);

/** The vendor may have the task. */
export const sentStates: readonly State[] = ['submitting', 'queued', 'running', 'succeeded'];

export function isTerminal(state: State): boolean {
  return terminalStates.includes(state);
}

/** The states that a task may come from to this one. */
export function statesBefore(state: State): State[] {
  return states.filter((from) => following[from].includes(state));
}
