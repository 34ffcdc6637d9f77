/** Responses that the client asked for, and of which the upstream has said nothing yet. */
export interface AskedResponses {
  /** Those that something is held for. */
  count(): number;
  /** The same with those that are thought to be ignored because another has ended: they may still begin. */
  awaited(): number;
  ask(): void;
  /** One has begun, or was refused. */
  answer(): void;
  /** Another has ended, and they have not begun: nothing is held for them any longer. */
  ignore(): void;
  /** None is awaited any longer. */
  giveUp(): void;
}

export function createAskedResponses(): AskedResponses {
  let held = 0;
  let awaited = 0;
  return {
    count: () => held,
    awaited: () => awaited,
    ask() {
      held += 1;
      awaited += 1;
    },
    answer() {
      held = Math.max(held - 1, 0);
      awaited = Math.max(awaited - 1, 0);
    },
    ignore() {
      held = 0;
    },
    giveUp() {
      awaited = 0;
    },
  };
}
