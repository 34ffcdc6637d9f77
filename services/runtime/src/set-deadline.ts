/**
 * Calls `late` after so long, and gives what calls it off. In two halves: a process that stood still goes on with its timers, and
 * reads only then what has come meanwhile.
 */
export function setDeadline(ms: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, ms / 2);
  }, ms / 2);
  return () => clearTimeout(timer);
}
