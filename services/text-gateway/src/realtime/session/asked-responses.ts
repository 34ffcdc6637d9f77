/** Responses that the client asked for, and of which the upstream has said nothing yet. */
export interface AskedResponses {
  /** Those that something is held for. */
  count(): number;
  /** The same with those that are thought to be ignored: they may still begin. */
  awaited(): number;
  /** @param eventId what the client calls the event that asks; empty where it does not say. */
  ask(eventId: string): void;
  /** One has begun. */
  begin(): void;
  /** The upstream refused an event, which it calls as the client does; empty where it does not say. Says whether one was asked for by it. */
  refuse(eventId: string): boolean;
  /** They have not begun for long, or another has ended before: nothing is held for them any longer. */
  ignore(): void;
  /** None is awaited any longer. */
  giveUp(): void;
}

/** Names of events that are kept. As many responses may be under way. */
const mostNames = 64;

export function createAskedResponses(): AskedResponses {
  let held = 0;
  let awaited = 0;
  /** What begins does not say by which event: a name is kept until all that was asked for has been answered. */
  let names: string[] = [];

  function answer(): void {
    held = Math.max(held - 1, 0);
    awaited = Math.max(awaited - 1, 0);
    if (awaited === 0) names = [];
  }

  return {
    count: () => held,
    awaited: () => awaited,
    ask(eventId) {
      held += 1;
      awaited += 1;
      if (eventId !== '') names.push(eventId);
      if (names.length > mostNames) names.shift();
    },
    begin: answer,
    refuse(eventId) {
      const at = names.indexOf(eventId);
      // Another event's. Where none is named, it may be either's.
      if (eventId !== '' && at === -1) return false;
      if (at !== -1) names.splice(at, 1);
      answer();
      return true;
    },
    ignore() {
      held = 0;
    },
    giveUp() {
      awaited = 0;
      names = [];
    },
  };
}
