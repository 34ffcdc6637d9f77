/** Asked in one go, with a pause behind: after an outage all would come at once, too late for their deadline. */
const atOnce = 200;
const pauseMs = 20;

/** Runs something for each of many, a portion at a time. */
export async function inPortions<T>(things: readonly T[], run: (thing: T) => void): Promise<void> {
  for (const [index, thing] of things.entries()) {
    run(thing);
    if ((index + 1) % atOnce === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
