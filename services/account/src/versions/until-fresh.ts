/** Of several changes of one thing at once one gets through each time, so this many are served. */
const mostTries = 20;

/**
 * Tries until what was tried was not overtaken: it returns `stale` where something has changed since it read what it goes by.
 * Stale in the end as well where others kept coming in between.
 */
export async function untilFresh<T>(tryOnce: () => Promise<T | 'stale'>): Promise<T | 'stale'> {
  for (let triesLeft = mostTries; triesLeft > 0; triesLeft -= 1) {
    const outcome = await tryOnce();
    if (outcome !== 'stale') return outcome;
  }
  return 'stale';
}
