import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { type Cost, hashPassword, impossibleHash, verifyPassword } from './password.ts';

/** How passwords are hashed and compared, and how many at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password has this hash. Without one it has none, which is found out at the same cost. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /**
   * Lets a bounded number of hashes and comparisons wait and run; more are refused with 429. Each takes a thread and 19 MiB, so
   * a flood of logins must not queue without end.
   */
  run<T>(check: () => Promise<T>): Promise<T>;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes; about 50 ms of one core. */
const owaspCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const defaultLimit = 32;
const retryAfterMs = 2_000;

export function createPasswords({ limit = defaultLimit, cost = owaspCost } = {}): Passwords {
  const nobodys = impossibleHash(cost);
  let running = 0;
  return {
    hash: (password) => hashPassword(password, cost),
    verify: (password, hash = nobodys) => verifyPassword(password, hash),
    async run(check) {
      if (running >= limit)
        throw new FaultError(fault('too_many_requests', { retryAfterMs, notStarted: true }));
      running += 1;
      try {
        return await check();
      } finally {
        running -= 1;
      }
    },
  };
}
