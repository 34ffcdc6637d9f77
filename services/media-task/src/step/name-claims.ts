import { randomUUID } from 'node:crypto';

/**
 * Names claims: each has a name of its own, since a process that was away for too long may take up what it has in hand
 * already. One without an answer keeps its name, so that what PostgreSQL took for it after all is taken with the next: nobody
 * works on that, and until its lease had ended it would keep its channel from all workers.
 */
export function nameClaims(): <Claimed>(claim: (owner: string) => Promise<Claimed>) => Promise<Claimed> {
  let owner = randomUUID();
  return async (claim) => {
    const claimed = await claim(owner);
    owner = randomUUID();
    return claimed;
  };
}
