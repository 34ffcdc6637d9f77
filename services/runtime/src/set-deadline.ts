/** What runs is less late with its timers. */
const standingMs = 50;

/** Long enough to read what has come. */
const readMs = 5_000;

/**
 * Calls `late` after so long, and gives what calls it off. A process that stood still goes on with its timers, and reads only then
 * what has come meanwhile: it has a while more for that.
 */
export function setDeadline(ms: number, late: () => void): () => void {
  const dueAt = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - dueAt < standingMs) late();
    else timer = setTimeout(late, Math.min(ms, readMs));
  }, ms);
  return () => clearTimeout(timer);
}
